import { setTimeout as sleep } from 'node:timers/promises'
import type { ChoicePowers, Powers } from '@formwright/kit/integration'

/** A refusal comes no sooner, in milliseconds. */
const MOMENT_MS = 100

/**
 * The same power, whose refusals take a moment. A plugin that tries again and again until it works, as soon as it is told
 * that it did not, would leave the processor to nobody where that is known at once: when its attempt is over, or of an
 * address that is refused.
 */
export function unhurried<Args extends unknown[], T>(
  power: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  return async (...args) => {
    const began = performance.now()
    try {
      return await power(...args)
    } catch (error) {
      await sleep(Math.max(0, began + MOMENT_MS - performance.now()))
      throw error
    }
  }
}

/** What a plugin is lent to ask a service with. */
export function unhurriedCalls<P extends ChoicePowers>(powers: P): P {
  const { request, connection } = powers
  return {
    ...powers,
    request: unhurried((one) => request(one)),
    connection: { request: unhurried((one) => connection.request(one)) },
  }
}

/** The same, with what it remembers. */
export function unhurriedPowers<P extends Omit<Powers, 'mail'>>(powers: P): P {
  const { state } = powers
  return {
    ...unhurriedCalls(powers),
    state: {
      read: unhurried(() => state.read()),
      change: unhurried((change) => state.change(change)),
    },
  }
}
