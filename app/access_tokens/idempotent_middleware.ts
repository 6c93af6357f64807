import { createHash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import {
  beginRequest,
  finishRequest,
  forgetRequest,
  type IdempotentRequest,
} from '#app/access_tokens/idempotent_requests'
import { FieldErrors } from '#app/http/errors'
import { readBody } from '#app/http/read_json'

const KEY = /^[\x21-\x7e]{1,200}$/

/**
 * Does a token's POST with an `Idempotency-Key` once: a repeat within 24 hours gets the answer that was given. Of public routes it
 * reads the body, of up to `reads` bytes.
 */
export default class IdempotentMiddleware {
  async handle(ctx: HttpContext, next: NextFn, { reads }: { reads?: number } = {}) {
    const { request, response, accessToken } = ctx
    // an empty one is none of ours, and not none: a program that lost its key is told so
    const key = request.headers()['idempotency-key']?.toString()
    if (!accessToken || key === undefined || request.method() !== 'POST') return next()
    if (!KEY.test(key)) {
      const message = 'An Idempotency-Key has 1 to 200 characters of ASCII without spaces.'
      throw new FieldErrors('E_VALIDATION', message, { 'Idempotency-Key': [message] })
    }
    if (reads !== undefined) await readBody(ctx, reads)
    const asked = { caller: accessToken, key, request: fingerprint(ctx) }
    const before = await beginRequest(asked)
    if (before) {
      response.header('idempotency-replayed', 'true')
      response.status(before.status)
      return before.body === undefined ? response.send(null) : response.json(before.body)
    }
    await next()
    await settle(ctx, asked)
  }
}

/** Keeps a success. What was refused was not done, and may come again; how a failure on our side ended nobody knows. */
async function settle({ response }: HttpContext, asked: IdempotentRequest): Promise<void> {
  const status = response.getStatus()
  const body: unknown = response.content?.[0]
  if (status < 400) await finishRequest(asked, status, body ?? undefined)
  else if (status < 500 || isTurnedAway(body)) await forgetRequest(asked)
}

/** Whether nothing was begun because too much was under way. */
function isTurnedAway(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'E_BUSY'
}

/** What a request asks for: the same key with another one is a mistake of the program. */
function fingerprint({ request }: HttpContext): string {
  return createHash('sha256')
    .update(JSON.stringify([request.method(), request.url(true), request.body()]))
    .digest('hex')
}
