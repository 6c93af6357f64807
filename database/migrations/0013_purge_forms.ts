import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Which forms have been in the bin for their time: ids only, for whoever sweeps across workspaces (docs/decisions.md:
 * Roles).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create index forms_deleted on forms (deleted_at) where deleted_at is not null;

      create function forms_to_purge(older_than interval, up_to integer) returns table (workspace_id uuid, id uuid)
      language sql stable security definer set search_path = public, pg_temp
      as $$
        select f.workspace_id, f.id from forms f
        where f.deleted_at < now() - older_than order by f.deleted_at limit up_to
      $$;
      revoke all on function forms_to_purge from public;
      grant execute on function forms_to_purge to fw_app;
    `)
  }
}
