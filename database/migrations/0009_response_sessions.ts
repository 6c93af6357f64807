import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/** What respondents have typed and not yet sent. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
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
        -- a row counts as 1,000 bytes beside what it holds: so the number of small ones has a bound, too
        bytes integer not null generated always as
          (1000 + octet_length(raws::text) + octet_length(pages::text) + octet_length(context::text)) stored,
        -- a keyed hash of the address that the visit came from
        visited_from text not null,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id, version) references form_versions (workspace_id, form_id, number) on delete cascade
      );
      create unique index response_sessions_token on response_sessions (workspace_id, token_hash);
      create index response_sessions_bytes on response_sessions (workspace_id) include (form_id, visited_from, bytes);
      create index response_sessions_expiry on response_sessions (expires_at);
    `)
    this.schema.raw(tenantPolicies('response_sessions'))
  }
}
