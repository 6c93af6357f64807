/** Seconds to wait before each attempt of a delivery, from the one before; the last one closes three days. */
export const SCHEDULE: readonly number[] = [
  0,
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
]

/** The longest that a receiver may put us off with Retry-After. */
const LONGEST_WAIT = 24 * 3600

/** Waits are stretched by up to this share, so that what failed together does not come back together. */
const JITTER = 0.2

/**
 * Seconds until the next attempt after `attempts` were made, or undefined when there is none left. `random` is in
 * [0, 1). A receiver's own wish counts when it is later.
 */
export function nextWait(
  attempts: number,
  random: number,
  retryAfter?: number,
  schedule: readonly number[] = SCHEDULE,
): number | undefined {
  const wait = schedule[attempts]
  if (wait === undefined) return undefined
  const stretched = wait * (1 + JITTER * random)
  return Math.max(stretched, Math.min(retryAfter ?? 0, LONGEST_WAIT))
}

/** Reads a schedule as operators write it: seconds, comma separated ("0,5,300"). */
export function readSchedule(text: string): number[] {
  const seconds = text.split(',').map((part) => Number(part.trim()))
  if (seconds.some((value) => !Number.isFinite(value) || value < 0) || seconds.length === 0) {
    throw new Error(`DELIVERY_SCHEDULE must be seconds, separated by commas; it is "${text}".`)
  }
  return seconds
}
