/** What a plugin works out, or an error when it is not there in time: then it goes on, but nobody waits for it. */
export async function beforeDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`it did not end within ${milliseconds / 1000} seconds.`)),
    milliseconds,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
