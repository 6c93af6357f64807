import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Submissions of one workspace and their events for the outbox, stored by one call, so that those which arrive at the
 * same moment share a round trip and a commit. It runs as whoever calls it, under the policies of that role: the
 * workspace is set here, for this transaction only. Each comes back with its id when it was stored; without one when
 * its form was closed or deleted a moment ago (`open` is false), or when its key is taken (`open` is true). The keys
 * of one call are different from each other.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create function store_submissions(in_workspace uuid, in_submissions json, in_tell boolean)
      returns table (form_id uuid, submission_key uuid, id uuid, received_at timestamptz, open boolean)
      language plpgsql security invoker as $$
      #variable_conflict use_column
      begin
        perform set_config('app.workspace_id', in_workspace::text, true);
        return query
          with given as materialized (
            select * from json_to_recordset(in_submissions) as g
              (form_id uuid, version integer, key uuid, hash text, answers jsonb, meta jsonb, search text)
          ),
          open_forms as materialized (
            select f.id from forms f
            where f.workspace_id = in_workspace and f.id in (select g.form_id from given g)
              and f.deleted_at is null and f.closed_at is null and f.published_version is not null
          ),
          stored as (
            insert into submissions as s
              (workspace_id, form_id, version, submission_key, content_hash, answers, meta, search)
            select in_workspace, g.form_id, g.version, g.key, g.hash, g.answers, g.meta, g.search
            from given g join open_forms o on o.id = g.form_id
            -- in one order, so that two calls with the same keys never wait for each other in a circle
            order by g.form_id, g.key
            on conflict (form_id, submission_key) do nothing
            returning s.form_id, s.submission_key, s.id, s.received_at
          ),
          told as (
            insert into outbox (workspace_id, form_id, event, submission_id)
            select in_workspace, s.form_id, 'submission.created', s.id from stored s where in_tell
          )
          select g.form_id, g.key, s.id, s.received_at, g.form_id in (select o.id from open_forms o)
          from given g left join stored s on s.form_id = g.form_id and s.submission_key = g.key;
      end $$;
    `)
  }
}
