import { enter } from './send.ts'
import type { Stay } from './stay.ts'

/** The form has a password that is new to this page: it is asked for here, and `then` goes on. */
export function askPassword(stay: Stay, then: () => void, key = 'refused.E_PASSWORD'): void {
  stay.unlocked = then
  stay.visit.update({ notice: { key, password: true }, focus: { on: 'password' } })
}

/** Tries the password that stands in the notice. */
export async function givePassword(stay: Stay): Promise<void> {
  const { unlocked, slug, visit } = stay
  const password = document.querySelector<HTMLInputElement>('#password')?.value
  if (!password || !unlocked) return
  const result = await enter(slug, password)
  if (result !== 'entered') return askPassword(stay, unlocked, `password.${result}`)
  visit.update({ notice: undefined })
  unlocked()
}
