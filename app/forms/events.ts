import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import type { FormEventData } from '#api_types/forms'
import { forgetState } from '#app/forms/states'
import { listen, type Subscription } from '#app/workspaces/listen'
import { pool } from '#app/workspaces/pool'

/** Something that happened to a form. Ids only: who is interested asks for the rest (docs/decisions.md: Events). */
export type FormEvent = {
  [Name in keyof FormEventData]: { name: Name; data: FormEventData[Name] }
}[keyof FormEventData]

type Listener = (event: FormEvent) => void

/** Events of the same name are one, except that each deleted, restored or edited submission is told. */
export function sameness(form: string, event: FormEvent): string {
  const { deleted, restored, edited, gone }: FormEventData['submissions'] =
    event.name === 'submissions' ? event.data : {}
  return `${form} ${event.name} ${deleted ?? ''} ${restored ?? ''} ${edited ?? ''} ${gone ?? ''}`
}

const CHANNEL = 'form_events'
/** Other nodes are told at most this often about the same form, in milliseconds. */
const PACE = 50
const node = randomUUID()
const listeners = new Map<string, Set<Listener>>()
const waiting = new Map<string, { form: string; event: FormEvent }>()
let timer: NodeJS.Timeout | undefined
let others: Subscription | undefined

/**
 * Tells everyone who watches a form what happened: on this node now, on other nodes within 50 ms through one NOTIFY
 * for many events, outside of the transaction that caused them (inside, it would put all commits in one row).
 */
export function notifyForm(form: string, event: FormEvent): void {
  tell(form, event)
  const name = sameness(form, event)
  // in the order in which things happened last
  waiting.delete(name)
  waiting.set(name, { form, event })
  timer ??= setTimeout(() => void flush(), PACE)
}

/** Watches a form; the answer ends it. */
export function watch(form: string, listener: Listener): () => void {
  const all = listeners.get(form) ?? new Set()
  listeners.set(form, all.add(listener))
  return () => {
    all.delete(listener)
    if (all.size === 0 && listeners.get(form) === all) listeners.delete(form)
  }
}

function tell(form: string, event: FormEvent): void {
  for (const listener of listeners.get(form) ?? []) listener(event)
}

async function flush(): Promise<void> {
  timer = undefined
  const events = [...waiting.values()]
  waiting.clear()
  const notices: string[] = []
  for (let start = 0; start < events.length; start += 20) {
    notices.push(JSON.stringify({ node, events: events.slice(start, start + 20) }))
  }
  try {
    await pool().query('select pg_notify($1, notice) from unnest($2::text[]) as notice', [CHANNEL, notices])
  } catch (error) {
    if (!app.isTerminating && !app.isTerminated)
      logger.warn({ err: error }, 'other nodes were not told about changes of forms')
  }
}

/**
 * Listens for what happens on other nodes. Without the connection this node still serves: states of forms are at most
 * a second old, and when it is back, whoever watches a form is told that something may have been missed.
 */
export async function listenToOtherNodes(): Promise<void> {
  others = listen(CHANNEL, {
    hear,
    begun(again) {
      if (again) for (const form of listeners.keys()) tell(form, { name: 'missed', data: {} })
    },
  })
  await others.tried
}

function hear(payload: string): void {
  const notice: { node: string; events: { form: string; event: FormEvent }[] } = JSON.parse(payload)
  if (notice.node === node) return
  for (const { form, event } of notice.events) {
    if (event.name === 'form') forgetState(form)
    tell(form, event)
  }
}

/** Tells what still waits, and ends listening; called when the process stops. */
export async function endEvents(): Promise<void> {
  if (timer) {
    clearTimeout(timer)
    await flush()
  }
  await others?.stop()
}
