import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/**
 * Submissions, how many of them a form takes, how they are stored and how they are searched.
 *
 * The function that stores runs as whoever calls it, under the policies of that role: it sets the workspace and the
 * five seconds that any work in a workspace may take, for this transaction only.
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
        -- what they take when they are read, not as they lie compressed
        bytes integer generated always as (octet_length(answers::text)) stored,
        meta jsonb not null default '{}',
        search text not null default '',
        received_at timestamptz not null default clock_timestamp(),
        updated_at timestamptz,
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id, version) references form_versions (workspace_id, form_id, number) on delete cascade
      );
      create unique index submissions_key on submissions (form_id, submission_key);
      create index submissions_newest on submissions (workspace_id, form_id, received_at desc, id desc);
      -- the few that were edited
      create index submissions_edited on submissions (workspace_id, form_id, updated_at desc, id desc)
        where updated_at is not null;
      create index submissions_search on submissions using gin (form_id, search gin_trgm_ops);

      -- what was deleted, for as long as it can be restored: as it was, and with the same id
      create table deleted_submissions (
        like submissions including defaults,
        deleted_at timestamptz not null default now(),
        deleted_by uuid references users (id) on delete set null,
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id, version) references form_versions (workspace_id, form_id, number) on delete cascade
      );
      create index deleted_submissions_newest on deleted_submissions (workspace_id, form_id, deleted_at desc, id desc);
      create index deleted_submissions_oldest on deleted_submissions (deleted_at);

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
        count integer not null check (count > 0),
        primary key (workspace_id, form_id, submission_id, key),
        foreign key (workspace_id, submission_id) references submissions (workspace_id, id) on delete cascade
      );
    `)
    for (const table of ['submissions', 'deleted_submissions', 'claims', 'claim_holders'])
      this.schema.raw(tenantPolicies(table))
    this.schema.raw(`
      -- whose bins hold what has been there for 30 days: ids only, for the job that removes it
      create function workspaces_to_purge(up_to integer) returns setof uuid
      language sql stable security definer set search_path = public, pg_temp
      as $$
        select distinct d.workspace_id from deleted_submissions d
        where d.deleted_at < now() - interval '30 days' limit least(up_to, 1000)
      $$;
      revoke all on function workspaces_to_purge from public;
      grant execute on function workspaces_to_purge to fw_app;
    `)
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
      -- Claims for a submission what its fields ask for, all or nothing: it fails with FWUSD, and the keys that are used up.
      -- In the order that everybody keeps, so that nobody waits in a circle.
      create function take_claims(in_workspace uuid, in_form uuid, in_submission uuid, in_claims json)
      returns void language plpgsql security invoker as $$
      declare
        used_up json;
      begin
        insert into claim_holders (workspace_id, form_id, submission_id, key, count)
        select in_workspace, in_form, in_submission, c.key, c.count
        from json_to_recordset(in_claims) as c (key text, count integer);
        with got as (
          insert into claims as held (workspace_id, form_id, key, taken)
          select in_workspace, in_form, c.key, c.count
          from json_to_recordset(in_claims) as c (key text, "limit" integer, count integer)
          where c.count <= c."limit"
          order by c.key
          on conflict (workspace_id, form_id, key) do update set taken = held.taken + excluded.taken
          where held.taken + excluded.taken <= (
            select c."limit" from json_to_recordset(in_claims) as c (key text, "limit" integer) where c.key = excluded.key
          )
          returning held.key
        )
        select json_agg(c.key) into used_up from json_to_recordset(in_claims) as c (key text)
        where not exists (select from got g where g.key = c.key);
        if used_up is not null then
          raise exception 'What it asks for is used up.' using errcode = 'FWUSD', detail = used_up::text;
        end if;
      end $$;
    `)
    this.schema.raw(`
      -- Stores submissions of one form in one round trip and one commit, with the events for the outbox: those that arrive
      -- at the same moment come together; their keys are different from each other. Says in their order what became of
      -- each: 'stored', with its id; 'closed' when the form was closed or deleted a moment ago; 'full' when it takes no
      -- more than in_limit (who comes first in the list gets a place first); 'taken' when its key is.
      --
      -- One with files or claims of its fields comes alone. Where one of them is not to be had the function fails
      -- (FWGON: a file, FWUSD: what is limited, with the keys that are used up, FWFUL: the form), so that nothing of it is
      -- stored.
      --
      -- Claims are taken in one order by everybody, and the place among all submissions last: nobody waits in a circle, and
      -- whoever waits for a count waits for no program, since the commit follows in the same call.
      create function store_submissions(
        in_workspace uuid, in_form uuid, in_limit integer, in_submissions json, in_files uuid[], in_claims json
      ) returns table (outcome text, id uuid, received_at timestamptz)
      language plpgsql security invoker as $$
      #variable_conflict use_column
      declare
        refusal text;
        added uuid[];
        keys uuid[];
        times timestamptz[];
        places integer;
        found_parts integer;
      begin
        perform set_config('app.workspace_id', in_workspace::text, true),
                set_config('transaction_timeout', '5000', true);
        perform 1 from forms f
        where f.workspace_id = in_workspace and f.id = in_form
          and f.deleted_at is null and f.closed_at is null and f.published_version is not null;
        if not found then
          refusal := 'closed';
        elsif in_limit is not null then
          -- what comes to a full form costs a look and writes nothing
          perform 1 from claims c
          where c.workspace_id = in_workspace and c.form_id = in_form and c.key = 'max' and c.taken >= in_limit;
          if found then
            refusal := 'full';
          end if;
        end if;
        if refusal is not null then
          return query select refusal, null::uuid, null::timestamptz from json_array_elements(in_submissions);
          return;
        end if;

        with given as materialized (
          select * from rows from (
            json_to_recordset(in_submissions) as
              (version integer, key uuid, hash text, answers jsonb, meta jsonb, search text, received_at timestamptz)
          ) with ordinality as g (version, key, hash, answers, meta, search, received_at, place)
        ),
        stored as (
          insert into submissions as s
            (workspace_id, form_id, version, submission_key, content_hash, answers, meta, search, received_at)
          select in_workspace, in_form, g.version, g.key, g.hash, g.answers, g.meta, g.search,
                 coalesce(g.received_at, clock_timestamp())
          from given g
          -- in one order, so that two calls with the same keys never wait for each other in a circle
          order by g.key
          on conflict (form_id, submission_key) do nothing
          returning s.submission_key, s.id, s.received_at
        )
        select coalesce(array_agg(s.id order by g.place), '{}'), array_agg(g.key order by g.place),
               array_agg(s.received_at order by g.place)
        into added, keys, times
        from stored s join given g on g.key = s.submission_key;
        places := cardinality(added);

        if in_files <> '{}' and added <> '{}' then
          update files f set status = 'claimed', submission_id = added[1], uploaded_from = null
          where f.workspace_id = in_workspace and f.form_id = in_form and f.status = 'pending'
            and f.upload_key = (in_submissions -> 0 ->> 'key')::uuid and f.id = any (in_files);
          get diagnostics found_parts = row_count;
          if found_parts < cardinality(in_files) then
            raise exception 'A file is not to be had any more.' using errcode = 'FWGON';
          end if;
        end if;
        if json_array_length(in_claims) > 0 and added <> '{}' then
          perform take_claims(in_workspace, in_form, added[1], in_claims);
        end if;
        if in_limit is not null and added <> '{}' then
          places := take_places(in_workspace, in_form, in_limit, places);
          if places < cardinality(added) then
            if in_files <> '{}' or json_array_length(in_claims) > 0 then
              raise exception 'The form is full.' using errcode = 'FWFUL';
            end if;
            delete from submissions s where s.workspace_id = in_workspace and s.id = any (added[places + 1:]);
          end if;
        end if;
        insert into outbox (workspace_id, form_id, event, submission_id)
        select in_workspace, in_form, 'submission.created', a.id from unnest(added[:places]) as a (id);
        return query
          select case when a.n <= places then 'stored' when a.n > places then 'full' else 'taken' end,
                 a.id, a.received_at
          from rows from (json_to_recordset(in_submissions) as (key uuid)) with ordinality as g (key, place)
          left join unnest(keys, added, times) with ordinality as a (key, id, received_at, n) on a.key = g.key
          order by g.place;
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
