import { BaseSchema } from '@adonisjs/lucid/schema'

/** What the drafts and the versions of forms take, counted as they change: a workspace has so much room for them. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- what a version takes when it is read, not as it lies compressed
      alter table form_versions
        add column bytes integer not null generated always as (octet_length(document::text)) stored;
      -- of the blocks of the draft, and of all versions
      alter table forms
        add column draft_bytes bigint not null default 0,
        add column version_bytes bigint not null default 0;
      update forms f set
        draft_bytes = coalesce((select sum(b.bytes) from draft_blocks b
                                where b.workspace_id = f.workspace_id and b.form_id = f.id), 0),
        version_bytes = coalesce((select sum(v.bytes) from form_versions v
                                  where v.workspace_id = f.workspace_id and v.form_id = f.id), 0);
    `)
    this.schema.raw(counting('draft_blocks', 'draft_bytes'))
    this.schema.raw(counting('form_versions', 'version_bytes'))
  }
}

/** SQL of triggers that keep the bytes of a table's rows in a column of their forms: one change of a form for each statement. */
function counting(table: string, column: string): string {
  const on = (event: string, tables: string, changes: string) => `
    create function count_${column}_${event}() returns trigger language plpgsql security invoker as $$
    begin
      update forms f set ${column} = f.${column} + changed.bytes
      from (select workspace_id, form_id, sum(bytes) as bytes from (${changes}) as rows group by 1, 2) as changed
      where f.workspace_id = changed.workspace_id and f.id = changed.form_id and changed.bytes <> 0;
      return null;
    end $$;
    create trigger count_${column}_${event} after ${event} on ${table} referencing ${tables}
    for each statement execute function count_${column}_${event}();
  `
  const now = 'select workspace_id, form_id, bytes from now_rows'
  const gone = 'select workspace_id, form_id, -bytes as bytes from gone_rows'
  return [
    on('insert', 'new table as now_rows', now),
    on('update', 'old table as gone_rows new table as now_rows', `${now} union all ${gone}`),
    on('delete', 'old table as gone_rows', gone),
  ].join('')
}
