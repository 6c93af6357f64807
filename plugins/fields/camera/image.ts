/** Images that every browser shows. */
export const IMAGES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
