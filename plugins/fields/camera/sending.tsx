import type { FileReference } from '@formwright/kit/answer'
import type { ControlProps } from '@formwright/kit/control'
import type { Raw } from './answer.ts'
import type { Settings } from './field.ts'
import { drawPhoto, photoFile } from './photo.tsx'

type Sending = Pick<ControlProps<Settings, FileReference[], Raw>, 'block' | 'set' | 'upload' | 't'>

/** Sends a photo, and says what became of it. What is stopped says nothing any more. `made` here it is sent as it is. */
export async function sendPhoto(
  { block, set, upload, t }: Sending,
  chosen: File,
  { signal, made }: { signal: AbortSignal; made: boolean },
  say: (said: string) => void,
): Promise<void> {
  try {
    const photo = made ? chosen : await cleanPhoto(chosen, block.settings)
    if (signal.aborted) return
    const reference = await upload?.(photo, () => undefined, signal)
    if (reference && !signal.aborted) set([reference])
  } catch (reason) {
    if (!signal.aborted) say((reason instanceof Error && reason.message) || t('failed'))
  }
}

/**
 * A photo upright, not too large and without what a camera wrote into it (where it was taken), as a JPEG. What this browser
 * cannot read is given back as it is; the server judges it.
 */
async function cleanPhoto(file: File, { maxMegapixels, maxMegabytes }: Settings): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return file
  const { width, height } = picture
  const canvas = drawPhoto({ image: picture, width, height }, maxMegapixels)
  picture.close()
  const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`
  return (await photoFile(canvas, name, { megapixels: maxMegapixels, megabytes: maxMegabytes })) ?? file
}
