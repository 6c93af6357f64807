import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * An export is worked on by a job of its id. Its row stays the record of what was asked for, how far it is and what
 * came out; who works at it and until when is the queue's business. Those under way have no job and end here.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      update exports set status = 'failed', finished_at = now(),
        reason = 'Formwright was updated before it was through.'
      where status in ('waiting', 'running');

      drop function claim_export(interval);
      drop index exports_waiting;
      alter table exports drop column leased_until, drop column lease;
      -- about how many rows there were to write when it was asked for, where that is known
      alter table exports add column total bigint;
      create index exports_form on exports (workspace_id, form_id, created_at desc);
      create index exports_created on exports (created_at);

      create function forget_exports(older_than interval) returns bigint
      language sql volatile security definer set search_path = public, pg_temp
      as $$
        with gone as (delete from exports e where e.created_at < now() - older_than returning 1)
        select count(*) from gone
      $$;
      revoke all on function forget_exports from public;
      grant execute on function forget_exports to fw_app;
    `)
  }
}
