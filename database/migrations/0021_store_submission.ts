import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A submission and its event for the outbox in one call, so that one without files and limits is stored in a single
 * round trip. It runs as whoever calls it, under the policies of that role: the workspace is set here, for this
 * transaction only. Nothing is stored when the form was closed or deleted a moment ago (`open` is false), or when the
 * key is taken (`open` is true, without an id).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create function store_submission(
        in_workspace uuid, in_form uuid, in_version integer, in_key uuid, in_hash text,
        in_answers jsonb, in_meta jsonb, in_search text, in_tell boolean
      ) returns table (id uuid, received_at timestamptz, open boolean)
      language plpgsql security invoker as $$
      begin
        perform set_config('app.workspace_id', in_workspace::text, true);
        perform 1 from forms f
        where f.workspace_id = in_workspace and f.id = in_form
          and f.deleted_at is null and f.closed_at is null and f.published_version is not null;
        open := found;
        if open then
          insert into submissions as s
            (workspace_id, form_id, version, submission_key, content_hash, answers, meta, search)
          values (in_workspace, in_form, in_version, in_key, in_hash, in_answers, in_meta, in_search)
          on conflict (form_id, submission_key) do nothing
          returning s.id, s.received_at into id, received_at;
          if id is not null and in_tell then
            insert into outbox (workspace_id, form_id, event, submission_id)
            values (in_workspace, in_form, 'submission.created', id);
          end if;
        end if;
        return next;
      end $$;
    `)
  }
}
