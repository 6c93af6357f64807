import type { Visit } from '../visit.ts'
import { keep, type Start, takeUp } from './drafts.ts'
import { upload } from './files.ts'
import { listen } from './listen.ts'
import { post } from './onward.ts'
import { newStay } from './stay.ts'

/**
 * Takes over the page: from here on turns, sending, files and drafts are the script's business. All of it comes after the
 * first wave and imports nothing of the page: until it is there, buttons post the form as without a script.
 */
export async function begin(visit: Visit, form: HTMLFormElement, start: Start): Promise<void> {
  const stay = newStay(visit)
  listen(stay, form)
  visit.upload =
    (path) =>
    (...file) =>
      upload(stay, path, ...file)
  history.replaceState({ page: visit.state.page }, '')
  await takeUp(stay, start)
  visit.changed = () => keep(stay)
  visit.seed = stay.key
  visit.tellAll()
  document.documentElement.dataset.live = 'yes'
  if (stay.pending) void post(stay)
}
