import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/** What happened and is not yet passed on, and the counts that come of it. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table outbox (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        form_id uuid not null,
        event text not null,
        submission_id uuid not null,
        payload jsonb not null default '{}',
        created_at timestamptz not null default clock_timestamp(),
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );

      -- fed by the outbox: never written by the submission itself
      create table form_counts (
        workspace_id uuid not null,
        form_id uuid not null,
        submissions bigint not null default 0,
        last_submission_at timestamptz,
        primary key (workspace_id, form_id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );
    `)
    for (const table of ['outbox', 'form_counts']) this.schema.raw(tenantPolicies(table))
    this.schema.raw(`
      -- Takes events of stored submissions that no integration listens to out of the outbox of a workspace, and counts the
      -- submissions; answers whose they were. Events that another process is just taking are left to it. It runs as
      -- whoever calls it, under the policies of that role: the workspace is set here, for this transaction only.
      create function count_submissions(in_workspace uuid, in_events uuid[]) returns setof uuid
      language plpgsql security invoker as $$
      begin
        perform set_config('app.workspace_id', in_workspace::text, true),
                set_config('transaction_timeout', '5000', true);
        return query
          with mine as (
            select o.id from outbox o
            where o.workspace_id = in_workspace and o.id = any (in_events) and o.event = 'submission.created'
            order by o.id for update skip locked
          ),
          gone as (
            delete from outbox o using mine where o.workspace_id = in_workspace and o.id = mine.id
            returning o.form_id, coalesce((o.payload ->> 'received_at')::timestamptz, o.created_at) as at
          ),
          counted as (
            insert into form_counts as c (workspace_id, form_id, submissions, last_submission_at)
            select in_workspace, g.form_id, count(*), max(g.at) from gone g
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
