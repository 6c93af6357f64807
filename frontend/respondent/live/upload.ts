import type { FileReference } from '../../../plugins/kit/answer.ts'
import type { Translate, Upload } from '../../../plugins/kit/control.ts'

/** Sends files of one block as they are chosen. The address is asked for at each: it names the stay. */
export function uploader(address: () => string, t: Translate): Upload {
  return (file, onProgress, signal) => {
    return new Promise<FileReference>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', `${address()}&name=${encodeURIComponent(file.name)}`)
      request.responseType = 'json'
      request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
      request.onload = () => {
        const body: { data?: FileReference; message?: string } | null = request.response
        if (request.status === 201 && body?.data) resolve(body.data)
        else reject(new Error(body?.message ?? t('upload.failed')))
      }
      request.onerror = () => reject(new Error(t(navigator.onLine ? 'upload.failed' : 'upload.offline')))
      request.onabort = () => reject(new Error(''))
      signal.addEventListener('abort', () => request.abort())
      request.send(file)
    })
  }
}
