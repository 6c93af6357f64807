const QUALITY = 0.86

/** Whether a picture of this type can be made smaller here. */
export const scalable = (type: string) => ['image/jpeg', 'image/png', 'image/webp'].includes(type)

/** Whether a photo has more pixels than these. */
export async function isLarger(file: File, side: number): Promise<boolean> {
  if (!scalable(file.type)) return false
  const picture = await createImageBitmap(file).catch(() => undefined)
  const larger = picture !== undefined && Math.max(picture.width, picture.height) > side
  picture?.close()
  return larger
}

/**
 * A photo as large as it is needed, and without what a camera wrote into it (where it was taken). What is small, drawn in
 * vectors, moves, or cannot be read here, is sent as it is.
 */
export async function scaledPicture(file: File, maxSide: number): Promise<File> {
  if (!scalable(file.type)) return file
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return file
  const share = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  if (share === 1 && file.type !== 'image/jpeg') return file
  const canvas = new OffscreenCanvas(Math.round(picture.width * share), Math.round(picture.height * share))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const small = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
  // a browser that writes no WebP answers with PNG, of which a photo is several times larger
  const isPhoto = file.type === 'image/jpeg' && small.type === 'image/png'
  const blob = isPhoto ? await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY }) : small
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.${blob.type.slice('image/'.length)}`, {
    type: blob.type,
  })
}
