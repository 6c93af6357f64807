/** A text that a creator writes into the settings of a block. */
export interface BlockText {
  /**
   * Where it stands in the settings: names of members with dots between; an item of a list goes by its id, or by its place
   * (from 0) where it has none: `title`, `options.red.label`, `ranges.0.label`.
   */
  path: string
  /**
   * `rich` ones are trees (`richText` in `rich/setting.ts`). In a `link` of an ending answers are encoded, and its
   * settings are given with them in it (`piped_address.ts`).
   */
  kind: 'plain' | 'rich' | 'link'
  /**
   * Answers may stand in it (`{#blockId}`). A field is drawn with settings in which they are filled in already; a layout
   * component is given what comes of it as `texts`, of a rich text each answer by itself (`piped` in `rich/resolve.ts`).
   */
  piping: boolean
  /** Something to choose or to fill in is called so: while it is empty nobody can tell what that is. */
  names?: boolean
  /**
   * What a page does with it. Of page breaks `title` is what the page that begins here is called, `next` stands on the
   * button that leads to it, `back` on the one that leads back from it. Of a
   * welcome `start` stands on the button that leads on from it. Of sections `title` stands above its blocks,
   * `item-title` above those of one item, with references to fields of that item, and `add` on the button that adds one.
   */
  role?: 'title' | 'next' | 'back' | 'start' | 'item-title' | 'add'
}

type AnySettings = Record<string, unknown>
type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type JsonObject = { [name: string]: Json }

/** What stands at the path of a text in some settings; undefined where nothing does. */
export function textIn(settings: unknown, path: string): unknown {
  let found = settings
  for (const name of path.split('.')) {
    const held: Record<string, unknown> = typeof found === 'object' ? Object(found) : {}
    const key = Array.isArray(found) ? String(indexOfItem(found, name)) : name
    found = Object.hasOwn(held, key) ? held[key] : undefined
  }
  return found
}

/** The same settings with another text at a path. What lies beside its way stays the same object. */
export function withTextIn(settings: JsonObject, path: string, text: Json): JsonObject
export function withTextIn(settings: AnySettings, path: string, text: unknown): AnySettings
export function withTextIn(settings: AnySettings, path: string, text: unknown): AnySettings {
  const [name = '', ...rest] = path.split('.')
  return { ...settings, [name]: replaced(settings[name], rest, text) }
}

function replaced(value: unknown, [name, ...rest]: readonly string[], text: unknown): unknown {
  if (name === undefined) return text
  if (!Array.isArray(value)) {
    const held: AnySettings = { ...Object(value) }
    return { ...held, [name]: replaced(held[name], rest, text) }
  }
  const index = indexOfItem(value, name)
  return index in value ? value.with(index, replaced(value[index], rest, text)) : value
}

/**
 * Where the item that a path names stands in a list: by its id, or by its place where items have none; -1 without one. A
 * plain loop: a list may be long, and this runs for each key.
 */
export function indexOfItem(list: readonly unknown[], name: string): number {
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index]
    if (typeof item === 'object' && item !== null && 'id' in item) {
      if (item.id === name) return index
    } else if (String(index) === name) return index
  }
  return -1
}
