import { setTimeout as sleep } from 'node:timers/promises'
import type { Entry, Ledger } from '#tests/faults/ledger'

/** An answer, read to its end. */
export interface Answer<T> {
  known: true
  status: number
  text: string
  /** the text as JSON, where it is some */
  body: T
  /** where a redirect leads, in full */
  location: string
}

/** How a request ended, for somebody who sees nothing but the wire. */
export type Ending<T> = Answer<T> | { known: false }

/** Sends one request; whatever breaks on the way is "no answer". */
export async function ask<T>(url: string, init: RequestInit = {}): Promise<Ending<T>> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(15_000) })
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.includes('json') ?? false
    const location = answer.headers.get('location')
    return {
      known: true,
      status: answer.status,
      text,
      body: json ? JSON.parse(text) : undefined,
      location: location === null ? '' : new URL(location, url).href,
    }
  } catch {
    return { known: false }
  }
}

/**
 * Repeats a request until it is answered as wanted; any other answer is a refusal, which is noted. Gives up, unknown as it
 * is, after `patience` milliseconds.
 */
export async function retry<T>(
  ledger: Ledger,
  entry: Entry,
  wanted: number,
  send: () => Promise<Ending<T>>,
  patience = Infinity,
): Promise<Answer<T> | undefined> {
  for (const began = performance.now(); performance.now() - began < patience;) {
    entry.sends++
    const ending = await send()
    if (ending.known && ending.status === wanted) return ending
    // 5xx says nothing about what is stored
    if (ending.known && ending.status < 500) {
      entry.refusal = `${ending.status} ${ending.text.slice(0, 500)}`
      // what was acknowledged stays so, whatever is said later
      if (entry.state !== 'ok') entry.state = 'refused'
      return undefined
    }
    if (entry.state !== 'ok') entry.state = 'unknown'
    ledger.unknowns++
    await sleep(100)
  }
  return undefined
}
