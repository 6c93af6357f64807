import { restart } from './drafts.ts'
import { next, post } from './onward.ts'
import { back, show } from './pages.ts'
import type { Stay } from './stay.ts'

/** How long a page that was just turned to takes no press of the pointer, in ms (as `fw-settle` in page.css). */
const SETTLED = 400

/** Listens to what the person does with the page as a whole. */
export function listen(stay: Stay, form: HTMLFormElement): void {
  const { visit } = stay
  // The second press of two that turned the page takes the focus away from where the page put it.
  addEventListener('mousedown', (event) => {
    if (event.detail > 1 && event.timeStamp - stay.turnedAt < SETTLED) event.preventDefault()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (visit.state.phase === 'sending' || visit.state.phase === 'sent') return
    // The person presses Send again while the page waits for the server: try now, with the same answers.
    if (stay.pending) return void post(stay)
    const go = event.submitter?.getAttribute('value') ?? 'next'
    if (go === 'back') void back(stay)
    else if (go === 'next' || go === 'send') void next(stay)
  })
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type !== 'file')
      event.preventDefault()
  })
  form.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    const link = event.target.closest<HTMLElement>('[data-to]')
    if (link) {
      event.preventDefault()
      visit.update({ focus: { on: link.dataset.to ?? '' } })
    }
    if (event.target.closest('[data-do=restart]')) void restart(stay)
  })
  addEventListener('popstate', (event) => {
    const state: { page?: string } | null = event.state
    const page = state?.page ?? visit.data.page
    if (visit.state.phase === 'filling' && visit.response.pages().includes(page)) show(stay, page, 'none')
  })
  addEventListener('online', () => stay.pending && void post(stay))
}
