/** A picture of one point, as bytes of a PNG. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The same as somebody chooses it in a browser. */
export const PHOTO = { name: 'photo.png', mimeType: 'image/png', buffer: PNG }
