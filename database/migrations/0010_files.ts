import { BaseSchema } from '@adonisjs/lucid/schema'
import { CURRENT_WORKSPACE, tenantPolicies } from '#database/row_level_security'

/** The beginning of a media file's address, in JSON. */
const MEDIA_ADDRESS = '"/media/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/'

/**
 * Files of respondents, until a submission claims them and from then on; and media files of creators, as long as a
 * draft or a version shows them.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table files (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        form_id uuid not null,
        block_id text not null,
        -- the stay that uploaded it: only its own submission may claim it
        upload_key uuid not null,
        -- who sent it, as a hash of their network address; forgotten once a submission claims it
        uploaded_from text,
        submission_id uuid,
        -- 'unfinished' while it comes in pieces; 'deleted' with its submission, for as long as that can be restored
        status text not null default 'pending' check (status in ('unfinished', 'pending', 'claimed', 'deleted')),
        storage_key text not null unique,
        name text not null,
        type text not null,
        -- of an unfinished one what is on the disk by now
        size bigint not null,
        sha256 text not null,
        created_at timestamptz not null default now(),
        -- of an unfinished one: how many bytes it will have, and when the last of its pieces came
        expected bigint,
        piece_at timestamptz,
        check ((status = 'unfinished') = (expected is not null and piece_at is not null)),
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );
      create index files_submission on files (workspace_id, submission_id);
      create index files_unclaimed on files (created_at) include (workspace_id, form_id, uploaded_from, size)
      where status in ('unfinished', 'pending');
    `)
    this.schema.raw(tenantPolicies('files'))
    this.schema.raw(`
      -- bytes that wait to be claimed, of everybody: sums only
      create function waiting_uploads(
        form uuid, uploader text, at_least float8,
        out of_uploader float8, out of_form float8, out of_workspace float8, out of_instance float8
      )
      language sql stable security definer set search_path = public, pg_temp
      as $$
        select coalesce(sum(greatest(size, at_least)) filter (where uploaded_from = uploader), 0),
               coalesce(sum(greatest(size, at_least)) filter (where form_id = form), 0),
               coalesce(sum(greatest(size, at_least)) filter (where workspace_id = ${CURRENT_WORKSPACE}), 0),
               coalesce(sum(greatest(size, at_least)), 0)
        from files where status in ('unfinished', 'pending')
      $$;
      revoke all on function waiting_uploads from public;
      grant execute on function waiting_uploads to fw_app;
    `)
    this.schema.raw(`
      create table media (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        -- part of the address: the same in every workspace that shows it
        id uuid not null default gen_random_uuid(),
        sha256 text not null,
        storage_key text not null,
        name text not null,
        type text not null,
        size bigint not null,
        width integer,
        height integer,
        -- since when no draft and no version shows it; null while one does
        unused_since timestamptz default now(),
        created_at timestamptz not null default now(),
        primary key (workspace_id, id)
      );
      create index media_address on media (id);
      create index media_content on media (workspace_id, sha256);
      create index media_storage on media (storage_key);
      create index media_unused on media (unused_since) where unused_since is not null;

      -- into which form a media file was uploaded, and when last: it is offered there for as long as it is stored
      create table form_media (
        workspace_id uuid not null,
        form_id uuid not null,
        media_id uuid not null,
        uploaded_at timestamptz not null default now(),
        primary key (workspace_id, form_id, media_id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade,
        foreign key (workspace_id, media_id) references media (workspace_id, id) on delete cascade
      );
      create index form_media_media on form_media (workspace_id, media_id);

      -- ids of the media files whose addresses stand in some JSON
      create function media_in(content jsonb) returns uuid[] language sql immutable parallel safe
      return (
        select coalesce(array_agg(distinct found[1]::uuid), '{}')
        from regexp_matches(content::text, '${MEDIA_ADDRESS}', 'g') as found
      );
    `)
    for (const [table, json] of [
      ['draft_blocks', 'content'],
      ['form_versions', 'document'],
    ]) {
      this.schema.raw(`
        alter table ${table} add column media uuid[] not null generated always as (media_in(${json})) stored;
        create index ${table}_media on ${table} using gin (workspace_id, media) where media <> '{}';
      `)
    }
    this.schema.raw(tenantPolicies('media'))
    this.schema.raw(tenantPolicies('form_media'))
    this.schema.raw(`
      -- whose a media file is, for whoever knows its address: an id only, before a workspace is known
      create function workspace_of_media(id uuid, sha256 text) returns uuid
      language sql stable security definer set search_path = public, pg_temp
      as $$
        select m.workspace_id from media m
        where m.id = workspace_of_media.id and m.sha256 = workspace_of_media.sha256 limit 1
      $$;
      revoke all on function workspace_of_media from public;
      grant execute on function workspace_of_media to fw_app;

      -- Makes media files of other workspaces this one's too, and answers which: what was copied with a form goes on
      -- being shown when the other workspace shows it no more. The bytes are shared. Who knows the id has seen the address, which is public.
      create function adopt_media(ids uuid[]) returns setof uuid
      language sql security definer set search_path = public, pg_temp
      as $$
        insert into media (workspace_id, id, sha256, storage_key, name, type, size, width, height, unused_since)
        select ${CURRENT_WORKSPACE}, m.id, m.sha256, m.storage_key, m.name, m.type, m.size, m.width, m.height, null
        from media m
        where m.id = any(ids)
          and not exists (select from media own where own.workspace_id = ${CURRENT_WORKSPACE} and own.id = m.id)
        for key share of m
        on conflict do nothing
        returning id
      $$;
      revoke all on function adopt_media from public;
      grant execute on function adopt_media to fw_app;
    `)
  }
}
