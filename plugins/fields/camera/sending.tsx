import type { FileReference } from '@formwright/kit/answer'
import type { ControlProps } from '@formwright/kit/control'
import type { Raw } from './answer.ts'
import type { Settings } from './field.ts'

type Sending = Pick<ControlProps<Settings, FileReference[], Raw>, 'set' | 'upload' | 't'>

/** Sends a photo, and says what became of it. What is stopped says nothing any more. */
export async function sendPhoto(
  { set, upload, t }: Sending,
  chosen: File,
  signal: AbortSignal,
  say: (said: string) => void,
): Promise<void> {
  try {
    const photo = await cleanPhoto(chosen)
    if (signal.aborted) return
    const reference = await upload?.(photo, () => undefined, signal)
    if (reference && !signal.aborted) set([reference])
  } catch (reason) {
    if (!signal.aborted) say((reason instanceof Error && reason.message) || t('failed'))
  }
}

const QUALITY = 0.9

/**
 * A photo upright and without what a camera wrote into it (where it was taken), as a JPEG. What this browser cannot read is
 * given back as it is; the server judges it.
 */
async function cleanPhoto(file: File): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return file
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  const context = canvas.getContext('2d')
  if (!context) return file
  // JPEG has no transparency: what was see-through becomes white, not black
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return blob ? new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: blob.type }) : file
}
