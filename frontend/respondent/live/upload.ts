import type { FileReference } from '@formwright/kit/answer'
import type { Translate, Upload } from '@formwright/kit/control'
import type { Problem } from '@formwright/kit/problem'

interface Refusal {
  code?: string
  details?: unknown
}

/**
 * Sends files of one block as they are chosen. The address is asked for at each: it names the stay. `told` says what is
 * wrong with an answer of this block; `locked` is called when the form asks for its password. Imports nothing, so that pages without files do not carry it.
 */
export function uploader(
  address: () => string,
  t: Translate,
  told: (problem: Problem) => string,
  locked: () => void,
): Upload {
  return (file, onProgress, signal) => {
    return new Promise<FileReference>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', `${address()}&name=${encodeURIComponent(file.name)}`)
      request.responseType = 'json'
      request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
      request.onload = () => {
        const body: ({ data?: FileReference } & Refusal) | null = request.response
        if (body?.code === 'E_PASSWORD') locked()
        if (request.status === 201 && body?.data) resolve(body.data)
        else reject(new Error(sentence(body ?? {}, t, told)))
      }
      request.onerror = () => reject(new Error(t(navigator.onLine ? 'upload.failed' : 'upload.offline')))
      request.onabort = () => reject(new Error(''))
      signal.addEventListener('abort', () => request.abort())
      request.send(file)
    })
  }
}

/** Why a file was not taken, in the language of the form. */
function sentence({ code, details }: Refusal, t: Translate, told: (problem: Problem) => string): string {
  if (code === 'E_ANSWERS' && Array.isArray(details) && details.length > 0) return told(details[0])
  const key = `refused.${code}`
  const text = t(key)
  return text === key ? t('upload.failed') : text
}
