import { BaseSchema } from '@adonisjs/lucid/schema'

/** The role of a person, as their own policy on memberships shows it, without a transaction around it: every request asks. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- in plpgsql: the settings are made before the policy reads them
      create function role_of(person uuid, in_workspace uuid) returns text language plpgsql set search_path = public, pg_temp
      as $$
      begin
        perform set_config('app.workspace_id', '', true), set_config('app.user_id', person::text, true),
                set_config('transaction_timeout', '5000', true);
        return (select role from memberships where workspace_id = in_workspace and user_id = person);
      end $$;
      revoke all on function role_of from public;
      grant execute on function role_of to fw_app;
    `)
  }
}
