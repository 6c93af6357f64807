/** The server counts so far. */
const MOST = 10_000

/** How many deliveries failed, as far as they were counted. */
export function failedCount(failed: number): string {
  return failed < MOST ? failed.toLocaleString() : `${MOST.toLocaleString()}+`
}
