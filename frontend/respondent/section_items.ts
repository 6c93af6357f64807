import type { PublicBlock } from '../../engine/plan/public_form.ts'
import type { PageRaws } from './view.ts'
import { itemTitle } from './section_names.ts'
import type { Visit } from './visit.ts'

/** An item that was taken away, with all that was answered in it: it can be put back. */
export interface RemovedItem {
  item: string
  place: number
  title: string
  raws: readonly (readonly [path: string, raw: unknown])[]
}

/** Adds an item behind the others; the focus goes to its first field. */
export function add(visit: Visit, { id }: PublicBlock): void {
  const { response } = visit
  visit.take(response.addItem(id))
  visit.update({ focus: { on: `${id}.${response.items(id).at(-1)}` } })
}

/** Takes an item away. What was typed in it comes back by Undo, which has the focus then. */
export function remove(visit: Visit, block: PublicBlock, item: string): RemovedItem | undefined {
  const { response, t } = visit
  const { id } = block
  const place = response.items(id).indexOf(item)
  const title = itemTitle(visit, block, item, place)
  const raws = Object.entries(response.raws()).filter(([path]) => path.startsWith(`${id}.${item}.`))
  visit.take(response.removeItem(id, item))
  const left = response.items(id)
  const next = left[place] ?? left[place - 1]
  const typed = raws.some(([, raw]) => !isEmpty(raw))
  const removable = next !== undefined && left.length > (block.section?.repeat?.min ?? 0)
  const on = typed ? `undo:${id}` : removable ? `remove:${id}.${next}` : `add:${id}`
  say(visit, t('section.removed', { item: title }), on)
  return typed ? { item, place, title, raws } : undefined
}

/** Puts an item back where it was. */
export function restore(visit: Visit, block: PublicBlock, { item, place, title, raws }: RemovedItem): void {
  const { response, t } = visit
  visit.take(response.addItem(block.id, place, item))
  for (const [path, raw] of raws) visit.take(response.setRaw(path, raw))
  say(visit, t('section.restored', { item: title }), `${block.id}.${item}`)
}

/** Moves an item by one place; the focus stays on the button that was pressed, as long as it can be pressed again. */
export function move(visit: Visit, block: PublicBlock, item: string, by: 1 | -1): void {
  const { response, t } = visit
  const { id } = block
  const place = response.items(id).indexOf(item)
  const title = itemTitle(visit, block, item, place)
  visit.take(response.moveItem(id, item, place + by))
  const items = response.items(id)
  const number = items.indexOf(item) + 1
  const up = number === items.length || (by < 0 && number > 1)
  const moved = t('section.moved', { item: title, number, of: items.length })
  say(visit, moved, `${up ? 'up' : 'down'}:${id}.${item}`)
}

/** Where items were added or taken away here, those of what was kept stay beside them: each may have answers. */
export function itemsWith({ data, response }: Visit, kept: PageRaws) {
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

/** Said once more, also when it is what was said last. */
function say(visit: Visit, text: string, on: string): void {
  const announced = text === visit.state.announced ? `${text}\u00a0` : text
  visit.update({ announced, focus: { on } })
}

function isEmpty(raw: unknown): boolean {
  return (
    raw === undefined ||
    raw === null ||
    raw === '' ||
    raw === false ||
    (Array.isArray(raw) && raw.length === 0)
  )
}
