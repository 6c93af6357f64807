import { BaseSchema } from '@adonisjs/lucid/schema'

const MINE = `workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid`

/**
 * Exports that a job writes to a file. The row is the job: what was asked for, how far it is, and who works at it for
 * how long. Whoever looks for work learns ids only (docs/decisions.md: Roles).
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
        -- up to here the file is on the disk; a resumed job goes on from here
        rows bigint not null default 0,
        bytes bigint not null default 0,
        place jsonb,
        leased_until timestamptz not null default '-infinity',
        lease uuid,
        attempts integer not null default 0,
        created_at timestamptz not null default now(),
        finished_at timestamptz,
        expires_at timestamptz,
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );
      create index exports_waiting on exports (created_at) where status in ('waiting', 'running');

      alter table exports enable row level security;
      alter table exports force row level security;
      create policy tenant on exports to fw_app using (${MINE}) with check (${MINE});
      create policy operator on exports to fw_operator using (true) with check (true);
      create policy owner on exports to fw_owner using (true) with check (true);

      create function claim_export(how_long interval) returns table (workspace_id uuid, id uuid, lease uuid)
      language sql volatile security definer set search_path = public, pg_temp
      as $$
        update exports e
        set status = case when e.attempts < 5 then 'running' else 'failed' end,
            reason = case when e.attempts < 5 then null else 'It was interrupted too often.' end,
            leased_until = now() + how_long, lease = gen_random_uuid(), attempts = e.attempts + 1
        where (e.workspace_id, e.id) in (
          select o.workspace_id, o.id from exports o
          where o.status in ('waiting', 'running') and o.leased_until < now()
          order by o.created_at limit 1 for update skip locked
        )
        returning e.workspace_id, e.id, e.lease
      $$;
      revoke all on function claim_export from public;
      grant execute on function claim_export to fw_app;
    `)
  }
}
