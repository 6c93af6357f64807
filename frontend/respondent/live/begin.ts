import type { Visit } from '../visit.ts'
import { keep, type Start, takeUp } from './drafts.ts'
import { upload } from './uploads.ts'
import { listen } from './listen.ts'
import { post } from './onward.ts'
import { remarks } from './remarks.ts'
import { newStay } from './stay.ts'

export { remarks }

/**
 * Takes over the page: from here on turns, sending, files and drafts are the script's business. All of it comes after the
 * first wave and imports nothing of the page: until it is there, buttons post the form as without a script.
 */
export async function begin(visit: Visit, form: HTMLFormElement, start: Start): Promise<void> {
  visit.remarks = remarks
  // asked for before it could be put there
  if (visit.state.focus) remarks.focus(visit.state.focus.on)
  if (start.posted) await stayed(form)
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

/**
 * The form is on its way as without a script. Whoever does something here after all stopped it, or came back to the page as
 * it was; the second press of two means nothing.
 */
function stayed(form: HTMLFormElement): Promise<void> {
  return new Promise((resolve) => {
    const done = (event: Event) => {
      if (!(event instanceof MouseEvent && event.detail > 1)) resolve()
    }
    for (const does of ['click', 'input']) form.addEventListener(does, done)
  })
}
