import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What says by itself what a segment cannot hold: where it has few different answers to a block, or days, these, once
 * each; and of all texts a number each, by which one is looked up. Texts are told up to 1,000 signs instead of 200.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- one text that is empty is no list without texts
      create function packed_texts(packed text) returns text[] language sql immutable parallel safe as $$
        select case when packed = '' then array[''] else string_to_array(packed, E'\\x1f', E'\\x1e') end
      $$;
      create function few_texts(packed text) returns text[] language sql immutable parallel safe as $$
        select case when count(*) <= 400 or bool_and(answer ~ '^\\d{4}-\\d\\d-\\d\\d')
                 then array_agg(answer order by answer collate "C") end
        from (
          select distinct a as answer from unnest(packed_texts(packed)) a where a is not null
        ) different
      $$;

      -- The number is the same on every machine and in every version of the database: what is packed outlives both.
      create function text_number(given text) returns integer language sql immutable parallel safe as $$
        select (crc32c(convert_to(given, 'UTF8')) - 2147483648)::integer
      $$;
      create function text_numbers(packed text) returns integer[] language sql immutable parallel safe as $$
        select array_agg(distinct text_number(answer)) from unnest(packed_texts(packed)) answer where answer is not null
      $$;

      alter table segment_answers
        -- different answers as they are, not as text is compared, in the order of their bytes; null when there are many
        add column few text[],
        -- those of all texts as they are compared
        add column text_numbers integer[];
      update segment_answers set few = few_texts(coalesce(raws, folded)), text_numbers = text_numbers(folded);

      -- Packs the oldest run of submissions that lies in no segment, and says how many it were; null when there is
      -- nothing to pack, or somebody else is at this form. Between two segments any number of rows, else full runs only.
      create or replace function pack_segment(in_workspace uuid, in_form uuid, in_rows integer) returns integer
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

        insert into segment_answers
          (workspace_id, segment_id, block_id, present, unknown, structured, folded, raws, few, text_numbers, numbers,
           sorted)
        select in_workspace, segment, b.block_id, g.present, g.unknown, g.structured,
               g.folded, nullif(g.raws, g.folded), few_texts(g.raws), text_numbers(g.folded), g.numbers,
               case when g.numbers is not null
                 then array(select distinct n from unnest(g.numbers) n where n is not null order by n) end
        from (select distinct k as block_id from unnest(answers) a, jsonb_object_keys(a) k) b,
        lateral (
          select count(type) as present,
                 count(*) filter (where raw = E'\\x1c' and number is null) as unknown,
                 count(*) filter (where starts_with(raw, E'\\x1d')) as structured,
                 case when count(type) > count(number) then
                   -- composing costs more than all else, and plain ASCII is composed
                   case when sum(octet_length(raw)) = sum(length(raw))
                     then lower(string_agg(btrim(raw, E' \\t\\n\\r\\f\\u00a0'), E'\\x1f' order by at))
                     else lower(normalize(string_agg(btrim(raw, E' \\t\\n\\r\\f\\u00a0'), E'\\x1f' order by at), NFC))
                   end
                 end as folded,
                 case when count(type) > count(number) then string_agg(raw, E'\\x1f' order by at) end as raws,
                 case when count(number) > 0 then array_agg(number order by at) end as numbers
          from (
            select at, type, case when type = 'number' then answer::float8 end as number,
                   case when type is null then E'\\x1e'
                        when type in ('number', 'null') or length(raw) > 1000 or raw ~ E'[\\x1c-\\x1f]' then E'\\x1c'
                        when type = 'string' then raw
                        else E'\\x1d' || raw end as raw
            from (
              select at, answer, jsonb_typeof(answer) as type, answer #>> '{}' as raw
              from (
                select u.at, u.given -> b.block_id as answer from unnest(answers) with ordinality u(given, at) offset 0
              ) looked_up offset 0
            ) typed offset 0
          ) told
        ) g;
        return found_rows;
      end $$;
    `)
  }
}
