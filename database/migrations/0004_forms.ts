import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/** Forms, their addresses (docs/decisions.md: Addresses), the draft in rows, and the published versions. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- ids only: slug or form id to workspace, before a workspace is known
      create table form_addresses (
        slug text primary key check (slug ~ '^[a-z0-9-]{3,80}$'),
        form_id uuid not null,
        workspace_id uuid not null references workspaces (id) on delete cascade,
        current boolean not null default true,
        -- addresses of a deleted form answer nothing but stay taken, so that a restored form has them back
        deleted_at timestamptz,
        created_at timestamptz not null default now()
      );
      create index form_addresses_form on form_addresses (form_id);
      create unique index form_addresses_current on form_addresses (form_id) where current;

      -- as people sort names: numbers in them by their size, capitals and accents aside (packages/kit/by_name.ts)
      create collation by_name (provider = icu, locale = 'und-u-kn-ks-level1', deterministic = false);

      create table forms (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        slug text not null,
        title text not null,
        -- bumped by every change of the draft; draft_blocks carry the value at which they changed
        draft_revision bigint not null default 0,
        published_version integer,
        published_revision bigint,
        published_at timestamptz,
        -- access settings of the newest published version, read by admission on every visit
        access jsonb not null default '{}',
        -- in force as soon as it is set, with or without a publication; part of no draft, version or document
        password_hash text,
        closed_at timestamptz,
        -- the version for whose limits the claims of its submissions were counted last
        claims_version integer,
        deleted_at timestamptz,
        created_by uuid references users (id) on delete set null,
        updated_by uuid references users (id) on delete set null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (workspace_id, id)
      );
      create index forms_newest on forms (workspace_id, updated_at desc, id desc) where deleted_at is null;
      create index forms_deleted on forms (deleted_at) where deleted_at is not null;

      -- a row per block and per group of form settings (kind 'settings.<group>'); removed ones stay as tombstones
      create table draft_blocks (
        workspace_id uuid not null,
        form_id uuid not null,
        block_id text not null,
        kind text not null,
        revision bigint not null,
        -- the section that a block stands in; whether it is one is not looked at here
        parent text,
        position text collate "C" not null,
        content jsonb,
        -- what it takes when it is read, not as it lies compressed
        bytes integer not null generated always as (coalesce(octet_length(content::text), 0)) stored,
        -- what a block was called that is no longer in the draft: rules and texts that stand on it are told by this name
        former_name text,
        updated_by uuid references users (id) on delete set null,
        updated_at timestamptz not null default now(),
        primary key (workspace_id, form_id, block_id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );
      create index draft_blocks_revision on draft_blocks (workspace_id, form_id, revision);

      create table form_versions (
        workspace_id uuid not null,
        form_id uuid not null,
        number integer not null,
        document jsonb not null,
        sha256 text not null,
        note text,
        withdrawn_at timestamptz,
        created_by uuid references users (id) on delete set null,
        created_at timestamptz not null default now(),
        primary key (workspace_id, form_id, number),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );
    `)
    for (const table of ['forms', 'draft_blocks', 'form_versions']) this.schema.raw(tenantPolicies(table))
    this.schema.raw(`
      -- which forms have been in the bin for their time: ids only, for whoever sweeps across workspaces
      -- (docs/decisions.md: Roles)
      create function forms_to_purge(up_to integer) returns table (workspace_id uuid, id uuid)
      language sql stable security definer set search_path = public, pg_temp
      as $$
        select f.workspace_id, f.id from forms f
        where f.deleted_at < now() - interval '30 days' order by f.deleted_at limit least(up_to, 1000)
      $$;
      revoke all on function forms_to_purge from public;
      grant execute on function forms_to_purge to fw_app;
    `)
  }
}
