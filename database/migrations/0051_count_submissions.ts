import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Takes events of stored submissions that no integration listens to out of the outbox of a workspace, and counts the
 * submissions; answers whose they were. Events that another process is just taking are left to it. It runs as whoever
 * calls it, under the policies of that role: the workspace is set here, for this transaction only.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create function count_submissions(in_workspace uuid, in_events uuid[]) returns setof uuid
      language plpgsql security invoker as $$
      begin
        perform set_config('app.workspace_id', in_workspace::text, true);
        return query
          with mine as (
            select o.id from outbox o
            where o.workspace_id = in_workspace and o.id = any (in_events) and o.event = 'submission.created'
            order by o.id for update skip locked
          ),
          gone as (
            delete from outbox o using mine where o.workspace_id = in_workspace and o.id = mine.id
            returning o.form_id, o.created_at
          ),
          counted as (
            insert into form_counts as c (workspace_id, form_id, submissions, last_submission_at)
            select in_workspace, g.form_id, count(*), max(g.created_at) from gone g
            group by g.form_id
            -- in one order, so that two processes never wait for each other in a circle
            order by g.form_id
            on conflict (workspace_id, form_id) do update
            set submissions = c.submissions + excluded.submissions,
                last_submission_at = greatest(c.last_submission_at, excluded.last_submission_at)
          )
          select distinct g.form_id from gone g;
      end $$;
    `)
  }
}
