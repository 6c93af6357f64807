import { setImmediate } from 'node:timers/promises'
import type { RouteJSON } from '@adonisjs/core/types/http'

/**
 * Loads what routes lead to, one after the other, as soon as the server serves. Whoever came to one first would have
 * everybody wait: what draws pages took 50 ms to be read, in one piece.
 */
export async function loadControllers(routes: Iterable<Pick<RouteJSON, 'handler'>>): Promise<void> {
  for (const { handler } of routes) {
    const reference = typeof handler === 'function' ? [] : handler.reference
    const [controller] = typeof reference === 'string' ? [] : reference
    // a class is there already
    if (controller === undefined || !isLazy(controller)) continue
    await controller()
    await setImmediate()
  }
}

function isLazy<Lazy extends () => unknown>(controller: Lazy | object): controller is Lazy {
  return typeof controller === 'function' && controller.prototype === undefined
}
