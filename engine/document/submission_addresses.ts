// What a filter names to compare what is no answer but the submission's own: no block has such an id.

/** The number of the version that was answered. */
export const VERSION_ADDRESS = '$version'
/** The time at which it came in. */
export const RECEIVED_ADDRESS = '$received'
