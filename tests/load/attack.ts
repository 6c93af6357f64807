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
