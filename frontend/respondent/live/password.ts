import type { Stay } from './stay.ts'

/** The form has a password that is new to this page: it is asked for here, and `then` goes on. */
export function askPassword(stay: Stay, then: Stay['unlocked'], key = 'refused.E_PASSWORD'): void {
  stay.unlocked = then
  stay.visit.update({ notice: { key, password: true }, focus: { on: 'password' } })
}

/** Tries the password that stands in the notice. */
export async function givePassword(stay: Stay): Promise<void> {
  const loading = import('./enter.ts')
  const result = await loading.then(
    ({ enter }) => enter(stay),
    () => 'unreached',
  )
  if (result) askPassword(stay, stay.unlocked, `password.${result}`)
}
