import type { Stay } from './stay.ts'

/**
 * Gives the password that stands in the notice, and goes on when it is the right one; else what comes of it, as in a key of
 * the form's texts. Imports nothing, so that pages that ask for no password do not carry it.
 */
export async function enter({
  unlocked,
  slug,
  visit,
}: Stay): Promise<'wrong' | 'slow' | 'unreached' | undefined> {
  const password = document.querySelector<HTMLInputElement>('#password')?.value
  if (!password || !unlocked) return undefined
  const status = await statusOf(slug, password)
  if (status === 429) return 'slow'
  if (status === 401) return 'wrong'
  // Being led on is all that is looked at; where to, is not.
  if (status !== 0) return 'unreached'
  visit.update({ notice: undefined })
  unlocked()
  return undefined
}

async function statusOf(slug: string, password: string): Promise<number | undefined> {
  try {
    const body = new URLSearchParams({ password })
    return (await fetch(`/forms/${slug}/password`, { method: 'POST', body, redirect: 'manual' })).status
  } catch {
    return undefined
  }
}
