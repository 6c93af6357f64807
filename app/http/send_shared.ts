import { Readable } from 'node:stream'
import type { HttpResponse } from '@adonisjs/core/http'
import { cutOffLater } from '#app/http/slow_readers'

/** Fewer bytes than these are copied: that costs less than to send them one after the other. */
const SMALL = 64_000

/**
 * Answers with bytes of which most are in memory once, for whoever asks: they are not copied, however many clients take them
 * however slowly.
 */
export function sendShared(response: HttpResponse, pieces: readonly Buffer[]): void {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  if (bytes <= SMALL) return response.send(Buffer.concat(pieces))
  response.header('content-length', String(bytes))
  cutOffLater(response.response, bytes)
  response.stream(Readable.from(pieces))
}
