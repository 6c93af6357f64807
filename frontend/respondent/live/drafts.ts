import type { PageRaws } from '../view.ts'
import type { Visit } from '../visit.ts'
import { Device, type Draft } from './device.ts'
import type { Refitted } from './refit.ts'
import { type Stay, takeKey } from './stay.ts'

/** The page at the moment it could be filled in with the script. */
export interface Start {
  /** the response then, before what was typed earlier was laid over it */
  raws: PageRaws
  /** the form was posted by then, as without a script */
  posted: boolean
  /** begins the response anew, with these raw values over those it has */
  renew(raws: PageRaws): void
}

/** Keeps on the device what is answered by now. */
export function keep({ visit, device, secret, key, startedOn, pending, kinds }: Stay): void {
  const { data, response, state } = visit
  const raws = Object.entries(response.raws()).filter(([path]) => !visit.blockAt(path)?.secret)
  device?.keep({
    key,
    page: state.page,
    raws: Object.fromEntries(raws),
    wrong: raws.flatMap(([path]) => (response.field(path)?.problems.length ? path : [])),
    version: data.form.version,
    kinds,
    startedOn,
    savedAt: Date.now(),
    // A request with a secret in it is not kept either: it lives as long as the page.
    ...(pending && !secret && { pending }),
  })
}

/** Lays what the device kept over the page. What was typed here, before that or meanwhile, is newer. */
export async function takeUp(stay: Stay, start: Start): Promise<void> {
  const { visit } = stay
  const { data } = visit
  if (!data.unkept && !data.preview) stay.device = new Device(data.id)
  // A visit that the server keeps takes up what was typed in this very one.
  const draft = await stay.device?.read(data.raws && stay.key)
  const kept = draft && (await fitting(visit, draft))
  const typed = Object.entries(visit.response.raws()).filter(
    ([path, raw]) => JSON.stringify(raw) !== JSON.stringify(start.raws[path]),
  )
  if (draft && kept) {
    const items = visit.sections?.itemsWith(visit, kept.raws)
    start.renew({ ...kept.raws, ...Object.fromEntries(typed), ...items })
    restore(stay, draft, kept.lost)
  }
  if (typed.length > 0) keep(stay)
}

/** What was kept, as this version of the form takes it. */
async function fitting(visit: Visit, draft: Draft): Promise<Refitted> {
  const same = draft.version === visit.data.form.version
  const loaded = same ? undefined : await import('./refit.ts').catch(() => undefined)
  return loaded?.refit(visit, draft) ?? { raws: draft.raws, lost: false }
}

function restore(stay: Stay, draft: Draft, lost: boolean): void {
  const { visit, secret } = stay
  takeKey(stay, draft.key)
  stay.pending = draft.pending
  const page = visit.response.pages().find((known) => known === draft.page) ?? visit.state.page
  history.replaceState({ page }, '')
  visit.update({
    page,
    restored: [`notice.restored${secret ? '.secret' : ''}`, ...(lost ? ['notice.restored.changed'] : [])],
  })
}

/** Forgets what this device kept of the form, and begins again. */
export async function restart({ visit, slug, device }: Stay): Promise<void> {
  await device?.clear(true)
  visit.changed = undefined
  location.replace(`/forms/${slug}${location.search}`)
}
