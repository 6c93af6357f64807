import { errors as authErrors } from '@adonisjs/auth'
import { errors as httpErrors, ExceptionHandler, type HttpContext } from '@adonisjs/core/http'
import router from '@adonisjs/core/services/router'
import { errors as shieldErrors } from '@adonisjs/shield'
import { errors as vineErrors } from '@vinejs/vine'
import type { ErrorAnswer } from '#api_types/answer'
import { CodedError, FieldErrors, wrongMethod } from '#app/http/errors'
import { ERROR_POLICY, errorPage } from '#app/http/error_page'
import { databaseAway, isAway, isOutage } from '#app/http/outage'

/** An error as the caller reads it. */
interface Answer extends ErrorAnswer {
  status: number
  headers?: Record<string, string>
}

const UNKNOWN: Answer = {
  status: 500,
  code: 'E_INTERNAL',
  message: 'Something went wrong on our side. Nothing was saved. Try again.',
}

/** Names for what the framework refuses, by status. */
const BY_STATUS: Record<number, [code: string, message: string]> = {
  400: ['E_BAD_REQUEST', 'The request could not be read.'],
  404: ['E_NOT_FOUND', 'There is nothing at this address.'],
  413: ['E_TOO_LARGE', 'The request is too large.'],
  415: ['E_MEDIA_TYPE', 'This content type is not accepted. Send JSON.'],
}

const UNSTORABLE: Answer = {
  status: 422,
  code: 'E_VALIDATION',
  message: 'A text contains a character that is not allowed, such as NUL. Remove it.',
}

/** Whether the database was given text that it cannot hold: NUL, or in JSON half of a surrogate pair. */
function isUnstorable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const { code, message } = error
  return code === '22021' || code === '22P05' || (code === '22P02' && message.includes('type json'))
}

/** Of what is wrong with a body so much is told: its answer is no longer than it is worth. */
const MOST_TOLD = 100

function validationAnswer(messages: { field: string; message: string }[]): Answer {
  const errors = new Map<string, string[]>()
  for (const { field, message } of messages.slice(0, MOST_TOLD))
    errors.set(field, [...(errors.get(field) ?? []), message])
  return {
    status: 422,
    code: 'E_VALIDATION',
    message: messages[0]?.message ?? 'The given data is not valid.',
    errors: Object.fromEntries(errors),
  }
}

/** What a caller is told about an error. Only errors made to be read show their own words. */
function answerTo(error: unknown): Answer {
  if (error instanceof FieldErrors) {
    const { code = 'E_VALIDATION', message, errors, details } = error
    return { status: 422, code, message, errors, details }
  }
  if (error instanceof CodedError) {
    const { status, code, message, details, headers } = error
    return status === 500 ? UNKNOWN : { status, code: code ?? 'E_REFUSED', message, details, headers }
  }
  if (error instanceof vineErrors.E_VALIDATION_ERROR) return validationAnswer(error.messages)
  if (error instanceof shieldErrors.E_BAD_CSRF_TOKEN) {
    return { status: 403, code: 'E_CSRF', message: 'This page is out of date. Reload it and try again.' }
  }
  if (error instanceof authErrors.E_UNAUTHORIZED_ACCESS) {
    return { status: 401, code: 'E_SIGNED_OUT', message: 'Sign in to continue.' }
  }
  if (isUnstorable(error)) return UNSTORABLE
  if (isOutage(error)) return answerTo(databaseAway())
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  // whatever else the framework refuses is the caller's to mend, and says nothing of itself
  const known = BY_STATUS[status] ?? (status >= 400 && status < 500 ? BY_STATUS[400] : undefined)
  return known ? { status, code: known[0], message: known[1] } : UNKNOWN
}

/** While the database is away every request meets the same: it is logged once in so long, in milliseconds. */
const AWAY_LOGGED = 10_000

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What a program is told that asks an address in another way than those it takes; any other error stays. */
function orWrongMethod(error: unknown, { request }: HttpContext): unknown {
  const path = request.url()
  if (!(error instanceof httpErrors.E_ROUTE_NOT_FOUND) || !path.startsWith('/api/')) return error
  const allowed = METHODS.filter((method) => router.match(path, method, false, request.hostname()))
  return allowed.length > 0 ? wrongMethod(allowed) : error
}

/** Turns every error into one shape: JSON for programs, a small page for people. */
export default class HttpExceptionHandler extends ExceptionHandler {
  #awayLogged = -Infinity

  async handle(error: unknown, ctx: HttpContext) {
    const { status, headers = {}, ...answer } = answerTo(orWrongMethod(error, ctx))
    for (const [name, value] of Object.entries(headers)) ctx.response.header(name, value)
    ctx.response.status(status)
    ctx.response.header('cache-control', 'no-store')
    if (ctx.request.url().startsWith('/api/') || ctx.request.accepts(['html', 'json']) === 'json') {
      const body: ErrorAnswer = { ...answer, request_id: ctx.request.id() }
      return ctx.response.json(body)
    }
    ctx.response.header('content-type', 'text/html; charset=utf-8')
    ctx.response.header('content-security-policy', ERROR_POLICY)
    return ctx.response.send(errorPage(status, answer.message, ctx.request.id() ?? '', ctx.request.url()))
  }

  async report(error: unknown, ctx: HttpContext) {
    const { status, code } = answerTo(error)
    // our own 503 and 507 are answers too: under pressure the log must not be one more thing to do
    if (status < 500 || (status > 500 && error instanceof CodedError)) {
      ctx.logger.debug({ status, code }, 'refused')
      return
    }
    // nor must the disk, which may be what the database lacks
    if (isAway(error)) {
      if (performance.now() < this.#awayLogged + AWAY_LOGGED) return
      this.#awayLogged = performance.now()
    }
    ctx.logger.error({ err: error, route: ctx.route?.name }, 'request failed')
  }
}
