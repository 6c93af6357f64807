import { BaseSchema } from '@adonisjs/lucid/schema'

/** People and their sessions: global tables, an allow-list in `tests/functional/ground/tenancy.spec.ts`. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- global tables: an allow-list in the meta-test
      create table users (
        id uuid primary key default uuidv7(),
        name text not null,
        email text not null,
        -- what it is known by, however it is written (app/accounts/email_key.ts)
        email_key text not null,
        password text not null,
        -- what mails are written in: the language of the browser that signed in last and asked for one of ours; null: English
        language text,
        suspended_at timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create unique index users_email on users (email_key);

      create table sessions (
        token_hash text primary key,
        user_id uuid not null references users (id) on delete cascade,
        data jsonb not null,
        ip text,
        user_agent text,
        created_at timestamptz not null default now(),
        -- when the person last gave their password
        confirmed_at timestamptz,
        last_seen_at timestamptz not null default now(),
        expires_at timestamptz not null
      );
      create index sessions_user on sessions (user_id);
      create index sessions_expiry on sessions (expires_at);

      -- The set-up link that a start without demo prints while there is no account (docs/decisions.md: First run): at
      -- most one, and only the SHA-256 of its token. The start writes it as owner; the serving role can only use it up.
      create table setup_link (
        single boolean primary key default true check (single),
        token_hash text not null,
        expires_at timestamptz not null
      );
      revoke insert, update, truncate on setup_link from fw_app, fw_operator;

      -- Links by which somebody may make an account where registering is by invitation: SHA-256 of their tokens. The
      -- operator writes them (node ace account:invite); the serving role can only use them up.
      create table account_invitations (
        token_hash text primary key,
        -- of the only email address it is good for; null where it is good for all
        email_key text,
        expires_at timestamptz not null
      );
      revoke insert, update, truncate on account_invitations from fw_app;

      -- Links by which somebody chooses a new password: SHA-256 of their tokens.
      create table password_resets (
        token_hash text primary key,
        user_id uuid not null references users (id) on delete cascade,
        expires_at timestamptz not null
      );
      create index password_resets_user on password_resets (user_id);

      -- Mails about accounts, which belong to no workspace. One that somebody asked for stands here until its turn, whether or
      -- not there is an account: asking takes as long either way.
      create table account_mails (
        id uuid primary key default uuidv7(),
        kind text not null check (kind in ('password-reset', 'password-changed', 'invitation')),
        email text not null,
        -- the token of an invitation: AEAD, bound to the row, until it was sent
        sealed text,
        -- of an invitation: what it is written in; others are in the language of the account
        language text,
        status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
        attempts integer not null default 0,
        reason text,
        next_attempt_at timestamptz not null default now(),
        created_at timestamptz not null default now(),
        finished_at timestamptz
      );
      create index account_mails_by_status on account_mails (status, id desc);
      create index account_mails_due on account_mails (next_attempt_at) where status = 'pending';
    `)
  }
}
