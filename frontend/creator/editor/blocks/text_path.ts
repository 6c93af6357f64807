import type { Content } from '../../../../api_types/drafts.ts'
import type { Json } from '../../../../engine/document/document.ts'
import { textIn, withTextIn } from '@formwright/kit/block_text'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { richToText } from '@formwright/kit/rich/to_text'
import { isEmptyRichText, isRichText, type RichText } from '@formwright/kit/rich/tree'
import { isObject } from './json.ts'

/** Texts of a block itself; every other path leads into its settings. */
const OWN_TEXTS = new Set(['label', 'help', 'placeholder'])

/** A text inside a list of the settings: `options.<id>.label`. */
export interface ListText {
  list: string
  item: string
  property: string
}

/** Takes a path into a list apart; undefined for other paths. */
export function listText(path: string): ListText | undefined {
  const parts = path.split('.')
  const [list, item, property] = parts
  if (parts.length !== 3 || !list || !item || !property) return undefined
  return { list, item, property }
}

/** The text at a path of a block's content, of a rich one what can be read of it; empty when there is none. */
export function textAt(content: Content, path: string): string {
  const value = storedAt(content, path)
  if (isRichText(value)) return storedTextOf(value)
  return typeof value === 'string' ? value : ''
}

/** The rich text at a path of a block's content; one that was stored before it could be rich is one now. */
export function richTextAt(content: Content, path: string): RichText {
  const value = storedAt(content, path)
  return isRichText(value) ? value : richTextOf(typeof value === 'string' ? value : '')
}

/** What can be read of a rich text, its references as they are stored. */
export function storedTextOf(text: RichText): string {
  return richToText(text, (address) => `{#${address}}`)
}

function storedAt(content: Content, path: string): unknown {
  return OWN_TEXTS.has(path) ? content[path] : textIn(content.settings, path)
}

/**
 * Items by id, of lists that were looked into: each text of a list asks for its own, so that 10,000 options looked through
 * one by one take a second, and one more for each key. A list is never changed in place.
 */
const itemsById = new WeakMap<readonly unknown[], ReadonlyMap<string, { [name: string]: Json }>>()

/** A text in a list of the settings, if it stands there. */
export function listTextAt(content: Content, path: string): string | undefined {
  const place = listText(path)
  const list = place && isObject(content.settings) ? content.settings[place.list] : undefined
  if (!place || !Array.isArray(list)) return undefined
  const known =
    itemsById.get(list) ?? new Map(listItems(content, place.list).map(({ id, item }) => [id, item]))
  itemsById.set(list, known)
  const value = known.get(place.item)?.[place.property]
  return typeof value === 'string' ? value : undefined
}

/** The content with another text at a path. An empty help or placeholder is none. */
export function withText(content: Content, path: string, text: string | RichText): Content {
  if (OWN_TEXTS.has(path)) {
    const empty = typeof text === 'string' ? text === '' : isEmptyRichText(text)
    if (empty && path !== 'label') return without(content, path)
    return { ...content, [path]: text }
  }
  const settings = isObject(content.settings) ? content.settings : {}
  return { ...content, settings: withTextIn(settings, path, text) }
}

/** The items of a list of the settings that have ids. */
export function listItems(content: Content, list: string): { id: string; item: { [name: string]: Json } }[] {
  const items = isObject(content.settings) ? content.settings[list] : undefined
  if (!Array.isArray(items)) return []
  return items.flatMap((item) =>
    isObject(item) && typeof item.id === 'string' ? [{ id: item.id, item }] : [],
  )
}

/** The content with new items behind `after` (null: in front) in a list of the settings. */
export function withItems(
  content: Content,
  list: string,
  after: string | null,
  items: readonly { [name: string]: Json }[],
): Content {
  const settings = isObject(content.settings) ? content.settings : {}
  const old = settings[list]
  const present = Array.isArray(old) ? old : []
  const index = after === null ? 0 : present.findIndex((item) => isObject(item) && item.id === after) + 1
  return {
    ...content,
    settings: { ...settings, [list]: [...present.slice(0, index), ...items, ...present.slice(index)] },
  }
}

/** The content with a list of the settings as it is given. */
export function withList(content: Content, list: string, items: readonly Json[]): Content {
  const settings = isObject(content.settings) ? content.settings : {}
  return { ...content, settings: { ...settings, [list]: [...items] } }
}

/** The content without one item of a list of the settings. */
export function withoutItem(content: Content, list: string, id: string): Content {
  const settings = isObject(content.settings) ? content.settings : {}
  const old = settings[list]
  if (!Array.isArray(old)) return content
  return {
    ...content,
    settings: { ...settings, [list]: old.filter((item) => !(isObject(item) && item.id === id)) },
  }
}

/** An id unlike those in use, for an item of a list. */
export function newItemId(taken: ReadonlySet<string>): string {
  for (;;) {
    const id = crypto
      .getRandomValues(new Uint32Array(2))
      .reduce((text, part) => text + part.toString(36), 'o')
      .slice(0, 10)
    if (!taken.has(id)) return id
  }
}

function without(content: Content, name: string): Content {
  const { [name]: _, ...rest } = content
  return rest
}
