import type { PageRaws } from '../entries.ts'
import { fieldPath } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { Device, type Draft } from './device.ts'
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
  const raws = Object.entries(visit.response.raws()).filter(([path]) => !visit.blockAt(path)?.secret)
  device?.keep({
    key,
    page: visit.state.page,
    raws: Object.fromEntries(raws),
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
  const typed = Object.entries(visit.response.raws()).filter(
    ([path, raw]) => JSON.stringify(raw) !== JSON.stringify(start.raws[path]),
  )
  const joined = { ...draft?.raws, ...Object.fromEntries(typed), ...itemsWith(draft?.raws ?? {}, visit) }
  if (draft) restore(stay, { ...draft, raws: joined }, start)
  if (typed.length > 0) keep(stay)
}

/** Where items were added or taken away here, those of the draft stay beside them: each may have answers. */
function itemsWith(kept: PageRaws, { data, response }: Visit): PageRaws {
  const here = response.raws()
  const sections = data.form.blocks.filter(({ id, section }) => section?.repeat && here[id] !== undefined)
  return Object.fromEntries(
    sections.map(({ id }) => {
      const answered = Object.keys(kept).flatMap((path) =>
        path.startsWith(`${id}.`) ? path.split('.')[1] : [],
      )
      return [id, [...new Set([kept[id] ?? [], answered, response.items(id)].flat())]]
    }),
  )
}

function restore(stay: Stay, draft: Draft, { renew }: Start): void {
  const { visit, secret } = stay
  takeKey(stay, draft.key)
  const fits = ([path]: [string, unknown]) => {
    const block = visit.blockAt(path)
    return block && (draft.kinds?.[block.id] ?? block.kind) === block.kind
  }
  renew(Object.fromEntries(Object.entries(draft.raws).filter(fits)))
  // What the form does not offer any more, nobody could untick: the rest of the answer stays.
  for (const { path, code } of visit.response.problems()) {
    const at = fieldPath(path)
    if (code === 'option-unknown') visit.response.setRaw(at, visit.response.field(at)?.answer ?? null, 'data')
  }
  stay.pending = draft.pending
  const page = visit.response.pages().find((known) => known === draft.page) ?? visit.state.page
  history.replaceState({ page }, '')
  visit.update({
    page,
    restored: `notice.restored${secret ? '.secret' : ''}`,
  })
}

/** Forgets what this device kept of the form, and begins again. */
export async function restart({ visit, slug, device }: Stay): Promise<void> {
  await device?.clear(true)
  visit.changed = undefined
  location.replace(`/forms/${slug}${location.search}`)
}
