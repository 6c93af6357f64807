import type { Upload } from '@formwright/kit/control'
import { blockAt } from '../paths.ts'
import { problemText } from '../problem_text.ts'
import { askPassword } from './password.ts'
import type { Stay } from './stay.ts'

/** How the field at an address sends its files as they are chosen. */
export function uploadOf(stay: Stay, path: string): Upload {
  const { visit, uploads } = stay
  return (...file) => {
    const loading = import('./upload.ts')
    const sent = loading.then(
      ({ upload }) => upload({ stay, path, block: blockAt(path), problemText, askPassword }, ...file),
      () => Promise.reject(new Error(visit.t('upload.offline'))),
    )
    const done = () => uploads.delete(sent)
    uploads.add(sent)
    sent.then(done, done)
    return sent
  }
}

/** Files that are on their way when the person goes on are waited for. */
export async function uploaded(stay: Stay): Promise<void> {
  if (stay.uploads.size > 0) {
    const loading = import('./upload.ts')
    // where it cannot be loaded, no file is on its way
    await loading.then(
      ({ uploaded }) => uploaded(stay),
      () => undefined,
    )
  }
}
