import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Submissions of a form that limits their number, stored as `store_submissions` does: those which arrive at the same
 * moment share a round trip, a commit and one look at the count. The row of the count is taken last, and given back by
 * the commit that follows in the same call: whoever waits for it waits for no program.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- Takes as many places of a form as there are left, at most so many as were just stored in this transaction, and
      -- says how many. The count begins with the submissions that are there: a limit may come later than they did.
      create function take_places(in_workspace uuid, in_form uuid, in_limit integer, in_stored integer)
      returns integer language plpgsql security invoker as $$
      declare
        given integer;
      begin
        loop
          update claims c set taken = least(c.taken + in_stored, in_limit)
          where c.workspace_id = in_workspace and c.form_id = in_form and c.key = 'max' and c.taken < in_limit
          returning new.taken - old.taken into given;
          if found then
            return given;
          end if;
          perform 1 from claims c
          where c.workspace_id = in_workspace and c.form_id = in_form and c.key = 'max';
          if found then
            return 0;
          end if;
          insert into claims (workspace_id, form_id, key, taken)
          select in_workspace, in_form, 'max', count(*) - in_stored
          from submissions s where s.workspace_id = in_workspace and s.form_id = in_form
          -- somebody else began to count, and was waited for
          on conflict do nothing;
        end loop;
      end $$;

      -- Each comes back with what became of it: 'stored', with its id; 'closed' when the form was closed or deleted a
      -- moment ago; 'full'; or 'taken' when its key is. Who comes first in the list gets a place first.
      create function store_limited_submissions(
        in_workspace uuid, in_form uuid, in_limit integer, in_submissions json, in_tell boolean
      ) returns table (submission_key uuid, id uuid, received_at timestamptz, outcome text)
      language plpgsql security invoker as $$
      #variable_conflict use_column
      declare
        refusal text;
        added uuid[];
        places integer;
      begin
        perform set_config('app.workspace_id', in_workspace::text, true);
        perform 1 from forms f
        where f.workspace_id = in_workspace and f.id = in_form
          and f.deleted_at is null and f.closed_at is null and f.published_version is not null;
        if not found then
          refusal := 'closed';
        else
          -- what comes to a full form costs a look and writes nothing
          perform 1 from claims c
          where c.workspace_id = in_workspace and c.form_id = in_form and c.key = 'max' and c.taken >= in_limit;
          if found then
            refusal := 'full';
          end if;
        end if;
        if refusal is not null then
          return query
            select g.key, null::uuid, null::timestamptz, refusal from json_to_recordset(in_submissions) as g (key uuid);
          return;
        end if;

        with given as materialized (
          select * from rows from (
            json_to_recordset(in_submissions) as
              (version integer, key uuid, hash text, answers jsonb, meta jsonb, search text)
          ) with ordinality as g (version, key, hash, answers, meta, search, place)
        ),
        stored as (
          insert into submissions as s
            (workspace_id, form_id, version, submission_key, content_hash, answers, meta, search)
          select in_workspace, in_form, g.version, g.key, g.hash, g.answers, g.meta, g.search
          from given g
          -- in one order, so that two calls with the same keys never wait for each other in a circle
          order by g.key
          on conflict (form_id, submission_key) do nothing
          returning s.submission_key, s.id
        )
        select coalesce(array_agg(s.id order by g.place), '{}') into added
        from stored s join given g on g.key = s.submission_key;

        places := case when added = '{}' then 0
                       else take_places(in_workspace, in_form, in_limit, cardinality(added)) end;
        if places < cardinality(added) then
          delete from submissions s where s.workspace_id = in_workspace and s.id = any (added[places + 1:]);
          added := added[:places];
        end if;
        if in_tell then
          insert into outbox (workspace_id, form_id, event, submission_id)
          select in_workspace, in_form, 'submission.created', a.id from unnest(added) as a (id);
        end if;
        return query
          select g.key, case when s.id = any (added) then s.id end, s.received_at,
                 case when s.id = any (added) then 'stored' when s.id is null then 'full' else 'taken' end
          from json_to_recordset(in_submissions) as g (key uuid)
          left join submissions s on s.form_id = in_form and s.submission_key = g.key;
      end $$;
    `)
  }
}
