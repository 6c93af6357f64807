import type { Upload } from '@formwright/kit/control'
import { problemText } from '../problem_text.ts'
import { blockAt } from '../paths.ts'
import { askPassword } from './password.ts'
import type { Stay } from './stay.ts'

/** How the field at an address sends its files as they are chosen. */
export function uploadOf(stay: Stay, path: string): Upload {
  const { visit, server, uploads } = stay
  const address = () => `${server}/files?block=${path}&key=${stay.key}&version=${visit.data.form.version}`
  const send: Upload = async (...file) => {
    const { uploader } = await import('./upload.ts').catch(() =>
      Promise.reject(new Error(visit.t('upload.offline'))),
    )
    const t = visit.kindT(visit.blocks.get(blockAt(path))?.kind ?? '')
    const locked = () => askPassword(stay, () => undefined)
    return uploader(address, visit.t, (problem) => problemText(problem, t), locked)(...file)
  }
  return (...file) => {
    const sent = send(...file)
    const done = () => uploads.delete(sent)
    uploads.add(sent)
    sent.then(done, done)
    return sent
  }
}

/** Files that are on their way when the person goes on are waited for. */
export async function uploaded({ visit, uploads }: Stay): Promise<void> {
  if (uploads.size === 0) return
  visit.update({ phase: 'sending', announced: visit.t('sending') })
  while (uploads.size > 0) await Promise.allSettled(uploads)
  visit.update({ phase: 'filling', announced: '' })
}
