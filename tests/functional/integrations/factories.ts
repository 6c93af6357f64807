import { randomUUID } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { DeliveryBackground } from '#app/integrations/background'
import { parseRanges } from '#app/outbound/address_rules'
import type { DeliverySettings } from '#app/integrations/settings'
import { notifyOutbox } from '#app/outbox/notify'
import { within } from '#app/workspaces/within'
import { type FormItem, newForm, publish } from '#tests/functional/forms/factories'
import type { Creator } from '#tests/functional/visitor'

/** A form that is published, with the owner of its workspace. */
export async function published(): Promise<{ creator: Creator; form: FormItem }> {
  const made = await newForm()
  await publish(made.creator, made.form.id)
  return made
}

/** An integration as the API answers it. */
export interface IntegrationItem {
  id: string
  kind: string
  known: boolean
  unread: string | null
  name: string
  settings: Record<string, unknown>
  summary: string
  events: string[]
  condition: unknown
  enabled: boolean
  paused: { at: string; reason: string; cause: string } | null
  waits_since: string | null
  failing_since: string | null
  failed_deliveries: number
  unsure_deliveries: number
  waiting_deliveries: number
  last_day: { delivered: number; failed: number; unsure: number }
  last_delivered_at: string | null
  has_secret: boolean
  secret_unread: boolean
  secret?: string
}

/** A delivery as the API answers it; `body` and `log` only when it was asked for by itself. */
export interface DeliveryItem {
  id: string
  event: string
  submission_id: string | null
  test: boolean
  earlier: boolean
  status: 'pending' | 'delivered' | 'failed' | 'unsure' | 'cancelled'
  reason: string | null
  link: string | null
  attempts: number
  next_attempt_at: string | null
  body: string | null
  log: {
    number: number
    request: { url: string; headers: Record<string, string> } | null
    response: { status: number; headers: Record<string, string>; body: string } | null
    outcome: string
    reason: string | null
  }[]
}

/** Deliveries as the server does them, with a schedule that a test can wait for. */
export function startDeliveries(more: Partial<DeliverySettings> = {}): DeliveryBackground {
  const background = new DeliveryBackground({
    schedule: [0, 0.02, 0.02],
    leaseSeconds: 30,
    concurrency: 8,
    perEndpoint: 4,
    pauseAfterSeconds: 3600,
    pollMs: 50,
    attemptMs: 10_000,
    drainMs: 1_000,
    allowed: parseRanges('127.0.0.0/8'),
    ...more,
  })
  background.start()
  return background
}

/** The path of a form's integrations, or of one. */
export function pathOf(form: { id: string }, integration?: { id: string }): string {
  return `/api/forms/${form.id}/integrations${integration ? `/${integration.id}` : ''}`
}

/** Adds an integration to a form, as its creator. */
export async function addIntegration(
  creator: Creator,
  form: { id: string },
  kind: string,
  settings: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<IntegrationItem & { secret: string }> {
  const made = await creator.visitor.post<{ data: IntegrationItem & { secret: string } }>(pathOf(form), {
    kind,
    settings,
    ...more,
  })
  if (made.status !== 201) throw new Error(`integration: ${made.status} ${made.text}`)
  return made.body.data
}

/** Adds a webhook to a form, as its creator. */
export function addWebhook(
  creator: Creator,
  form: { id: string },
  url: string,
  more: Record<string, unknown> = {},
): Promise<IntegrationItem & { secret: string }> {
  return addIntegration(creator, form, 'webhook', { url }, more)
}

/** Stores a submission with its outbox row, as the public side does, and says so. */
export async function submit(
  creator: Creator,
  form: FormItem,
  answers: Record<string, unknown>,
): Promise<string> {
  const id = await within(creator.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
      `insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers)
       select workspace_id, form_id, max(number), ?, '', ?::jsonb from form_versions
       where workspace_id = ? and form_id = ? group by workspace_id, form_id returning id`,
      [randomUUID(), JSON.stringify(answers), creator.workspaceId, form.id],
    )
    const made = rows[0]?.id ?? ''
    await trx.rawQuery(
      'insert into outbox (workspace_id, form_id, event, submission_id) values (?, ?, ?, ?)',
      [creator.workspaceId, form.id, 'submission.created', made],
    )
    return made
  })
  notifyOutbox()
  return id
}

/** Deletes a submission as its creator. */
export async function remove(creator: Creator, form: FormItem, id: string): Promise<void> {
  const gone = await creator.visitor.delete(`/api/forms/${form.id}/submissions/${id}`)
  if (gone.status !== 204) throw new Error(`delete: ${gone.status} ${gone.text}`)
}

/** The log of an integration, newest first. */
export async function logOf(
  creator: Creator,
  form: { id: string },
  integration: { id: string },
  query = '',
): Promise<DeliveryItem[]> {
  const log = await creator.visitor.get<{ data: DeliveryItem[] }>(
    `${pathOf(form, integration)}/deliveries${query}`,
  )
  return log.body.data
}

/** One delivery with everything. */
export async function deliveryOf(
  creator: Creator,
  form: { id: string },
  integration: { id: string },
  id: string,
): Promise<DeliveryItem> {
  const path = `${pathOf(form, integration)}/deliveries/${id}`
  return (await creator.visitor.get<{ data: DeliveryItem }>(path)).body.data
}

/** Asks until it is so; for what happens in the background and has no other sign. */
export async function until<T>(
  ask: () => Promise<T>,
  so: (value: T) => boolean,
  patience = 30_000,
): Promise<T> {
  const deadline = Date.now() + patience
  for (;;) {
    const value = await ask()
    if (so(value)) return value
    if (Date.now() > deadline) throw new Error(`It did not come about: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

/** Nothing of this workspace is in the outbox any more. */
export async function told({ workspaceId }: Creator): Promise<void> {
  await until(
    () =>
      within(workspaceId, async ({ trx }) => {
        const { rows } = await trx.rawQuery<{ rows: { left: number }[] }>(
          'select count(*)::int as left from outbox where workspace_id = ?',
          [workspaceId],
        )
        return rows[0]?.left
      }),
    (left) => left === 0,
  )
}

/**
 * Forgets what workspaces but these have to be delivered: a server that is to die at an attempt would meet theirs, which earlier
 * specs left.
 */
export async function leaveAlone(...creators: Creator[]): Promise<void> {
  const owner = db.connection('owner')
  const own = [creators.map(({ workspaceId }) => workspaceId)]
  await owner.rawQuery('delete from outbox where workspace_id <> all (?)', own)
  await owner.rawQuery(`delete from deliveries where workspace_id <> all (?) and status = 'pending'`, own)
}
