import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/**
 * Submissions, how many of them a form takes, how they are stored and how they are searched.
 *
 * The functions that store run as whoever calls them, under the policies of that role: they set the workspace, for this
 * transaction only. They write the event for the outbox in the same transaction.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table submissions (
        workspace_id uuid not null,
        form_id uuid not null,
        id uuid not null default uuidv7(),
        version integer not null,
        submission_key uuid not null,
        content_hash text not null,
        status text not null default 'complete' check (status in ('complete', 'partial')),
        answers jsonb not null,
        meta jsonb not null default '{}',
        search text not null default '',
        received_at timestamptz not null default clock_timestamp(),
        updated_at timestamptz,
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id, version) references form_versions (workspace_id, form_id, number) on delete cascade
      );
      create unique index submissions_key on submissions (form_id, submission_key);
      create index submissions_newest on submissions (workspace_id, form_id, received_at desc, id desc);
      create index submissions_search on submissions using gin (form_id, search gin_trgm_ops);

      create table claims (
        workspace_id uuid not null,
        form_id uuid not null,
        key text not null,
        taken integer not null default 0 check (taken >= 0),
        primary key (workspace_id, form_id, key),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );

      create table claim_holders (
        workspace_id uuid not null,
        form_id uuid not null,
        submission_id uuid not null,
        key text not null,
        primary key (workspace_id, form_id, submission_id, key),
        foreign key (workspace_id, submission_id) references submissions (workspace_id, id) on delete cascade
      );
    `)
    for (const table of ['submissions', 'claims', 'claim_holders']) this.schema.raw(tenantPolicies(table))
    this.schema.raw(`
      -- where a submission is never changes
      create function submission_stays() returns trigger language plpgsql as $$
      begin
        raise exception 'A submission keeps its id, its form and its time.';
      end $$;
      create trigger submission_stays before update on submissions for each row
        when ((old.workspace_id, old.form_id, old.id, old.received_at)
              is distinct from (new.workspace_id, new.form_id, new.id, new.received_at))
        execute function submission_stays();
    `)
    this.schema.raw(`
      -- The count of all submissions of a form exists only while the form limits them: without a limit nothing is counted
      -- in the submission's transaction. So a count from before is worth nothing when a limit comes (back): it is removed,
      -- and begins again with the submissions that are there.
      create function limit_begins() returns trigger language plpgsql as $$
      begin
        delete from claims where workspace_id = new.workspace_id and form_id = new.id and key = 'max';
        return null;
      end $$;
      create trigger limit_begins after update of access on forms for each row
        when ((old.access -> 'maxSubmissions') is null or (new.access -> 'maxSubmissions') is null)
        execute function limit_begins();

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
    `)
    this.schema.raw(`
      -- One submission in one call, so that one without files and limits is stored in a single round trip. Nothing is
      -- stored when the form was closed or deleted a moment ago (open is false), or when the key is taken (open is true,
      -- without an id).
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

      -- Submissions of one workspace, so that those which arrive at the same moment share a round trip and a commit. Each
      -- comes back with its id when it was stored; without one when its form was closed or deleted a moment ago (open is
      -- false), or when its key is taken (open is true). The keys of one call are different from each other.
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

      -- Submissions of a form that limits their number, stored together and with one look at the count. The row of the
      -- count is taken last, and given back by the commit that follows in the same call: whoever waits for it waits for no
      -- program. Each comes back with what became of it: 'stored', with its id; 'closed' when the form was closed or
      -- deleted a moment ago; 'full'; or 'taken' when its key is. Who comes first in the list gets a place first.
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
    this.schema.raw(`
      -- Text search. Under row-level security the planner may not use the trigram index (like is not leakproof), so the
      -- search runs as a role that sees all rows and cannot sign in; its body repeats the tests for workspace and form
      -- (docs/decisions.md: Indexes under row-level security). First the newest rows are looked through in order, which
      -- fills a page for words that are common; only then the index is asked.
      create policy search on submissions for select to fw_search using (true);
      grant select on submissions to fw_search;

      create function search_submissions(
        in_form uuid, words text[], before_at timestamptz, before_id uuid, up_to integer, newest_only boolean
      ) returns table (id uuid, received_at timestamptz)
      language plpgsql stable security definer set search_path = public, pg_temp
      as $$
      declare
        workspace uuid := nullif(current_setting('app.workspace_id', true), '')::uuid;
        matches text;
        edge_at timestamptz;
        edge_id uuid;
        found_so_far bigint;
      begin
        if workspace is null or cardinality(words) = 0 then return; end if;
        select string_agg(format('s.search like %L', '%' || replace(replace(replace(word, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'), ' and ')
          into matches from unnest(words) as word;

        -- a window of 10,000 rows, in order: of the whole form when only the newest are searched, else after the page before
        if newest_only then
          select s.received_at, s.id into edge_at, edge_id
          from submissions s where s.workspace_id = workspace and s.form_id = in_form
          order by s.received_at desc, s.id desc offset 9999 limit 1;
        end if;
        return query execute format(
          'select s.id, s.received_at from (
             select w.id, w.received_at, w.search from submissions w
             where w.workspace_id = $1 and w.form_id = $2 and (w.received_at, w.id) < ($3, $4)
             order by w.received_at desc, w.id desc limit 10000
           ) s
           where %s and (s.received_at, s.id) >= ($5, $6)
           order by s.received_at desc, s.id desc limit $7', matches)
          using workspace, in_form, before_at, before_id, coalesce(edge_at, '-infinity'),
                coalesce(edge_id, '00000000-0000-0000-0000-000000000000'), up_to;
        get diagnostics found_so_far = row_count;
        if newest_only or found_so_far >= up_to then return; end if;

        -- what comes after the window, by the index
        select s.received_at, s.id into edge_at, edge_id
        from submissions s
        where s.workspace_id = workspace and s.form_id = in_form and (s.received_at, s.id) < (before_at, before_id)
        order by s.received_at desc, s.id desc offset 9999 limit 1;
        if edge_at is null then return; end if;

        return query execute format(
          'with hits as materialized (
             select s.id, s.received_at from submissions s
             where s.workspace_id = $1 and s.form_id = $2 and %s
           )
           select h.id, h.received_at from hits h where (h.received_at, h.id) < ($3, $4)
           order by h.received_at desc, h.id desc limit $5', matches)
          using workspace, in_form, edge_at, edge_id, up_to - found_so_far;
      end $$;

      alter function search_submissions owner to fw_search;
      revoke all on function search_submissions from public;
      grant execute on function search_submissions to fw_app;
    `)
  }
}
