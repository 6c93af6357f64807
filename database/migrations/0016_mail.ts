import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/** Who sends the mail of a workspace. */
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
  }
}
