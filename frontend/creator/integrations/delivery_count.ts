/** The server counts so far. */
const MOST = 10_000

/** How many deliveries there are of a kind, as far as they were counted. */
export function deliveryCount(count: number): string {
  return count < MOST ? count.toLocaleString() : `${MOST.toLocaleString()}+`
}
