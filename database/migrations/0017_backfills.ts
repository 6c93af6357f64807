import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/** Sending submissions that came in before their integration, and what must be known so that none goes twice. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- the last one of an integration: there is one at a time
      create table backfills (
        workspace_id uuid not null,
        integration_id uuid not null,
        id uuid not null default uuidv7(),
        status text not null default 'running' check (status in ('running', 'paused', 'done', 'cancelled')),
        -- submissions up to here are sent; later ones go by themselves
        up_to timestamptz not null,
        -- the last submission that was looked at, oldest first
        seen_at timestamptz not null default '-infinity',
        seen_id uuid not null default '00000000-0000-0000-0000-000000000000',
        -- how many there were in the beginning
        expected integer not null,
        -- deliveries made, and submissions for which the condition did not hold
        made integer not null default 0,
        unmatched integer not null default 0,
        -- when it last had its turn
        turn_at timestamptz not null default now(),
        started_at timestamptz not null default now(),
        finished_at timestamptz,
        primary key (workspace_id, integration_id),
        foreign key (workspace_id, integration_id) references integrations (workspace_id, id) on delete cascade
      );
      create index backfills_running on backfills (turn_at) where status = 'running';

      alter table deliveries
        add column backfill_id uuid,
        -- those of a backfill: new submissions go before them
        add column earlier boolean not null generated always as (backfill_id is not null) stored;
      create index deliveries_backfill on deliveries (workspace_id, backfill_id, status) where backfill_id is not null;
      create index deliveries_earlier on deliveries (endpoint, workspace_id, next_attempt_at)
        where status = 'pending' and earlier and not in_order;
      -- those of a log, newest first
      create index deliveries_earlier_log on deliveries (workspace_id, integration_id, created_at desc, id desc)
        where earlier;

      -- which submissions an integration got by deliveries that are forgotten by now
      create table past_deliveries (
        workspace_id uuid not null,
        submission_id uuid not null,
        integration_id uuid not null,
        primary key (workspace_id, submission_id, integration_id),
        foreign key (workspace_id, integration_id) references integrations (workspace_id, id) on delete cascade
      );
      create index past_deliveries_integration on past_deliveries (workspace_id, integration_id);
    `)
    for (const table of ['backfills', 'past_deliveries']) this.schema.raw(tenantPolicies(table))
  }
}
