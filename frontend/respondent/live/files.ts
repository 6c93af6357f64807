import type { FileReference } from '@formwright/kit/answer'
import type { Upload } from '@formwright/kit/control'
import type { Visit } from '../visit.ts'
import { askPassword } from './password.ts'
import { sentence } from './remarks.ts'
import type { Stay } from './stay.ts'

interface Refusal {
  code?: string
  details?: unknown
}

/** Sends a file for the field at an address, as it is chosen. */
export function upload(stay: Stay, path: string, ...file: Parameters<Upload>): Promise<FileReference> {
  const { uploads } = stay
  const sent = sending(stay, path, ...file)
  const done = () => uploads.delete(sent)
  uploads.add(sent)
  sent.then(done, done)
  return sent
}

function sending(
  stay: Stay,
  path: string,
  ...[file, onProgress, signal]: Parameters<Upload>
): Promise<FileReference> {
  const { visit, server, key } = stay
  const { t, data } = visit
  return new Promise<FileReference>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const query = `block=${path}&key=${key}&version=${data.form.version}&name=${encodeURIComponent(file.name)}`
    request.open('POST', `${server}/files?${query}`)
    request.responseType = 'json'
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => {
      const body: ({ data?: FileReference } & Refusal) | null = request.response
      if (body?.code === 'E_PASSWORD') askPassword(stay, () => undefined)
      if (request.status === 201 && body?.data) resolve(body.data)
      else reject(new Error(refusal(visit, body ?? {})))
    }
    request.onerror = () => reject(new Error(t(navigator.onLine ? 'upload.failed' : 'upload.offline')))
    request.onabort = () => reject(new Error(''))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
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
