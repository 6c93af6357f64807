import { Env } from '@adonisjs/core/env'

/** Every setting the server reads. `scripts/start.mjs` fills in what the operator did not set. */
export default await Env.create(new URL('../', import.meta.url), {
  NODE_ENV: Env.schema.enum(['development', 'production', 'test'] as const),
  HOST: Env.schema.string({ format: 'host' }),
  PORT: Env.schema.number(),
  /** Public address; when the operator set it, other host names are refused. */
  APP_URL: Env.schema.string.optional({ format: 'url', tld: false }),
  APP_KEY: Env.schema.secret(),
  /** Who may make an account besides the first one. */
  REGISTRATION: Env.schema.enum.optional(['open', 'invited', 'closed'] as const),
  /** Database, uploaded files and secrets made on the first start. */
  STORAGE_DIR: Env.schema.string(),
  DATABASE_URL: Env.schema.string(),
  DATABASE_OWNER_URL: Env.schema.string.optional(),
  DATABASE_OPERATOR_URL: Env.schema.string.optional(),
  LOG_LEVEL: Env.schema.string.optional(),
  LIMITER_STORE: Env.schema.enum.optional(['database', 'memory'] as const),
  /** Address ranges (CIDR, comma separated) that outgoing calls may reach besides public ones. */
  OUTBOUND_ALLOW: Env.schema.string.optional(),
  /** The server that sends mail, `smtps://user:password@host` or `smtp://…`, and who it comes from. */
  SMTP_URL: Env.schema.string.optional(),
  MAIL_FROM: Env.schema.string.optional(),
  /** Mails that one workspace may send in an hour. */
  MAILS_PER_HOUR: Env.schema.number.optional(),
  /** Deliveries of one workspace that may wait. */
  DELIVERIES_WAITING: Env.schema.number.optional(),
  /** Hosts (comma separated) whose pages forms may show in frames; `*.` before one for those below it, `*` for any. */
  EMBED_HOSTS: Env.schema.string.optional(),
  /** Seconds before each attempt of a delivery, comma separated, and how long a lease on one lasts. */
  DELIVERY_SCHEDULE: Env.schema.string.optional(),
  DELIVERY_LEASE: Env.schema.number.optional(),
  /** Proxies (CIDR, comma separated) whose forwarding headers are believed. */
  TRUST_PROXY: Env.schema.string.optional(),
  /** What one address may send to one form: submissions and page turns, and files; a third of it at once. */
  SUBMISSIONS_PER_MINUTE: Env.schema.number.optional(),
  UPLOADS_PER_MINUTE: Env.schema.number.optional(),
  /** What one access token may ask for; a third of it at once. */
  TOKEN_REQUESTS_PER_MINUTE: Env.schema.number.optional(),
  /** How many submissions are worked at the same time; the next ones are asked to come again. */
  SUBMISSIONS_AT_ONCE: Env.schema.number.optional(),
  /** How many files may be coming in at the same time; half of them to one workspace, a quarter from one person. */
  UPLOADS_AT_ONCE: Env.schema.number.optional(),
  /** GB of files that may wait on this instance for the submissions they are for. */
  UPLOADS_WAITING_GB: Env.schema.number.optional(),
  /** GB of the disk below which no files are taken. */
  DISK_FLOOR_GB: Env.schema.number.optional(),
  FRONTEND: Env.schema.enum.optional(['react', 'preact'] as const),
  /** Set by tests and benches only: lifts checks that protect real data. */
  FORMWRIGHT_TEST: Env.schema.string.optional(),
})
