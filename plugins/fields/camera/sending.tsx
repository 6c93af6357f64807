import type { FileReference } from '@formwright/kit/answer'
import type { ControlProps } from '@formwright/kit/control'
import type { Raw } from './answer.ts'
import type { Settings } from './field.ts'
import { drawPhoto, photoFile } from './photo.tsx'

/** A photo that the server has, and what shows it here. */
export interface Sent {
  id: string
  picture: HTMLCanvasElement
}

type Sending = Pick<ControlProps<Settings, FileReference[], Raw>, 'block' | 'set' | 'upload' | 't'>

/** Of the picture that shows a photo that was sent, in millions of points. */
const SHOWN = 0.1

/**
 * Sends a photo, shows it and says what became of it. What is stopped says nothing any more. `made` here it is sent as it is.
 */
export async function sendPhoto(
  { block, set, upload, t }: Sending,
  chosen: File,
  { signal, made }: { signal: AbortSignal; made: boolean },
  say: (said: string) => void,
  show: (photo: Sent) => void,
): Promise<void> {
  try {
    const photo = made ? chosen : await cleanPhoto(chosen, block.settings)
    if (signal.aborted) return
    const picture = await drawn(photo, SHOWN)
    const reference = await upload?.(photo, () => undefined, signal)
    if (!reference || signal.aborted) return
    if (picture) show({ id: reference.id, picture })
    set([reference])
  } catch (reason) {
    if (!signal.aborted) say((reason instanceof Error && reason.message) || t('failed'))
  }
}

/**
 * A photo upright, not too large and without what a camera wrote into it (where it was taken), as a JPEG. What this browser
 * cannot read is given back as it is; the server judges it.
 */
async function cleanPhoto(file: File, { maxMegapixels, maxMegabytes }: Settings): Promise<File> {
  const canvas = await drawn(file, maxMegapixels)
  if (!canvas) return file
  const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`
  return (await photoFile(canvas, name, { megapixels: maxMegapixels, megabytes: maxMegabytes })) ?? file
}

/** A picture with at most so many points (in millions); undefined where this browser cannot read it. */
async function drawn(file: File, megapixels: number): Promise<HTMLCanvasElement | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) return undefined
  const { width, height } = image
  const canvas = drawPhoto({ image, width, height }, megapixels)
  image.close()
  return canvas
}
