import type { LiveProps } from '@formwright/kit/control'
import type { Answer, How, Raw } from './answer.ts'
import type { Settings } from './field.ts'

type Sending = Pick<LiveProps<Settings, Answer, Raw>, 'raw' | 'set' | 'upload' | 't'>

/**
 * Sends an image at once. Until the server has it the answer says that it is not sent, so that the form is not sent without
 * it; also after a reload, which takes the image from the page's hands. One that is refused leaves the signature that was
 * there. What is stopped says nothing any more.
 */
export async function sendImage(
  { raw, set, upload, t }: Sending,
  image: File,
  how: How,
  { signal }: AbortController,
): Promise<void> {
  const unsent = image.name
  set({ unsent, said: t('problem.custom.unsent') })
  try {
    const reference = await upload?.(image, () => undefined, signal)
    if (signal.aborted || !reference) return
    set({ how, at: new Date().toISOString().slice(0, 19), file: [reference] })
  } catch (reason) {
    if (signal.aborted) return
    const { message, cause } = reason instanceof Error ? reason : new Error()
    set({ ...(cause && raw?.how ? raw : { unsent }), said: message || t('failed') })
  }
}
