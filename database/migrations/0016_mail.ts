import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/** Who sends the mail of a workspace, and what the house itself writes to its admins. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table mail_senders (
        workspace_id uuid primary key references workspaces (id) on delete cascade,
        host text not null,
        port integer not null,
        security text not null check (security in ('tls', 'starttls', 'none')),
        username text not null,
        -- AEAD, bound to table and row
        password text,
        from_address text not null,
        from_name text not null,
        -- when a test mail last went out; nothing is sent by it before
        verified_at timestamptz,
        updated_at timestamptz not null default now()
      );
    `)
    this.schema.raw(tenantPolicies('mail_senders'))
    this.schema.raw(`
      -- mails to owner and admins about an integration that fails or is paused
      create table integration_notices (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        form_id uuid not null,
        integration_id uuid not null,
        body text not null,
        status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
        attempts integer not null default 0,
        reason text,
        next_attempt_at timestamptz not null default now(),
        created_at timestamptz not null default now(),
        finished_at timestamptz,
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade,
        foreign key (workspace_id, integration_id) references integrations (workspace_id, id) on delete cascade
      );
      create index integration_notices_newest on integration_notices (id desc);
      create index integration_notices_by_status on integration_notices (status, id desc);
      create index integration_notices_due on integration_notices (next_attempt_at) where status = 'pending';
      create index integration_notices_integration on integration_notices (workspace_id, integration_id);
      create index integration_notices_form on integration_notices (workspace_id, form_id);
    `)
    this.schema.raw(tenantPolicies('integration_notices'))
  }
}
