/** So many failures are told of at most. */
const TOLD = 10

/**
 * Does work for each of several, one after the other. What fails for one of them holds up no other: it is thrown once all
 * had their turn. Told to stop, it throws at once.
 */
export async function eachByItself<T>(
  all: readonly T[],
  signal: AbortSignal,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const one of all) {
    signal.throwIfAborted()
    try {
      await work(one)
    } catch (error) {
      signal.throwIfAborted()
      failures.push(error)
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures.slice(0, TOLD), `${failures.length} of ${all.length} failed`)
}
