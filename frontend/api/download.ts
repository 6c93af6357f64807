import { api } from './client.ts'

/**
 * Lets the browser load a file that the server gives only to somebody who gave their password not long ago. It is
 * asked for first where that is needed: a refused download would end as an error page.
 */
export async function download(path: string): Promise<void> {
  await api.get('/api/sessions/current/confirmation')
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}
