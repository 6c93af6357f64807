import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/** Looks that a workspace keeps by name. Forms take over a copy, so that no row here is part of any form. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table themes (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        name text not null,
        look jsonb not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (workspace_id, id)
      );
      create unique index themes_name on themes (workspace_id, lower(name));
    `)
    this.schema.raw(tenantPolicies('themes'))
  }
}
