import type { Stay } from './stay.ts'

/** The form has a password that is new to this page: it is asked for here, and `then` goes on. */
export function askPassword(stay: Stay, then: Stay['unlocked'], key = 'refused.E_PASSWORD'): void {
  stay.unlocked = then
  stay.visit.update({ notice: { key, password: true }, focus: { on: 'password' } })
}

/** Tries the password that stands in the notice, and goes on when it is the right one. */
export async function givePassword(stay: Stay): Promise<void> {
  const { unlocked, slug, visit } = stay
  const password = document.querySelector<HTMLInputElement>('#password')?.value
  if (!password || !unlocked) return
  const status = await statusOf(slug, password)
  // Being led on is all that is looked at; where to, is not.
  if (status === 0) {
    visit.update({ notice: undefined })
    return unlocked()
  }
  const result = status === 429 ? 'slow' : status === 401 ? 'wrong' : 'unreached'
  askPassword(stay, unlocked, `password.${result}`)
}

async function statusOf(slug: string, password: string): Promise<number | undefined> {
  try {
    const body = new URLSearchParams({ password })
    return (await fetch(`/forms/${slug}/password`, { method: 'POST', body, redirect: 'manual' })).status
  } catch {
    return undefined
  }
}
