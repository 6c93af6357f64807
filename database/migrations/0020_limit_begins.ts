import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The count of all submissions of a form exists only while the form limits them: without a limit nothing is counted in
 * the submission's transaction. So a count from before is worth nothing when a limit comes (back): it is removed, and
 * begins again with the submissions that are there.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create function limit_begins() returns trigger language plpgsql as $$
      begin
        delete from claims where workspace_id = new.workspace_id and form_id = new.id and key = 'max';
        return null;
      end $$;
      create trigger limit_begins after update of access on forms for each row
        when ((old.access -> 'maxSubmissions') is null or (new.access -> 'maxSubmissions') is null)
        execute function limit_begins();
    `)
  }
}
