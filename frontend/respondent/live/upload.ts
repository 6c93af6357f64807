import type { FileReference } from '@formwright/kit/answer'
import type { Translate, Upload } from '@formwright/kit/control'
import type { Problem } from '@formwright/kit/problem'
import type { problemText } from '../problem_text.ts'
import type { askPassword } from './password.ts'
import type { Stay } from './stay.ts'

interface Refusal {
  code?: string
  details?: unknown
}

/** The field that files are sent for, and what of the page that takes. */
interface Sending {
  stay: Stay
  path: string
  block: string
  problemText: typeof problemText
  askPassword: typeof askPassword
}

/**
 * Sends a file as it is chosen. Imports nothing, so that pages without files do not carry it: what it needs of the page is
 * handed in.
 */
export function upload(
  { stay, path, block, problemText, askPassword }: Sending,
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
      const told = (problem: Problem) =>
        problemText(problem, visit.kindT(visit.blocks.get(block)?.kind ?? ''))
      if (request.status === 201 && body?.data) resolve(body.data)
      else reject(new Error(sentence(body ?? {}, t, told)))
    }
    request.onerror = () => reject(new Error(t(navigator.onLine ? 'upload.failed' : 'upload.offline')))
    request.onabort = () => reject(new Error(''))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

/** Files that are on their way when the person goes on are waited for. */
export async function uploaded({ visit, uploads }: Stay): Promise<void> {
  visit.update({ phase: 'sending', announced: visit.t('sending') })
  while (uploads.size > 0) await Promise.allSettled(uploads)
  visit.update({ phase: 'filling', announced: '' })
}

/** Why a file was not taken, in the language of the form. */
function sentence({ code, details }: Refusal, t: Translate, told: (problem: Problem) => string): string {
  if (code === 'E_ANSWERS' && Array.isArray(details) && details.length > 0) return told(details[0])
  const key = `refused.${code}`
  const text = t(key)
  return text === key ? t('upload.failed') : text
}
