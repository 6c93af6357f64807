import type { Visit } from '../visit.ts'
import { type FoundAnswers, keep, takeUp } from './drafts.ts'
import { uploadOf } from './files.ts'
import { listen } from './listen.ts'
import { post } from './onward.ts'
import { newStay } from './stay.ts'

/** Takes over the page: from here on turns, sending, files and drafts are the script's business. */
export async function begin(visit: Visit, form: HTMLFormElement, found: FoundAnswers): Promise<void> {
  const stay = newStay(visit)
  listen(stay, form)
  visit.upload = (path) => uploadOf(stay, path)
  history.replaceState({ page: visit.state.page }, '')
  await takeUp(stay, found)
  visit.changed = () => keep(stay)
  visit.seed = stay.key
  visit.tellAll()
  document.documentElement.dataset.live = 'yes'
  if (stay.pending) void post(stay)
}
