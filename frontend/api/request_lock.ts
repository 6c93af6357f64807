const underway = new Set<Promise<unknown>>()
let alone: Promise<void> | undefined

/**
 * Sends a request that may take minutes, and that nothing waits for: its answer brings no cookies (`keep_cookies.ts` of the
 * server), so it cannot put an old token back.
 */
export async function afterExclusiveLock<T>(send: () => Promise<T>): Promise<T> {
  while (alone) await alone
  return send()
}

/** Sends a request beside others, but after one that goes by itself. */
export async function withSharedLock<T>(send: () => Promise<T>): Promise<T> {
  while (alone) await alone
  const sent = send()
  underway.add(sent)
  try {
    return await sent
  } finally {
    underway.delete(sent)
  }
}

/**
 * Sends a request when nothing else is on its way, and lets everything else wait: one that gives the session another
 * token. An answer to the old one must not come in later and put it back.
 */
export async function withExclusiveLock<T>(send: () => Promise<T>): Promise<T> {
  while (alone) await alone
  let done = () => {}
  alone = new Promise((resolve) => (done = resolve))
  try {
    await Promise.allSettled(underway)
    return await send()
  } finally {
    alone = undefined
    done()
  }
}
