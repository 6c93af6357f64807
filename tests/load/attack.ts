import type { Visitor } from '#tests/functional/visitor'
import type { Tenant } from '#tests/load/tenant'

/** What one tenant, or anybody with their forms, may do to a server that others use too. */
export interface Attack {
  name: string
  /** requests under way at a time */
  lines: number
  /** it is a rush of its own, and no part of everything at once */
  apart?: true
  /** requests in a second, of all lines together; as fast as they are answered unless given */
  pace?: number
  /** statuses that are right answers besides 503; 0 is a request that the attacker broke off */
  answers: readonly number[]
  /** Makes what the attack needs, and answers what is done again and again. */
  prepare(tenant: Tenant): Promise<() => Promise<number>>
}

export const HTML = { accept: 'text/html' }

/** A question. */
export const text = (id: string, more: object = {}) => {
  return { id, kind: 'text', v: 1, key: id, label: `Question ${id}`, settings: {}, ...more }
}

export const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))

export const urlOf = ({ visitor }: Tenant, path: string) => new URL(path, visitor.baseUrl).href

/** What a browser that is signed in sends with each request. */
export function signedIn(visitor: Visitor): Record<string, string> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const token = visitor.cookie('XSRF-TOKEN') ?? ''
  return { cookie, accept: 'application/json', 'x-csrf-token': token, 'x-forwarded-for': visitor.address }
}
