import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Text search. Under row-level security the planner may not use the trigram index (`like` is not leakproof), so the
 * search runs as a role that sees all rows and cannot sign in; its body repeats the tests for workspace and form
 * (docs/decisions.md: Indexes under row-level security). First the newest rows are looked through in order, which
 * fills a page for words that are common; only then the index is asked.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
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
