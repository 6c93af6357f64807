import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/** The white space of JavaScript, which the engine trims. */
const SPACE = `E' \\t\\n\\u000b\\f\\r\\u00a0\\u1680\\u2000\\u2001\\u2002\\u2003\\u2004\\u2005\\u2006\\u2007\\u2008\\u2009\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'`

/**
 * Filters over forms with many submissions. Runs of consecutive submissions are packed: one row with their ids, and one
 * for each block with all their answers to it, in the same order; where answers are objects, one for each of their
 * members too. What a filter looks for is looked for there; rows that may match are then judged by their own answers, so
 * a segment may only ever say too much.
 *
 * A segment holds all submissions from its first place on up to the place before the next segment's first, and may
 * never miss one: whatever changes a submission that lies in a segment drops the segment. That a deleted answer is
 * really gone follows from it too.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table submission_segments (
        workspace_id uuid not null,
        form_id uuid not null,
        id uuid not null default uuidv7(),
        -- the place of the first row, or before all rows; the first place that is no longer in it
        from_at timestamptz not null,
        from_id uuid not null,
        until_at timestamptz not null,
        until_id uuid not null,
        rows integer not null,
        -- oldest first
        ids uuid[] not null,
        primary key (workspace_id, id),
        unique (workspace_id, form_id, from_at, from_id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );

      -- One element for each row of the segment, of what lies at a path: the block, then members of its answer. Where
      -- nobody has anything there is no row. Texts are separated by U+001F; nothing is U+001E, what cannot be told here
      -- U+001C, and JSON other than text and numbers U+001D and itself. Objects are told with one member only, as an
      -- option with a text is stored.
      create table segment_answers (
        workspace_id uuid not null,
        segment_id uuid not null,
        path text[] not null,
        -- rows with a value; with one that cannot be told here; with JSON other than text and numbers
        present integer not null,
        unknown integer not null,
        structured integer not null,
        -- as text is compared, and as it is where that differs; null when all values are numbers
        folded text,
        raws text,
        -- different values as they are, not as text is compared, in the order of their bytes; null when there are many
        few text[],
        -- a number for each of all texts as they are compared, by which one is looked up
        text_numbers integer[],
        -- as they come and in order, each once; null when no value is a number
        numbers float8[],
        sorted float8[],
        primary key (workspace_id, segment_id, path),
        foreign key (workspace_id, segment_id) references submission_segments (workspace_id, id) on delete cascade
      );
    `)
    for (const table of ['submission_segments', 'segment_answers']) this.schema.raw(tenantPolicies(table))
    this.schema.raw(`
      -- Whoever changes a submission that lies in a segment, or puts one there, drops the segment. New ones never lie in
      -- one: only what is older than a minute is packed. So a new submission costs the comparison of two times.
      create function drop_segment() returns trigger language plpgsql as $$
      declare
        changed submissions := case when tg_op = 'INSERT' then new else old end;
      begin
        perform pg_advisory_xact_lock_shared(hashtextextended('segments ' || changed.form_id, 0));
        delete from submission_segments g
        where g.workspace_id = changed.workspace_id and g.form_id = changed.form_id
          and (g.from_at, g.from_id) <= (changed.received_at, changed.id)
          and (g.until_at, g.until_id) > (changed.received_at, changed.id);
        return null;
      end $$;
      -- At the end of the transaction: who stores takes claims afterwards, while edits and deletions have theirs before
      -- they drop a segment. So all come to the segments last, and nobody waits in a circle.
      create constraint trigger drop_segment_of_old after insert on submissions deferrable initially deferred for each row
        when (new.received_at < now() - interval '30 seconds') execute function drop_segment();
      create trigger drop_segment_of_deleted after delete on submissions for each row execute function drop_segment();
      create trigger drop_segment_of_changed after update on submissions for each row
        when (old.answers is distinct from new.answers) execute function drop_segment();
    `)
    this.schema.raw(`
      -- A text as comparisons see it: the same as the engine's fold (docs/semantics.md: Text). Composing costs more than
      -- all else, and plain ASCII is composed.
      create function fold_text(given text) returns text language sql immutable strict parallel safe as $$
        select case when octet_length(given) = length(given)
          then lower(btrim(given, ${SPACE}) collate pg_unicode_fast)
          else normalize(
            replace(replace(lower(btrim(given, ${SPACE}) collate pg_unicode_fast), 'ς', 'σ'), 'ß', 'ss'), NFC) end
      $$;
    `)
    this.schema.raw(`
      -- What says by itself what a segment cannot hold: where it has few different answers to a block, or days, these,
      -- once each; and of all texts a number each. A function that is not written out where it is called costs more than
      -- what it does, so packing writes out the number of a text, and only lists that are stored are put in order.

      -- one text that is empty is no list without texts
      create function packed_texts(packed text) returns text[] language sql immutable parallel safe as $$
        select case when packed = '' then array[''] else string_to_array(packed, E'\\x1f', E'\\x1e') end
      $$;

      create function few_texts(packed text) returns text[] language sql immutable parallel safe as $$
        select case when cardinality(given) <= 400 or given[1] ~ '^\\d{4}-\\d\\d-\\d\\d'
                 then array(select answer from unnest(given) answer order by answer collate "C") end
        from (
          select array_agg(answer) as given
          from (select distinct a as answer from unnest(packed_texts(packed)) a where a is not null) different
        ) kept
      $$;

      -- The number is the same on every machine and in every version of the database: what is packed outlives both.
      create function text_number(given text) returns integer language sql immutable parallel safe as $$
        select (crc32c(convert_to(given, 'UTF8')) - 2147483648)::integer
      $$;

      create function text_numbers(packed text) returns integer[] language sql immutable parallel safe as $$
        select array_agg(number) from (
          select distinct (crc32c(convert_to(answer, 'UTF8')) - 2147483648)::integer as number
          from unnest(packed_texts(packed)) answer where answer is not null
        ) different
      $$;

      -- Packs the oldest run of submissions that lies in no segment, and says how many it were; null when there is
      -- nothing to pack, or somebody else is at this form. Between two segments any number of rows, else full runs only.
      create function pack_segment(in_workspace uuid, in_form uuid, in_rows integer) returns integer
      language plpgsql security invoker set work_mem = '32MB' set jit = off as $$
      #variable_conflict use_column
      declare
        segment uuid;
        start_at timestamptz := '-infinity';
        start_id uuid := '00000000-0000-0000-0000-000000000000';
        end_at timestamptz;
        end_id uuid;
        given uuid[];
        answers jsonb[];
        times timestamptz[];
        found_rows integer;
      begin
        if not pg_try_advisory_xact_lock(hashtextextended('segments ' || in_form, 0)) then return null; end if;

        -- the first place that no segment holds, and the first segment after it
        if exists (select from submission_segments g where g.workspace_id = in_workspace and g.form_id = in_form
                   and (g.from_at, g.from_id) = (start_at, start_id)) then
          select g.until_at, g.until_id into start_at, start_id from submission_segments g
          where g.workspace_id = in_workspace and g.form_id = in_form and not exists (
            select from submission_segments n where n.workspace_id = in_workspace and n.form_id = in_form
              and (n.from_at, n.from_id) = (g.until_at, g.until_id))
          order by g.until_at, g.until_id limit 1;
        end if;
        select g.from_at, g.from_id into end_at, end_id from submission_segments g
        where g.workspace_id = in_workspace and g.form_id = in_form and (g.from_at, g.from_id) > (start_at, start_id)
        order by g.from_at, g.from_id limit 1;

        select array_agg(r.id order by r.received_at, r.id), array_agg(r.answers order by r.received_at, r.id),
               array_agg(r.received_at order by r.received_at, r.id), count(*)
          into given, answers, times, found_rows
        from (
          select s.id, s.answers, s.received_at from submissions s
          where s.workspace_id = in_workspace and s.form_id = in_form
            and (s.received_at, s.id) >= (start_at, start_id)
            and (s.received_at, s.id) < (coalesce(end_at, now() - interval '1 minute'),
                                         coalesce(end_id, '00000000-0000-0000-0000-000000000000'))
          order by s.received_at, s.id limit in_rows + 1
        ) r;
        if found_rows > in_rows then
          found_rows := in_rows;
          end_at := times[in_rows + 1];
          end_id := given[in_rows + 1];
        elsif end_at is null then
          return null;
        end if;
        given := coalesce(given[:found_rows], '{}');
        answers := answers[:found_rows];

        insert into submission_segments (workspace_id, form_id, from_at, from_id, until_at, until_id, rows, ids)
        values (in_workspace, in_form, start_at, start_id, end_at, end_id, found_rows, given)
        returning id into segment;

        -- the answers, then members of those that are objects, and members of these
        for depth in 1..3 loop
          insert into segment_answers
            (workspace_id, segment_id, path, present, unknown, structured, folded, raws, few, text_numbers, numbers,
             sorted)
          select in_workspace, segment, b.path, g.present, g.unknown, g.structured,
                 g.folded, nullif(g.raws, g.folded), few_texts(g.raws), text_numbers(g.folded), g.numbers,
                 case when g.numbers is not null
                   then array(select distinct n from unnest(g.numbers) n where n is not null order by n) end
          from (
            select distinct array[k] as path from unnest(answers) a, jsonb_object_keys(a) k where depth = 1
            union all
            -- objects are among what cannot be told and other JSON
            select distinct p.path || k
            from segment_answers p, unnest(answers) a, jsonb_object_keys(
              case when jsonb_typeof(a #> p.path) = 'object' then a #> p.path else '{}' end) k
            where p.workspace_id = in_workspace and p.segment_id = segment and cardinality(p.path) = depth - 1
              and (p.unknown > 0 or p.structured > 0)
          ) b,
          lateral (
            select count(type) as present,
                   count(*) filter (where raw = E'\\x1c' and number is null) as unknown,
                   count(*) filter (where starts_with(raw, E'\\x1d')) as structured,
                   case when count(type) > count(number)
                     then fold_text(string_agg(btrim(raw, ${SPACE}), E'\\x1f' order by at)) end as folded,
                   case when count(type) > count(number) then string_agg(raw, E'\\x1f' order by at) end as raws,
                   case when count(number) > 0 then array_agg(number order by at) end as numbers
            from (
              select at, type, case when type = 'number' then answer::float8 end as number,
                     case when type is null then E'\\x1e'
                          when type in ('number', 'null') or length(raw) > 1000 or raw ~ E'[\\x1c-\\x1f]' then E'\\x1c'
                          when type = 'object' and (select count(*) from jsonb_object_keys(answer)) <> 1 then E'\\x1c'
                          when type = 'string' then raw
                          else E'\\x1d' || raw end as raw
              from (
                select at, answer, jsonb_typeof(answer) as type, answer #>> '{}' as raw
                from (
                  -- members of objects only: a list has none
                  select u.at, case cardinality(b.path)
                    when 1 then u.given -> b.path[1]
                    when 2 then u.given -> b.path[1] -> b.path[2]
                    else u.given -> b.path[1] -> b.path[2] -> b.path[3] end as answer
                  from unnest(answers) with ordinality u(given, at) offset 0
                ) looked_up offset 0
              ) typed offset 0
            ) told
          ) g;
          exit when not found;
        end loop;
        return found_rows;
      end $$;

      -- forms with many submissions of which a segment's worth is not packed: ids only (docs/decisions.md: Roles)
      create function forms_to_pack(at_least integer, in_rows integer) returns table (workspace_id uuid, id uuid)
      language sql stable security definer set search_path = public, pg_temp
      as $$
        select c.workspace_id, c.form_id
        from form_counts c join forms f on f.workspace_id = c.workspace_id and f.id = c.form_id
        where c.submissions >= at_least and f.deleted_at is null and c.submissions - in_rows >= coalesce((
          select sum(g.rows) from submission_segments g
          where g.workspace_id = c.workspace_id and g.form_id = c.form_id), 0)
      $$;
      revoke all on function forms_to_pack from public;
      grant execute on function forms_to_pack to fw_app;
    `)
  }
}
