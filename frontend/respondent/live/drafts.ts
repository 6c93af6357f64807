import { blockAt } from '../paths.ts'
import type { Draft } from './device.ts'
import type { PageRaws } from './entries.ts'
import type { Visit } from '../visit.ts'
import { type Stay, takeKey } from './stay.ts'

/** What stood in the page when the script came: what the server had put there, and what stood there by then. */
export interface FoundAnswers {
  server: PageRaws
  typed: PageRaws
  /** begins the response anew, with these raw values over those it has */
  takeUp(raws: PageRaws): void
}

/** Keeps on the device what is answered by now. */
export function keep({ visit, device, secret, key, startedOn, pending }: Stay): void {
  const raws = Object.entries(visit.response.raws()).filter(([path]) => !secret.has(blockAt(path)))
  device?.keep({
    key,
    page: visit.state.page,
    raws: Object.fromEntries(raws),
    startedOn,
    savedAt: Date.now(),
    // A request with a secret in it is not kept either: it lives as long as the page.
    ...(pending && secret.size === 0 && { pending }),
  })
}

/** Lays what the device kept over the page, and over that what was typed before the script came, which is newer. */
export async function takeUp(stay: Stay, found: FoundAnswers): Promise<void> {
  const { visit } = stay
  const shown = visit.response.raws()
  stay.device = await deviceOf(visit)
  // A visit that the server keeps takes up what was typed in this very one.
  const draft = await stay.device?.read(visit.data.raws && stay.key)
  if (draft) {
    // What was typed while the device was read is newer than what it kept.
    for (const [path, raw] of Object.entries(visit.response.raws()))
      if (differs(raw, shown[path])) draft.raws[path] = raw
    restore(stay, draft, found)
    stay.pending = draft.pending
  }
  for (const [path, raw] of Object.entries(found.typed)) {
    if (differs(raw, found.server[path])) visit.set(path, raw)
  }
}

/** Nobody waits for it to see the page or to fill it in, so it comes after. Without it nothing is kept, which is said where it matters. */
async function deviceOf({ data }: Visit): Promise<Stay['device']> {
  if (data.unkept || data.preview) return undefined
  const loaded = await import('./device.ts').catch(() => undefined)
  return loaded && new loaded.Device(data.id, data.form.version)
}

function restore(stay: Stay, draft: Draft, { takeUp }: FoundAnswers): void {
  const { visit, secret } = stay
  takeKey(stay, draft.key)
  takeUp(Object.fromEntries(Object.entries(draft.raws).filter(([path]) => visit.blocks.has(blockAt(path)))))
  const page = visit.response.pages().find((known) => known === draft.page) ?? visit.state.page
  history.replaceState({ page }, '')
  visit.update({
    page,
    notice: { key: `notice.restored${secret.size > 0 ? '.secret' : ''}` },
    restart: true,
  })
}

/** Forgets what this device kept of the form, and begins again. */
export async function restart({ visit, slug, device }: Stay): Promise<void> {
  await device?.clear(true)
  visit.changed = undefined
  location.replace(`/forms/${slug}${location.search}`)
}

function differs(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b)
}
