import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What a draft says, as one number that is kept as its rows change: where it is what it was when the form was published,
 * nothing in the draft is unpublished, however often it was changed and changed back.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- of a row that is part of the draft; a removed one says nothing
      alter table draft_blocks add column digest bigint not null generated always as (
        case when content is null then 0 else hashtextextended(
          (block_id || ' ' || kind || ' ' || coalesce(parent, '') || ' ' || position || ' ' || content::text) collate "C",
          0) end) stored;
      alter table forms add column draft_digest numeric not null default 0, add column published_digest numeric;
      update forms f set draft_digest = coalesce(
        (select sum(b.digest) from draft_blocks b where b.workspace_id = f.workspace_id and b.form_id = f.id), 0);
      update forms set published_digest = draft_digest where published_revision >= draft_revision;
      -- nothing is like this number: what was changed since it was published is so until it is published again
      update forms set published_digest = 'NaN' where published_revision < draft_revision;
      alter table forms drop column published_revision;
    `)
    this.schema.raw(counting())
  }
}

/** SQL of what migration 0025 counts as rows of drafts change, with the digest: still one change of a form for each statement. */
function counting(): string {
  const on = (event: string, changes: string) => `
    create or replace function count_draft_bytes_${event}() returns trigger language plpgsql security invoker as $$
    begin
      update forms f
      set draft_bytes = f.draft_bytes + changed.bytes, draft_digest = f.draft_digest + changed.digest
      from (select workspace_id, form_id, sum(bytes) as bytes, sum(digest) as digest
            from (${changes}) as rows group by 1, 2) as changed
      where f.workspace_id = changed.workspace_id and f.id = changed.form_id
        and (changed.bytes <> 0 or changed.digest <> 0);
      return null;
    end $$;
  `
  const now = 'select workspace_id, form_id, bytes, digest::numeric as digest from now_rows'
  const gone = 'select workspace_id, form_id, -bytes as bytes, -digest::numeric as digest from gone_rows'
  return on('insert', now) + on('update', `${now} union all ${gone}`) + on('delete', gone)
}
