import { AsyncLocalStorage } from 'node:async_hooks'
import { tellable } from '../../engine/faults.ts'
import type { PluginPlace } from './scan.ts'

const working = new AsyncLocalStorage<PluginPlace>()

/** Which delivery it is, of all workspaces. */
export interface DeliveryPlace {
  workspaceId: string
  id: string
}

const delivering = new AsyncLocalStorage<DeliveryPlace>()

/** Works at a delivery: whatever is called meanwhile can be told to be for it (`deliveryAtWork`). */
export function whileDelivering<T>({ workspaceId, id }: DeliveryPlace, work: () => T): T {
  return delivering.run({ workspaceId, id }, work)
}

/** The delivery that what runs at this moment is for. */
export function deliveryAtWork(): DeliveryPlace | undefined {
  return delivering.getStore()
}

/** These functions of a plugin, told from everybody else's work with all that they leave running. */
export function asWorkOf<T extends object>(plugin: PluginPlace, members: T): T {
  // one of its own, so that members of an object that nobody may change can be other ones here
  const shell: T = Object.create(members)
  return new Proxy(shell, {
    get(_shell, name) {
      const member: unknown = Reflect.get(members, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => working.run(plugin, () => Reflect.apply(member, members, args))
    },
  })
}

/** The same of what one does as it is loaded. */
export function whileLoading<T>(plugin: PluginPlace, load: () => T): T {
  return working.run(plugin, load)
}

/** The plugin that does what is done at this moment, as far as that is told from everybody else's work. */
export function pluginAtWork(): PluginPlace | undefined {
  return working.getStore()
}

/**
 * The plugin that left running what failed, where no line of the error is ours: a text that was thrown has none, and that of
 * a socket nobody listens to has only those of Node.
 */
export function leftRunningBy(error: unknown): PluginPlace | undefined {
  // of what is no error, `tellable` makes one here
  const { stack = '' } = error instanceof Error ? tellable(error) : {}
  const lines = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return lines.every((line) => /\bnode:|[/\\]node_modules[/\\]/.test(line)) ? working.getStore() : undefined
}
