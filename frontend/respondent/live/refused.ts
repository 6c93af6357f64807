import { linked } from '../linked.ts'
import type { Draw, Visit } from '../visit.ts'
import type { Refusal } from './send.ts'
import type { Stay } from './stay.ts'

// What the page says when nothing was taken: loaded when that happens, which is seldom. It imports nothing of what is there
// already, which would have to be split for it.

/** It takes nothing now, and may do so later. */
const SHUT = ['E_FULL', 'E_CLOSED', 'E_NOT_OPEN']

/** Says why nothing was taken; where a password is missing, `next` goes on. */
export function sayRefused(stay: Stay, { code, message, details }: Refusal, next: () => void): void {
  const { visit } = stay
  if (code === 'E_PASSWORD') return askPassword(stay, next)
  const reason = visit.data.texts[`refused.${code}`] ?? message
  const own = details && 'text' in details && details.text
  const texts = [own || [], SHUT.includes(code) ? visit.t('notice.refused.kept') : []].flat()
  const besides = (draw: Draw) =>
    texts.map((text, key) => draw('p', { className: 'text', key }, linked(draw, text)))
  const refused = { key: 'notice.refused', params: { reason }, besides }
  const notice = code === 'E_KEY_REUSED' ? { key: 'notice.conflict' } : refused
  visit.update({ notice, focus: { on: 'notice' } })
}

/** The form has a password that is new to this page: it is asked for here, and `then` goes on. */
export function askPassword(stay: Stay, then: () => void, key = 'refused.E_PASSWORD'): void {
  const give = () => void givePassword(stay, then)
  const besides = (draw: Draw, visit: Visit) => passwordInput(draw, visit, give)
  stay.visit.update({ notice: { key, besides }, focus: { on: 'password' } })
}

function passwordInput(draw: Draw, { t }: Visit, give: () => void) {
  return draw(
    'div',
    { className: 'field' },
    draw('label', { className: 'label', htmlFor: 'password' }, t('password.label')),
    draw('input', {
      className: 'fw-input',
      type: 'password',
      id: 'password',
      autoComplete: 'current-password',
      // the form itself does nothing then
      onKeyDown: ({ key }: { key: string }) => key === 'Enter' && give(),
    }),
    draw('button', { className: 'quiet small', type: 'button', onClick: give }, t('password.open')),
  )
}

/** Tries the password that stands in the notice, and goes on when it is the right one. */
async function givePassword(stay: Stay, then: () => void): Promise<void> {
  const { slug, visit } = stay
  const password = document.querySelector<HTMLInputElement>('#password')?.value
  if (!password) return
  const status = await statusOf(slug, password)
  // Being led on is all that is looked at; where to, is not.
  if (status === 0) {
    visit.update({ notice: undefined })
    return then()
  }
  const result = status === 429 ? 'slow' : status === 401 ? 'wrong' : 'unreached'
  askPassword(stay, then, `password.${result}`)
}

async function statusOf(slug: string, password: string): Promise<number | undefined> {
  try {
    const body = new URLSearchParams({ password })
    return (await fetch(`/forms/${slug}/password`, { method: 'POST', body, redirect: 'manual' })).status
  } catch {
    return undefined
  }
}
