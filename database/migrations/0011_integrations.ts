import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/** Integrations, what is to be delivered to them, and every attempt. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table integrations (
        workspace_id uuid not null,
        form_id uuid not null,
        id uuid not null default uuidv7(),
        kind text not null,
        v integer not null,
        name text not null,
        settings jsonb not null,
        -- AEAD, bound to table and row; newest first, each with the time until which it signs
        secrets text,
        -- AEAD, bound to table and row: settings that nobody is shown
        secret_settings text,
        condition jsonb,
        events text[] not null,
        enabled boolean not null default true,
        paused_at timestamptz,
        pause_reason text,
        pause_cause text check (pause_cause in ('gone', 'reconnect', 'failing')),
        -- what its plugin remembers between deliveries: small
        state jsonb,
        failing_since timestamptz,
        -- of what a mail to its admins was written
        told text check (told in ('failing', 'waiting', 'paused')),
        -- when its deletion began; what an interrupted one has left is deleted by a job
        ended_at timestamptz,
        -- how its plugin failed over the last request of its service
        hook_fault text,
        hook_failed_at timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );
      create index integrations_form on integrations (workspace_id, form_id);
      create index integrations_ended on integrations (ended_at) where ended_at is not null;

      -- subscriptions whose program wanted no more, until somebody has seen it
      create table ended_subscriptions (
        workspace_id uuid not null,
        form_id uuid not null,
        id uuid not null default uuidv7(),
        kind text not null,
        name text not null,
        ended_at timestamptz not null default now(),
        primary key (workspace_id, id),
        unique (workspace_id, form_id, kind, name),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );

      create table deliveries (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        form_id uuid not null,
        integration_id uuid not null,
        event text not null,
        outbox_id uuid not null,
        submission_id uuid not null,
        test boolean not null default false,
        status text not null default 'pending'
          -- unsure: it was sent, and no answer came
          check (status in ('pending', 'delivered', 'failed', 'unsure', 'cancelled')),
        -- why it stands so, in a sentence
        reason text,
        payload jsonb not null default '{}',
        body text,
        attempts integer not null default 0,
        -- attempts made before the present round: a replay begins the schedule again, the numbers of attempts go on
        round_start integer not null default 0,
        next_attempt_at timestamptz not null default now(),
        leased_until timestamptz,
        lease uuid,
        -- what its plugin remembers for a repeat, and for later events of the same submission: small
        state jsonb,
        -- where what it made can be looked at
        link text,
        -- not before those of the same integration that came earlier; its endpoint is the integration then
        in_order boolean not null default false,
        -- which receiver it goes to, for fairness between endpoints
        endpoint text not null default '',
        occurred_at timestamptz not null default now(),
        created_at timestamptz not null default now(),
        finished_at timestamptz,
        primary key (workspace_id, id),
        unique (workspace_id, integration_id, outbox_id),
        foreign key (workspace_id, integration_id) references integrations (workspace_id, id) on delete cascade
      );
      -- so many more of a workspace may wait at least, and when that was counted (app/integrations/pending_room.ts)
      alter table workspaces add column delivery_room integer not null default 0, add column delivery_room_counted_at timestamptz;
      create index deliveries_due on deliveries (workspace_id, next_attempt_at) include (endpoint) where status = 'pending';
      create index deliveries_log on deliveries (workspace_id, integration_id, created_at desc, id desc);
      create index deliveries_submission on deliveries (workspace_id, submission_id);

      -- the next ones that each workspace has for each endpoint, and those under way: what the claim asks for
      create index deliveries_endpoint on deliveries (workspace_id, endpoint, in_order, next_attempt_at)
        where status = 'pending';
      create index deliveries_in_order on deliveries (endpoint, workspace_id, outbox_id) where status = 'pending' and in_order;
      create index deliveries_under_way on deliveries (endpoint) where status = 'pending' and leased_until is not null;
      -- what is old enough to be forgotten
      create index deliveries_age on deliveries (created_at);
      -- What of an integration waits, has failed or was delivered, newest first: its part of the log, the count of those
      -- that failed, and what is replayed. Whichever of them is rare among very many is found at once.
      create index deliveries_by_status on deliveries (workspace_id, integration_id, status, created_at desc, id desc)
        include (test);
      -- What somebody looks for in a log and is rare there: a part of a reason, which few deliveries have, and events that
      -- are not those of new submissions.
      create index deliveries_reasons on deliveries (workspace_id, integration_id, created_at desc, id desc)
        where reason is not null;
      create index deliveries_rare_events on deliveries (workspace_id, integration_id, event, created_at desc, id desc)
        where event <> 'submission.created';

      -- requests of services that were taken, so that none is handed on twice; forgotten after a day
      create table hook_requests (
        workspace_id uuid not null,
        integration_id uuid not null,
        -- SHA-256 of what the service calls it
        name text not null,
        done boolean not null default false,
        received_at timestamptz not null default now(),
        primary key (workspace_id, integration_id, name),
        foreign key (workspace_id, integration_id) references integrations (workspace_id, id) on delete cascade
      );
      create index hook_requests_age on hook_requests (workspace_id, integration_id, received_at);

      create table delivery_attempts (
        workspace_id uuid not null,
        delivery_id uuid not null,
        number integer not null,
        started_at timestamptz not null,
        finished_at timestamptz,
        request jsonb,
        response jsonb,
        outcome text,
        reason text,
        primary key (workspace_id, delivery_id, number),
        foreign key (workspace_id, delivery_id) references deliveries (workspace_id, id) on delete cascade
      );
    `)
    const tables = ['integrations', 'ended_subscriptions', 'deliveries', 'delivery_attempts', 'hook_requests']
    for (const table of tables) this.schema.raw(tenantPolicies(table))
  }
}
