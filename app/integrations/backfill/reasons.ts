/** Why a delivery of an earlier submission waits. */
export const BACKFILL_PAUSED = 'Sending earlier submissions is paused.'

/** Why such a delivery is not made. */
export const BACKFILL_CANCELLED = 'Sending earlier submissions was stopped.'
