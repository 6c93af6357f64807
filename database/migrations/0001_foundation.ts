import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Tables that belong to a workspace. Each gets forced row-level security with one policy per role (docs/decisions.md:
 * Roles).
 */
const TENANT_TABLES = [
  'memberships',
  'forms',
  'draft_blocks',
  'form_versions',
  'submissions',
  'claims',
  'claim_holders',
  'response_sessions',
  'files',
  'integrations',
  'outbox',
  'deliveries',
  'delivery_attempts',
  'form_counts',
]

const CURRENT_WORKSPACE = `nullif(current_setting('app.workspace_id', true), '')::uuid`
const CURRENT_USER = `nullif(current_setting('app.user_id', true), '')::uuid`

export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create extension if not exists pg_trgm;
      create extension if not exists btree_gin;
      create extension if not exists unaccent;

      -- global tables: an allow-list in the meta-test
      create table users (
        id uuid primary key default uuidv7(),
        name text not null,
        email text not null,
        password text not null,
        suspended_at timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create unique index users_email on users (lower(email));

      create table sessions (
        token_hash text primary key,
        user_id uuid references users (id) on delete cascade,
        data jsonb not null,
        ip text,
        user_agent text,
        created_at timestamptz not null default now(),
        last_seen_at timestamptz not null default now(),
        expires_at timestamptz not null
      );
      create index sessions_user on sessions (user_id);
      create index sessions_expiry on sessions (expires_at);

      create table rate_limits (
        key varchar(255) primary key,
        points integer not null default 0,
        expire bigint
      );

      create table workspaces (
        id uuid primary key default uuidv7(),
        name text not null,
        icon text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );

      create table memberships (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        user_id uuid not null references users (id) on delete cascade,
        role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
        created_at timestamptz not null default now(),
        primary key (workspace_id, user_id)
      );
      create index memberships_user on memberships (user_id);

      -- ids only: slug or form id to workspace, before a workspace is known
      create table form_addresses (
        slug text primary key check (slug ~ '^[a-z0-9-]{3,80}$'),
        form_id uuid not null,
        workspace_id uuid not null references workspaces (id) on delete cascade,
        current boolean not null default true,
        created_at timestamptz not null default now()
      );
      create index form_addresses_form on form_addresses (form_id);
      create unique index form_addresses_current on form_addresses (form_id) where current;

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
        closed_at timestamptz,
        deleted_at timestamptz,
        created_by uuid references users (id) on delete set null,
        updated_by uuid references users (id) on delete set null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (workspace_id, id)
      );

      -- a row per block and per group of form settings (kind 'settings.<group>'); removed ones stay as tombstones
      create table draft_blocks (
        workspace_id uuid not null,
        form_id uuid not null,
        block_id text not null,
        kind text not null,
        revision bigint not null,
        position text collate "C" not null,
        content jsonb,
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

      create table submissions (
        workspace_id uuid not null,
        form_id uuid not null,
        id uuid not null default uuidv7(),
        version integer not null,
        submission_key uuid not null,
        content_hash text not null,
        status text not null default 'complete' check (status in ('complete', 'partial')),
        answers jsonb not null,
        meta jsonb not null default '{}',
        search text not null default '',
        received_at timestamptz not null default clock_timestamp(),
        updated_at timestamptz,
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id, version) references form_versions (workspace_id, form_id, number) on delete cascade
      );
      create unique index submissions_key on submissions (form_id, submission_key);
      create index submissions_newest on submissions (workspace_id, form_id, received_at desc, id desc);
      create index submissions_search on submissions using gin (form_id, search gin_trgm_ops);

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
        primary key (workspace_id, form_id, submission_id, key),
        foreign key (workspace_id, submission_id) references submissions (workspace_id, id) on delete cascade
      );

      create table response_sessions (
        workspace_id uuid not null,
        form_id uuid not null,
        id uuid not null default uuidv7(),
        token_hash text not null,
        submission_key uuid not null,
        version integer not null,
        raws jsonb not null default '{}',
        pages jsonb not null default '[]',
        context jsonb not null default '{}',
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id, version) references form_versions (workspace_id, form_id, number) on delete cascade
      );
      create unique index response_sessions_token on response_sessions (workspace_id, token_hash);
      create index response_sessions_expiry on response_sessions (expires_at);

      create table files (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        form_id uuid not null,
        block_id text not null,
        -- the stay that uploaded it: only its own submission may claim it
        upload_key uuid not null,
        submission_id uuid,
        status text not null default 'pending' check (status in ('pending', 'claimed')),
        storage_key text not null unique,
        name text not null,
        type text not null,
        size bigint not null,
        sha256 text not null,
        created_at timestamptz not null default now(),
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );
      create index files_submission on files (workspace_id, submission_id);
      create index files_unclaimed on files (created_at) where status = 'pending';

      create table integrations (
        workspace_id uuid not null,
        form_id uuid not null,
        id uuid not null default uuidv7(),
        kind text not null,
        v integer not null,
        name text not null,
        settings jsonb not null,
        -- AEAD, bound to table and row; newest first, each with the time until which it signs
        secrets text,
        condition jsonb,
        events text[] not null,
        enabled boolean not null default true,
        paused_at timestamptz,
        pause_reason text,
        failing_since timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );
      create index integrations_form on integrations (workspace_id, form_id);

      create table outbox (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        form_id uuid not null,
        event text not null,
        submission_id uuid not null,
        payload jsonb not null default '{}',
        created_at timestamptz not null default clock_timestamp(),
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );
      create index outbox_order on outbox (id);

      create table deliveries (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        form_id uuid not null,
        integration_id uuid not null,
        event text not null,
        outbox_id uuid not null,
        submission_id uuid not null,
        test boolean not null default false,
        status text not null default 'pending'
          check (status in ('pending', 'delivered', 'failed', 'cancelled')),
        payload jsonb not null default '{}',
        body text,
        attempts integer not null default 0,
        next_attempt_at timestamptz not null default now(),
        leased_until timestamptz,
        lease uuid,
        -- which receiver it goes to, for fairness between endpoints
        endpoint text not null default '',
        occurred_at timestamptz not null default now(),
        created_at timestamptz not null default now(),
        finished_at timestamptz,
        primary key (workspace_id, id),
        unique (workspace_id, integration_id, outbox_id),
        foreign key (workspace_id, integration_id) references integrations (workspace_id, id) on delete cascade
      );
      create index deliveries_due on deliveries (next_attempt_at) where status = 'pending';
      create index deliveries_log on deliveries (workspace_id, integration_id, created_at desc, id desc);
      create index deliveries_submission on deliveries (workspace_id, submission_id);

      create table delivery_attempts (
        workspace_id uuid not null,
        delivery_id uuid not null,
        number integer not null,
        started_at timestamptz not null,
        finished_at timestamptz,
        request jsonb,
        response jsonb,
        outcome text,
        reason text,
        primary key (workspace_id, delivery_id, number),
        foreign key (workspace_id, delivery_id) references deliveries (workspace_id, id) on delete cascade
      );

      -- fed by the outbox: never written by the submission itself
      create table form_counts (
        workspace_id uuid not null,
        form_id uuid not null,
        submissions bigint not null default 0,
        last_submission_at timestamptz,
        primary key (workspace_id, form_id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );
    `)

    for (const table of TENANT_TABLES) this.schema.raw(policies(table, 'workspace_id'))
    this.schema.raw(policies('workspaces', 'id'))
    this.schema.raw(`
      create policy mine on memberships for select to fw_app using (user_id = ${CURRENT_USER});
      create policy mine on workspaces for select to fw_app using (
        exists (select 1 from memberships m where m.workspace_id = workspaces.id and m.user_id = ${CURRENT_USER})
      );
      create policy search on submissions for select to fw_search using (true);
      grant usage on schema public to fw_search;
      grant select on submissions to fw_search;
    `)
  }
}

function policies(table: string, column: string): string {
  const mine = `${column} = ${CURRENT_WORKSPACE}`
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to fw_app using (${mine}) with check (${mine});
    create policy operator on ${table} to fw_operator using (true) with check (true);
    create policy owner on ${table} to fw_owner using (true) with check (true);
  `
}
