import type { FileReference } from '@formwright/kit/answer'
import type { Upload } from '@formwright/kit/control'
import { sentence } from './remarks.ts'
import type { Stay } from './stay.ts'

/** Sends a file for the field at an address, as it is chosen. */
export function upload(stay: Stay, path: string, ...file: Parameters<Upload>): Promise<FileReference> {
  const { uploads } = stay
  const sent = sending(stay, path, ...file)
  const done = () => uploads.delete(sent)
  uploads.add(sent)
  sent.then(done, done)
  return sent
}

/** What sends it comes with the first file. */
async function sending(stay: Stay, path: string, ...file: Parameters<Upload>): Promise<FileReference> {
  const files = await import('./files.ts').catch(() => undefined)
  const sent = await files?.sendFor(stay, path, sentence, ...file)
  if (!sent) throw new Error(stay.visit.t(navigator.onLine ? 'upload.failed' : 'upload.offline'))
  return sent
}

/** Files that are on their way when the person goes on are waited for. */
export async function uploaded({ visit, uploads }: Stay): Promise<void> {
  if (uploads.size === 0) return
  visit.update({ phase: 'sending', announced: visit.t('sending') })
  while (uploads.size > 0) await Promise.allSettled(uploads)
  visit.update({ phase: 'filling', announced: '' })
}
