import { setImmediate } from 'node:timers/promises'
import type { Page } from '#api_types/answer'
import type { ToldEvent } from '#api_types/integrations'
import { IN_BIN } from '#app/forms/bin'
import { versionOf } from '#app/forms/versions'
import { type Cursor, writeCursor } from '#app/http/cursor'
import { notFound } from '#app/http/errors'
import { pluginFailed } from '#app/integrations/errors'
import { draftEvent } from '#app/integrations/draft_event'
import { deletionEvent, type EventForm, type EventSubmission, submissionEvent } from '#app/integrations/event'
import type { BoundIntegration } from '#app/plugins/integration'
import { checkedFilters } from '#app/submissions/checked_filters'
import type { Table } from '#app/submissions/columns'
import { withTable } from '#app/submissions/load_table'
import { placeFor } from '#app/submissions/read_places'
import { readRows } from '#app/submissions/read_rows'
import { MOST_BYTES, TOP } from '#app/submissions/stored_rows'
import type { View } from '#app/submissions/view'
import { type Scope, within } from '#app/workspaces/within'
import type { Json } from '#engine/document/document'
import type { EventName, IntegrationEvent } from '@formwright/kit/integration'

/** Which events of a form are asked for, newest first. */
export interface AskedEvents {
  workspaceId: string
  formId: string
  /** as whom it is told */
  bound: BoundIntegration
  name: EventName
  /** of new submissions: those that are meant */
  view: View
  /** this submission alone */
  submissionId?: string
  after: Cursor | undefined
  limit: number
}

/** An event, with its place in the list. */
interface Happened {
  place: Cursor
  submission: EventSubmission
  /** of an edit or a deletion */
  at?: Date
}

/** Of an edit or a deletion: when it happened, and whether more was found behind it. */
type ChangedRow = EventSubmission & { at: Date; place: string; more: boolean }

interface Read {
  form: EventForm
  events: Happened[]
  next?: Cursor
}

/**
 * What a kind of integration tells of the events of a form, in the very words in which they are delivered. Of a submission
 * that was changed several times the last change is told, and what was deleted as long as it is in the bin.
 */
export async function toldEvents(asked: AskedEvents): Promise<Page<ToldEvent>> {
  const { workspaceId, formId, bound, name, view, submissionId } = asked
  const inPlace = placeFor(workspaceId, view)
  const { form, events, next } =
    name === 'submission.created' && submissionId === undefined
      ? await withTable(workspaceId, formId, (scope, table) => readView(scope, asked, table), inPlace)
      : await inPlace(() => within(workspaceId, (scope) => read(scope, asked)))
  const data: ToldEvent[] = []
  let bytes = 0
  for (const [index, event] of events.entries()) {
    // a large form takes a while to tell: others are served in between
    await setImmediate()
    const { body, length } = told(bound, await eventOf(name, form, event))
    data.push(body)
    bytes += length
    // each tells of all questions of the form, however little was answered
    if (bytes >= MOST_BYTES && index < events.length - 1)
      return { data, next_cursor: writeCursor(event.place) }
  }
  return { data, next_cursor: next ? writeCursor(next) : null }
}

/** The same of an event that did not happen, with invented answers to the form as it is being edited. */
export async function toldSample({
  workspaceId,
  formId,
  bound,
  name,
}: Pick<AskedEvents, 'workspaceId' | 'formId' | 'bound' | 'name'>): Promise<ToldEvent> {
  const sample = await draftEvent(workspaceId, formId)
  if (name !== 'submission.deleted') return told(bound, { ...sample, name, test: false }).body
  const { form, submission, occurredAt } = sample
  const gone = { ...submission, version: form.version, language: form.language }
  return told(bound, deletionEvent(new Date(occurredAt), { workspaceId, ...form }, gone)).body
}

async function read(scope: Scope, asked: AskedEvents): Promise<Read> {
  const form = await readForm(scope, asked.formId)
  if (asked.name === 'submission.created') return { form, events: await created(scope, asked) }
  return {
    form,
    ...(asked.name === 'submission.updated' ? await edited(scope, asked) : await deleted(scope, asked)),
  }
}

async function readForm({ trx, workspaceId }: Scope, id: string): Promise<EventForm> {
  const { rows } = await trx.rawQuery<{ rows: { slug: string; title: string }[] }>(
    'select slug, title from forms where workspace_id = ? and id = ? and deleted_at is null',
    [workspaceId, id],
  )
  if (!rows[0]) throw notFound()
  return { workspaceId, id, ...rows[0] }
}

/** A submission by itself. */
async function created(scope: Scope, { formId, submissionId = '' }: AskedEvents): Promise<Happened[]> {
  const { rows } = await scope.trx.rawQuery<{ rows: (EventSubmission & { at: string })[] }>(
    `select id, version, answers, received_at, received_at::text as at from submissions
     where workspace_id = ? and form_id = ? and id = nullif(?, '')::uuid`,
    [scope.workspaceId, formId, submissionId],
  )
  return rows.map(({ at, ...submission }) => ({ place: { at, id: submission.id }, submission }))
}

/** The submissions of a view. */
async function readView(
  scope: Scope,
  { formId, view, after, limit }: AskedEvents,
  table: Table,
): Promise<Read> {
  const form = await readForm(scope, formId)
  const filters = await checkedFilters(scope, view, table)
  const { rows, next } = await readRows(scope, { formId, view, filters }, limit, after)
  const events = rows.map(({ id, at, version, answers }) => {
    const stored: Record<string, Json> = JSON.parse(answers)
    return { place: { at, id }, submission: { id, version, answers: stored, received_at: new Date(at) } }
  })
  return { form, events, next }
}

/** Those that were edited, last first, as far as there is room for what they say. */
async function edited(
  { trx, workspaceId }: Scope,
  { formId, submissionId = '', after = TOP, limit }: AskedEvents,
): Promise<Pick<Read, 'events' | 'next'>> {
  const { rows } = await trx.rawQuery<{ rows: ChangedRow[] }>(
    `select id, version, answers, received_at, updated_at as at, updated_at::text as place, more
     from (
       select *, sum(bytes) over newest as through, lead(true, 1, false) over newest as more
       from (
         select id, version, answers, received_at, updated_at, bytes from submissions
         where updated_at is not null and workspace_id = ? and form_id = ?
           and (? = '' or id = nullif(?, '')::uuid) and (updated_at, id) < (?::timestamptz, ?::uuid)
         order by updated_at desc, id desc limit ?
       ) found
       window newest as (order by updated_at desc, id desc rows unbounded preceding)
     ) summed
     where through - bytes < ${MOST_BYTES} order by updated_at desc, id desc`,
    [workspaceId, formId, submissionId, submissionId, after.at, after.id, limit + 1],
  )
  return pageOf(rows, limit)
}

/** Those that are in the bin, last first: of what they said nothing is told. */
async function deleted(
  { trx, workspaceId }: Scope,
  { formId, submissionId = '', after = TOP, limit }: AskedEvents,
): Promise<Pick<Read, 'events' | 'next'>> {
  const { rows } = await trx.rawQuery<{ rows: ChangedRow[] }>(
    `select id, version, '{}'::jsonb as answers, received_at, deleted_at as at, deleted_at::text as place, false as more
     from deleted_submissions
     where ${IN_BIN} and workspace_id = ? and form_id = ? and (? = '' or id = nullif(?, '')::uuid)
       and (deleted_at, id) < (?::timestamptz, ?::uuid)
     order by deleted_at desc, id desc limit ?`,
    [workspaceId, formId, submissionId, submissionId, after.at, after.id, limit + 1],
  )
  return pageOf(rows, limit)
}

function pageOf(rows: readonly ChangedRow[], limit: number): Pick<Read, 'events' | 'next'> {
  const page = rows.slice(0, limit)
  const events = page.map(({ id, version, answers, received_at, at, place }) => {
    return { at, place: { at: place, id }, submission: { id, version, answers, received_at } }
  })
  const goesOn = rows.length > limit || page.at(-1)?.more
  return { events, ...(goesOn && { next: events.at(-1)?.place }) }
}

async function eventOf(
  name: EventName,
  form: EventForm,
  { submission, at }: Happened,
): Promise<IntegrationEvent> {
  const { id, version, received_at: received } = submission
  if (name !== 'submission.deleted') {
    // what a form was made of may be installed no more
    if (!(await versionOf(form.workspaceId, form.id, version))) throw notFound()
    return submissionEvent(name, at ?? received, form, submission)
  }
  const gone = { id, version, language: 'en', receivedAt: received.toISOString() }
  return deletionEvent(at ?? received, form, gone)
}

/** In the words of its kind, and how many characters that takes; where it fails, or makes no object of it, 422. */
function told(bound: BoundIntegration, event: IntegrationEvent): { body: ToldEvent; length: number } {
  try {
    const text = bound.body(event)
    const body: unknown = JSON.parse(text)
    if (isObject(body)) return { body, length: text.length }
    throw new TypeError('body answered something that is no JSON object.')
  } catch (error) {
    throw pluginFailed(bound.installed.noted('body', error).reason)
  }
}

function isObject(value: unknown): value is ToldEvent {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
