import { forgetOlderThan } from '#app/integrations/claimer'

const KEEP_DAYS = 30
const BATCH = 1_000

/** Forgets deliveries of long ago, with their bodies and logs, a batch at a time. */
export async function forgetDeliveries(signal: AbortSignal): Promise<void> {
  while ((await forgetOlderThan(KEEP_DAYS, BATCH)) === BATCH) signal.throwIfAborted()
}
