import { forgetNotices, forgetOlderThan } from '#app/integrations/claimer'

const KEEP_DAYS = 30
const BATCH = 1_000

/** Forgets notices and deliveries of long ago; these with their bodies and logs, a batch at a time. */
export async function forgetDeliveries(signal: AbortSignal): Promise<void> {
  await forgetNotices(KEEP_DAYS)
  while ((await forgetOlderThan(KEEP_DAYS, BATCH)) === BATCH) signal.throwIfAborted()
}
