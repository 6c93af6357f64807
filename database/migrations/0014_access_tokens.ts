import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/**
 * Access tokens of programs: each of one person in one workspace, gone with the membership. Of the token only its SHA-256
 * is kept. What a token's POST with an `Idempotency-Key` was answered is kept for a day, encrypted.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table access_tokens (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        user_id uuid not null,
        name text not null,
        token_hash text not null unique,
        -- its first characters, by which a person knows it again
        begins text not null,
        scopes text[] not null,
        created_at timestamptz not null default now(),
        expires_at timestamptz,
        last_used_at timestamptz,
        primary key (workspace_id, id),
        foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
      );
      create index access_tokens_person on access_tokens (workspace_id, user_id);

      create table idempotent_requests (
        workspace_id uuid not null,
        token_id uuid not null,
        key text not null,
        -- SHA-256 of method, address and body
        request text not null,
        -- null while nobody knows how it ended
        status integer,
        -- AEAD, bound to the row; null for an answer without a body, or one that was too large to keep
        answer text,
        created_at timestamptz not null default now(),
        primary key (workspace_id, token_id, key),
        foreign key (workspace_id, token_id) references access_tokens (workspace_id, id) on delete cascade
      );
      create index idempotent_requests_age on idempotent_requests (created_at);
    `)
    for (const table of ['access_tokens', 'idempotent_requests']) this.schema.raw(tenantPolicies(table))
    this.schema.raw(`
      -- whose a token is, before a workspace is known: ids only
      create function access_token_address(hash text) returns table (workspace_id uuid, id uuid)
      language sql stable security definer set search_path = public, pg_temp
      as $$ select t.workspace_id, t.id from access_tokens t where t.token_hash = hash $$;
      revoke all on function access_token_address from public;
      grant execute on function access_token_address to fw_app;

      -- answers that are older than a repeat may be, of all workspaces; since when is not for the caller to say
      create function forget_idempotent_requests() returns bigint
      language sql volatile security definer set search_path = public, pg_temp
      as $$
        with gone as (delete from idempotent_requests r where r.created_at < now() - interval '24 hours' returning 1)
        select count(*) from gone
      $$;
      revoke all on function forget_idempotent_requests from public;
      grant execute on function forget_idempotent_requests to fw_app;
    `)
  }
}
