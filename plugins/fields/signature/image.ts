/** Images that every browser shows. */
export const IMAGES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Bytes of the largest image. */
export const LARGEST = 5_000_000
