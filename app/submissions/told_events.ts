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
import { TOP } from '#app/submissions/stored_rows'
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
  for (const event of events) {
    // a large form takes a while to tell: others are served in between
    await setImmediate()
    data.push(told(bound, await eventOf(name, form, event)))
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
  if (name !== 'submission.deleted') return told(bound, { ...sample, name, test: false })
  const { form, submission, occurredAt } = sample
  const gone = { ...submission, version: form.version, language: form.language }
  return told(bound, deletionEvent(new Date(occurredAt), { workspaceId, ...form }, gone))
}

async function read(scope: Scope, asked: AskedEvents): Promise<Read> {
  const form = await readForm(scope, asked.formId)
  if (asked.name === 'submission.created') return { form, events: await created(scope, asked) }
  const edited = `from submissions s where s.updated_at is not null`
  const deleted = `from deleted_submissions s where s.${IN_BIN}`
  return asked.name === 'submission.updated'
    ? { form, ...(await changed(scope, asked, 's.updated_at', edited)) }
    : { form, ...(await changed(scope, asked, 's.deleted_at', deleted)) }
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

/** Those of a table with a time at which something happened to them, last first. */
async function changed(
  { trx, workspaceId }: Scope,
  { formId, submissionId = '', after = TOP, limit }: AskedEvents,
  time: 's.updated_at' | 's.deleted_at',
  from: string,
): Promise<Pick<Read, 'events' | 'next'>> {
  const { rows } = await trx.rawQuery<{ rows: (EventSubmission & { at: Date; place: string })[] }>(
    `select s.id, s.version, s.answers, s.received_at, ${time} as at, ${time}::text as place
     ${from} and s.workspace_id = ? and s.form_id = ? and (? = '' or s.id = nullif(?, '')::uuid)
       and (${time}, s.id) < (?::timestamptz, ?::uuid)
     order by ${time} desc, s.id desc limit ?`,
    [workspaceId, formId, submissionId, submissionId, after.at, after.id, limit + 1],
  )
  const events = rows.slice(0, limit).map(({ at, place, ...submission }) => {
    return { at, place: { at: place, id: submission.id }, submission }
  })
  return { events, ...(rows.length > limit && { next: events.at(-1)?.place }) }
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

/** In the words of its kind; where that fails, or makes no object of it, 422. */
function told(bound: BoundIntegration, event: IntegrationEvent): ToldEvent {
  try {
    const body: unknown = JSON.parse(bound.body(event))
    if (isObject(body)) return body
    throw new TypeError('body answered something that is no JSON object.')
  } catch (error) {
    throw pluginFailed(bound.installed.noted('body', error).reason)
  }
}

function isObject(value: unknown): value is ToldEvent {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
