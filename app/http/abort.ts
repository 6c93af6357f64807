/** A signal of our own that fires with others. */
export interface LinkedSignal {
  readonly signal: AbortSignal
  /** The work is over: listens to the others no longer, and fires, so that whoever still has the signal stops. */
  end(): void
}

/**
 * A signal that fires with the first of several and with its reason, or after some milliseconds with a `TimeoutError`.
 * Not `AbortSignal.any`: what that makes is held weakly by its sources, and Node 24 was seen to lose an abort once
 * garbage was collected; here the sources hold it until `end`.
 */
export function linkSignals(
  sources: readonly (AbortSignal | undefined)[],
  milliseconds?: number,
): LinkedSignal {
  const controller = new AbortController()
  const listened = sources.flatMap((source) => {
    const stop = () => controller.abort(source?.reason)
    source?.addEventListener('abort', stop, { once: true })
    if (source?.aborted) stop()
    return source ? [{ source, stop }] : []
  })
  const timer =
    milliseconds === undefined
      ? undefined
      : setTimeout(() => controller.abort(new DOMException('Timed out.', 'TimeoutError')), milliseconds)
  // a time limit alone keeps no process alive
  timer?.unref()
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      for (const { source, stop } of listened) source.removeEventListener('abort', stop)
      controller.abort()
    },
  }
}
