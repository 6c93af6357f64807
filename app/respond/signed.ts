import { createHmac, timingSafeEqual } from 'node:crypto'
import env from '#start/env'

/**
 * Signs a short text for one purpose. What is signed can be read by whoever holds it; it cannot be changed, nor used
 * for another purpose.
 */
export function sign(purpose: string, text: string): string {
  return `${Buffer.from(text).toString('base64url')}.${mac(purpose, text)}`
}

/** The text of a signed token, or undefined when it is not ours. */
export function verify(purpose: string, token: string): string | undefined {
  const [encoded = '', given = ''] = token.split('.')
  const text = Buffer.from(encoded, 'base64url').toString()
  const expected = mac(purpose, text)
  if (given.length !== expected.length) return undefined
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected)) ? text : undefined
}

function mac(purpose: string, text: string): string {
  return createHmac('sha256', env.get('APP_KEY').release()).update(`${purpose}\0${text}`).digest('base64url')
}
