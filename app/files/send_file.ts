import type { HttpContext } from '@adonisjs/core/http'
import type { ReadableFile } from '#app/files/read_file'
import { attachment } from '#app/http/attachment'

/** Answers with the bytes of an uploaded file: to be saved, since whatever somebody uploaded must run nowhere. */
export async function sendFile(response: HttpContext['response'], file: ReadableFile): Promise<void> {
  const bytes = await file.open()
  response.header('content-type', file.type)
  response.header('content-length', String(file.size))
  response.header('content-disposition', attachment(file.name))
  response.header('content-security-policy', "default-src 'none'; sandbox")
  response.header('x-content-type-options', 'nosniff')
  response.header('cache-control', 'private, no-store')
  response.stream(bytes)
}
