import { BaseSchema } from '@adonisjs/lucid/schema'
import { CURRENT_USER, tenantPolicies } from '#database/row_level_security'

/** Workspaces and who belongs to them. A person sees their own from outside of any: the policies named `mine`. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
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
    `)
    this.schema.raw(tenantPolicies('workspaces', 'id'))
    this.schema.raw(tenantPolicies('memberships'))
    this.schema.raw(`
      create policy mine on memberships for select to fw_app using (user_id = ${CURRENT_USER});
      create policy mine on workspaces for select to fw_app using (
        exists (select 1 from memberships m where m.workspace_id = workspaces.id and m.user_id = ${CURRENT_USER})
      );
    `)
  }
}
