import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/** Submissions that are edited: who did it, and what they claim then. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- who changed which answers, never what they were: what was taken out is gone. They outlast the bin with their
      -- submission, and are removed with it.
      create table submission_edits (
        workspace_id uuid not null,
        form_id uuid not null,
        submission_id uuid not null,
        id uuid not null default uuidv7(),
        edited_at timestamptz not null,
        edited_by uuid references users (id) on delete set null,
        -- ids of blocks
        blocks text[] not null,
        primary key (workspace_id, submission_id, id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );
    `)
    this.schema.raw(tenantPolicies('submission_edits'))
    this.schema.raw(`
      -- Claims what the fields of an edited submission ask for now, and gives back what they asked for before, all or
      -- nothing: it fails with FWUSD, and the keys that are used up. What it held already it keeps, whatever the limit is by
      -- now. In the order that everybody keeps (take_claims). The row of the submission is locked by whoever calls it.
      create function change_claims(in_workspace uuid, in_form uuid, in_submission uuid, in_claims json)
      returns void language plpgsql security invoker as $$
      declare
        changes json;
        used_up json;
      begin
        select json_agg(json_build_object('key', key, 'more', more, 'limit', "limit")) into changes
        from (
          select key, coalesce(c.count, 0) - coalesce(h.count, 0) as more, coalesce(c."limit", 0) as "limit"
          from json_to_recordset(in_claims) as c (key text, "limit" integer, count integer)
          full join (
            select h.key, h.count from claim_holders h
            where h.workspace_id = in_workspace and h.form_id = in_form and h.submission_id = in_submission
          ) h using (key)
        ) compared
        where more <> 0;
        if changes is null then
          return;
        end if;

        delete from claim_holders h
        where h.workspace_id = in_workspace and h.form_id = in_form and h.submission_id = in_submission
          and not exists (select from json_to_recordset(in_claims) as c (key text) where c.key = h.key);
        insert into claim_holders (workspace_id, form_id, submission_id, key, count)
        select in_workspace, in_form, in_submission, c.key, c.count
        from json_to_recordset(in_claims) as c (key text, count integer)
        on conflict (workspace_id, form_id, submission_id, key) do update set count = excluded.count;

        with wanted as (
          select * from json_to_recordset(changes) as c (key text, more integer, "limit" integer)
        ),
        got as (
          insert into claims as held (workspace_id, form_id, key, taken)
          select in_workspace, in_form, w.key, greatest(w.more, 0)
          from wanted w where w.more <= w."limit"
          order by w.key
          on conflict (workspace_id, form_id, key) do update
          set taken = greatest(held.taken + (select w.more from wanted w where w.key = excluded.key), 0)
          where (select w.more < 0 or held.taken + w.more <= w."limit" from wanted w where w.key = excluded.key)
          returning held.key
        )
        select json_agg(w.key) into used_up from wanted w
        where not exists (select from got g where g.key = w.key);
        if used_up is not null then
          raise exception 'What it asks for is used up.' using errcode = 'FWUSD', detail = used_up::text;
        end if;
        delete from claims c using json_to_recordset(changes) as w (key text)
        where c.workspace_id = in_workspace and c.form_id = in_form and c.key = w.key and c.taken = 0;
      end $$;
    `)
  }
}
