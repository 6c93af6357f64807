import type { PublishedForm } from '#app/forms/versions'
import { repeatOf } from '#app/respond/submission/addresses'
import { blockOf } from '#engine/document/block_of'
import type { Response as FormResponse } from '#engine/response/response'

/** What the buttons of a section post: what to do, the section, and the item it is done with. */
const BUTTON = /^(add|up|down|remove):([a-z][a-z0-9]*)(?:\.([a-z0-9]+))?$/

/**
 * Does what a button of a section that repeats asks for. Answers where the focus goes then, or undefined when another
 * button was pressed. What cannot be done, because the page is older than the answers, is left.
 */
export function changeItems(
  { document }: Pick<PublishedForm, 'document'>,
  page: string,
  go: string,
  response: FormResponse,
): string | undefined {
  const [, verb, section = '', item] = BUTTON.exec(go) ?? []
  const block = blockOf(document, section)
  const repeat = block && response.blocksOf(page).includes(section) ? repeatOf(block) : undefined
  if (verb === undefined || !repeat || (verb === 'add') !== (item === undefined)) return undefined
  if (item === undefined) return add(response, section)
  if (verb === 'remove') return remove(response, section, item, repeat.min)
  return move(response, section, item, verb === 'up' ? -1 : 1)
}

function add(response: FormResponse, section: string): string {
  const before = response.items(section).length
  response.addItem(section)
  const items = response.items(section)
  return items.length > before ? `${section}.${items.at(-1)}` : section
}

function remove(response: FormResponse, section: string, item: string, min: number): string {
  const place = response.items(section).indexOf(item)
  response.removeItem(section, item)
  const items = response.items(section)
  const next = items[place] ?? items.at(-1)
  return next !== undefined && items.length > min ? `remove:${section}.${next}` : `add:${section}`
}

function move(response: FormResponse, section: string, item: string, by: 1 | -1): string {
  response.moveItem(section, item, response.items(section).indexOf(item) + by)
  const items = response.items(section)
  const place = items.indexOf(item)
  const up = place === items.length - 1 || (by < 0 && place > 0)
  return `${up ? 'up' : 'down'}:${section}.${item}`
}
