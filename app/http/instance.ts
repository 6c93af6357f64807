import { createHmac } from 'node:crypto'
import env from '#start/env'

/**
 * Names this instance, the same on all of its nodes and after every start: cookies belong to a host whatever its port
 * (RFC 6265 §8.5), so those of two instances on one machine must differ by name.
 */
export const INSTANCE = createHmac('sha256', env.get('APP_KEY').release())
  .update('instance')
  .digest('hex')
  .slice(0, 8)

/** The name under which this instance keeps a cookie. */
export function instanceCookie(name: string): string {
  return `${name}_${INSTANCE}`
}
