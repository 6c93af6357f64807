import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The digest of a draft no longer counts at which positions blocks stand, which are others once a block was moved and moved
 * back: that tells only when the order itself is worth a look.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table forms
        add column draft_places numeric not null default 0,
        add column published_places numeric,
        add column published_order bigint;
      -- drafts that hold nothing unpublished, until the digests are others
      create temporary table unchanged on commit drop as
        select workspace_id, id from forms where draft_digest = published_digest;
      alter table draft_blocks drop column digest;
      alter table draft_blocks
        add column digest bigint not null generated always as (
          case when content is null then 0 else hashtextextended(
            (block_id || ' ' || kind || ' ' || coalesce(parent, '') || ' ' || content::text) collate "C", 0) end) stored,
        add column place bigint not null generated always as (
          case when content is null then 0
               else hashtextextended((block_id || ' ' || position) collate "C", 0) end) stored;
      -- which blocks of a draft follow each other, in each section and at the top; what a block names as its section is in its digest
      create function draft_order(of_workspace uuid, of_form uuid) returns bigint
      language sql stable security invoker as $$
        select hashtextextended(string_agg(b.block_id, ' ' order by
                 -- looked up in a hash: a join would be planned by statistics that know nothing of a draft just written
                 case when b.parent in (select section.block_id from draft_blocks section
                                        where section.workspace_id = of_workspace and section.form_id = of_form
                                          and section.content is not null)
                      then b.parent else '' end collate "C",
                 b.position collate "C", b.block_id collate "C"), 0)
        from draft_blocks b
        where b.workspace_id = of_workspace and b.form_id = of_form and b.content is not null
      $$;
      update forms f set (draft_digest, draft_places) = (
        select coalesce(sum(b.digest), 0), coalesce(sum(b.place), 0)
        from draft_blocks b where b.workspace_id = f.workspace_id and b.form_id = f.id);
      -- nothing is like this number: what was changed since it was published is so until it is published again
      update forms set published_digest = 'NaN' where published_digest is not null;
      update forms f
      set published_digest = draft_digest, published_places = draft_places, published_order = draft_order(f.workspace_id, f.id)
      from unchanged where unchanged.workspace_id = f.workspace_id and unchanged.id = f.id;
    `)
    this.schema.raw(counting())
  }
}

/** SQL of what migrations 0025 and 0027 count as rows of drafts change, with the places: still one change of a form for each statement. */
function counting(): string {
  const on = (event: string, changes: string) => `
    create or replace function count_draft_bytes_${event}() returns trigger language plpgsql security invoker as $$
    begin
      update forms f
      set draft_bytes = f.draft_bytes + changed.bytes, draft_digest = f.draft_digest + changed.digest,
          draft_places = f.draft_places + changed.place
      from (select workspace_id, form_id, sum(bytes) as bytes, sum(digest) as digest, sum(place) as place
            from (${changes}) as rows group by 1, 2) as changed
      where f.workspace_id = changed.workspace_id and f.id = changed.form_id
        and (changed.bytes <> 0 or changed.digest <> 0 or changed.place <> 0);
      return null;
    end $$;
  `
  const now =
    'select workspace_id, form_id, bytes, digest::numeric as digest, place::numeric as place from now_rows'
  const gone =
    'select workspace_id, form_id, -bytes as bytes, -digest::numeric as digest, -place::numeric as place from gone_rows'
  return on('insert', now) + on('update', `${now} union all ${gone}`) + on('delete', gone)
}
