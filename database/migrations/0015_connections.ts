import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/** Credentials of a workspace at other services, and how somebody is about to get one. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table connections (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        service text not null,
        -- what the service calls the account, and what people call it
        account_id text not null,
        account_name text not null,
        -- AEAD, bound to table and row: tokens; null for the moment between insert and sealing
        credentials text,
        -- when the access token runs out; null where it does not
        expires_at timestamptz,
        -- grows with each time that somebody connects, not with refreshed tokens
        generation integer not null default 1,
        -- since when the service does not accept it any more, and what it said
        lost_at timestamptz,
        lost_reason text,
        connected_at timestamptz not null default now(),
        created_at timestamptz not null default now(),
        primary key (workspace_id, id),
        -- one for each account: revoking a second one would end the first
        unique (workspace_id, service, account_id)
      );

      -- somebody is at the service and is about to come back: ten minutes
      create table connection_flows (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        -- SHA-256 of the state that travels with them
        state_hash text not null,
        -- SHA-256 of the id of their session
        session_hash text not null,
        user_id uuid not null,
        service text not null,
        -- which one is to be connected again
        connection_id uuid,
        redirect_uri text not null,
        -- AEAD, bound to table and row: the PKCE verifier
        verifier text,
        popup boolean not null,
        expires_at timestamptz not null,
        primary key (workspace_id, state_hash),
        foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade
      );

      alter table integrations
        add column connection_id uuid,
        -- whether its kind works with one, as it is set
        add column connection_needed boolean not null default false,
        -- since when deliveries wait for the connection
        add column waits_since timestamptz,
        add foreign key (workspace_id, connection_id) references connections (workspace_id, id)
          on delete set null (connection_id);
      create index integrations_connection on integrations (workspace_id, connection_id) where connection_id is not null;
      create index integrations_waiting on integrations (waits_since) where waits_since is not null;
      create index integrations_troubled on integrations (coalesce(paused_at, waits_since, failing_since))
        where paused_at is not null or waits_since is not null or failing_since is not null;
    `)
    for (const table of ['connections', 'connection_flows']) this.schema.raw(tenantPolicies(table))
    this.schema.raw(`
      create index connections_account on connections (service, account_id);

      -- whether a connection, of whatever workspace, is to this account, and nothing else of it
      create function account_is_shared(of_service text, of_account text) returns boolean
      language sql stable security definer set search_path = public, pg_temp
      as $$
        select exists (
          select from connections c
          where c.service = of_service and c.account_id = of_account and c.lost_at is null)
      $$;
      revoke all on function account_is_shared from public;
      grant execute on function account_is_shared to fw_app;
    `)
  }
}
