import { randomUUID } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import logger from '@adonisjs/core/services/logger'
import { watch } from '#app/forms/events'
import { type FormState, formState } from '#app/forms/states'
import { answerFirst } from '#app/http/front_door'
import { devServers } from '#app/http/frontend'
import { requestId } from '#app/http/request_id'
import { type KeptPage, withKey, zippedWithKey } from '#app/respond/kept_page'

/** A page that anyone may see now: every header but those of one visit is always the same. */
interface Warm {
  page: KeptPage
  headers: OutgoingHttpHeaders
  host: string
  until: number
  forget: () => void
}

/** As long as the state of a form is believed without asking again. */
const LIFETIME = 1_000
const MOST = 1_000
const PREFIX = '/forms/'

const warm = new Map<string, Warm>()

/**
 * Remembers what was just answered to somebody without cookies, parameters or password, for a second: until then the
 * same page is sent without going through the framework, each time with a key of its own. Any change of the form on
 * this node, or word of one on another, ends it at once.
 */
export async function keepWarm(
  form: FormState,
  page: KeptPage,
  host: string,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const { passwordHash, maxSubmissions, closesAt } = form.access
  if (devServers()) return
  if (passwordHash !== undefined || maxSubmissions !== undefined || warm.size >= MOST) return
  let changed = false
  const unwatch = watch(form.formId, (event) => {
    if (event.name !== 'form') return
    changed = true
    warm.get(form.slug)?.forget()
  })
  // What was read before somebody watched may be old by now.
  if ((await formState(form.slug)) !== form || changed) return unwatch()
  warm.get(form.slug)?.forget()
  const closing = closesAt === undefined ? LIFETIME : Math.min(LIFETIME, Date.parse(closesAt) - Date.now())
  const timer = setTimeout(() => entry.forget(), closing).unref()
  const entry: Warm = {
    page,
    host,
    until: performance.now() + closing,
    headers: ofEveryVisit(headers),
    forget: () => {
      clearTimeout(timer)
      unwatch()
      if (warm.get(form.slug) === entry) warm.delete(form.slug)
    },
  }
  warm.set(form.slug, entry)
}

/** The headers without those that belong to one answer. */
function ofEveryVisit(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const own = new Set(['x-request-id', 'content-length', 'content-encoding'])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)))
}

function answer(request: IncomingMessage, response: ServerResponse): boolean {
  const { url = '', method, headers } = request
  if (method !== 'GET' || !url.startsWith(PREFIX)) return false
  const entry = warm.get(url.slice(PREFIX.length))
  // The name this was answered to has been found to be ours; a caller's own request id goes the long way.
  if (!entry || entry.host !== headers.host || headers['x-request-id'] !== undefined) return false
  const started = performance.now()
  if (started >= entry.until) return false
  const zip = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  const body = (zip ? zippedWithKey : withKey)(entry.page, randomUUID())
  const id = requestId()
  response.writeHead(200, {
    ...entry.headers,
    'x-request-id': id,
    'content-length': body.length,
    ...(zip && { 'content-encoding': 'gzip' }),
  })
  response.end(body)
  if (logger.isLevelEnabled('info')) {
    const ms = Math.round(performance.now() - started)
    logger.info({ request_id: id, method, route: 'public.pages.show', status: 200, ms }, 'answered')
  }
  return true
}

answerFirst(answer)
