import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/**
 * Exports that a job of their id writes to a file. The row is the record of what was asked for, how far it is and what
 * came out; who works at it and until when is the queue's business.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table exports (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        form_id uuid not null,
        created_by uuid references users (id) on delete set null,
        -- the view as it was asked for
        search text not null default '',
        filter text not null default '',
        status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
        reason text,
        -- what there was to write when it began: nothing newer, and columns of no later version
        until timestamptz not null default clock_timestamp(),
        version integer not null,
        -- about how many rows there were to write when it was asked for, where that is known
        total bigint,
        -- up to here it is on the disk, with so many bytes of each of its files; a resumed job goes on from here
        rows bigint not null default 0,
        written bigint[] not null default '{}',
        cursor jsonb,
        -- the file, once it is done
        format text not null default 'csv' check (format in ('csv', 'zip')),
        bytes bigint not null default 0,
        attempts integer not null default 0,
        created_at timestamptz not null default now(),
        finished_at timestamptz,
        expires_at timestamptz,
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );
      create index exports_form on exports (workspace_id, form_id, created_at desc);
      create index exports_created on exports (created_at);
    `)
    this.schema.raw(tenantPolicies('exports'))
    this.schema.raw(`
      -- exports of long ago, of all workspaces; since when is not for the caller to say
      create function forget_exports() returns bigint
      language sql volatile security definer set search_path = public, pg_temp
      as $$
        with gone as (delete from exports e where e.created_at < now() - interval '30 days' returning 1)
        select count(*) from gone
      $$;
      revoke all on function forget_exports from public;
      grant execute on function forget_exports to fw_app;
    `)
  }
}
