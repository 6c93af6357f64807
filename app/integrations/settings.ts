import type { Range } from '#app/outbound/address_rules'
import { allowedRanges } from '#app/outbound/allowed'
import { readSchedule, SCHEDULE } from '#app/integrations/schedule'
import env from '#start/env'

/** What operators and tests may set about deliveries. */
export interface DeliverySettings {
  /** seconds before each attempt */
  schedule: readonly number[]
  /** how long a process that died holds back what it was delivering */
  leaseSeconds: number
  /** attempts under way at a time, in this process and to one endpoint */
  concurrency: number
  perEndpoint: number
  /** an integration that has only failed for this long is paused */
  pauseAfterSeconds: number
  /** how often to look for what nobody announced */
  pollMs: number
  /** how long a plugin has for one attempt, with all its calls */
  attemptMs: number
  /** how long a stopping process waits for attempts under way */
  drainMs: number
  /** address ranges besides the public internet */
  allowed: readonly Range[]
}

/** The settings of this process, from its environment. */
export function deliverySettings(): DeliverySettings {
  const schedule = env.get('DELIVERY_SCHEDULE')
  return {
    schedule: schedule ? readSchedule(schedule) : SCHEDULE,
    leaseSeconds: env.get('DELIVERY_LEASE', 30),
    concurrency: 32,
    perEndpoint: 8,
    pauseAfterSeconds: 3 * 24 * 3600,
    pollMs: 1_000,
    attemptMs: 30_000,
    drainMs: 7_000,
    allowed: allowedRanges(),
  }
}
