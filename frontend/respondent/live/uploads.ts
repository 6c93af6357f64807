import type { FileReference } from '@formwright/kit/answer'
import type { Upload } from '@formwright/kit/control'
import type { Visit } from '../visit.ts'
import type { Refusal } from './pieces.ts'
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
  const { visit, server, key } = stay
  const { form, preview } = visit.data
  const query = `block=${path}&key=${key}&version=${form.version}&name=${encodeURIComponent(file[0].name)}`
  const files = await import('./files.ts').catch(() => undefined)
  const answer = await files?.sendFile({ server, query, whole: preview }, ...file)
  if (!answer) throw new Error(visit.t(navigator.onLine ? 'upload.failed' : 'upload.offline'))
  if (answer.data) return answer.data
  if (answer.code === 'E_PASSWORD')
    void import('./refused.ts').then(
      ({ askPassword }) => askPassword(stay, () => undefined),
      () => undefined,
    )
  throw new Error(refusal(visit, answer), { cause: answer.code })
}

/** Files that are on their way when the person goes on are waited for. */
export async function uploaded({ visit, uploads }: Stay): Promise<void> {
  if (uploads.size === 0) return
  visit.update({ phase: 'sending', announced: visit.t('sending') })
  while (uploads.size > 0) await Promise.allSettled(uploads)
  visit.update({ phase: 'filling', announced: '' })
}

/** Why a file was not taken, in the language of the form. */
function refusal(visit: Visit, { code, details }: Refusal): string {
  if (code === 'E_ANSWERS' && Array.isArray(details) && details.length > 0) return sentence(visit, details[0])
  return visit.data.texts[`refused.${code}`] ?? visit.t('upload.failed')
}
