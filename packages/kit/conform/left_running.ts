/** What some work answered, and how many timers it left running. */
interface Watched<T> {
  answer: T
  left: number
}

/**
 * Does some work, and counts the timers that files of this folder began meanwhile and neither cleared nor saw through: they
 * would run on in the server, and what they hold would stay.
 */
export async function watchTimers<T>(folder: string, work: () => T | Promise<T>): Promise<Watched<T>> {
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis
  const running = new Set<unknown>()
  const isOf = () => new Error().stack?.includes(`${folder}/`) === true
  const ended = (clear: typeof clearTimeout) =>
    function end(timer?: NodeJS.Timeout | string | number) {
      running.delete(timer)
      clear(timer)
    }
  const patched = {
    setTimeout: Object.assign((act: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
      const timer: NodeJS.Timeout = setTimeout(() => {
        running.delete(timer)
        act(...given)
      }, ms)
      if (isOf()) running.add(timer)
      return timer
    }, setTimeout),
    setInterval: (act: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
      const timer = setInterval(act, ms, ...given)
      if (isOf()) running.add(timer)
      return timer
    },
    clearTimeout: ended(clearTimeout),
    clearInterval: ended(clearInterval),
  }
  Object.assign(globalThis, patched)
  try {
    return { answer: await work(), left: running.size }
  } finally {
    Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval })
  }
}
