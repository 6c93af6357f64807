import type { RichText } from '@formwright/kit/rich/tree'
import type { Content } from '../../../../api_types/drafts.ts'
import type { EditorModel } from '../model.ts'
import { isObject, jsonOf } from './json.ts'
import { hasKey, keyFollows, keyFor } from './key.ts'
import { boundLayout, fullSettings, type Kinds } from './kinds.ts'
import { listItems, listText, withText, type ListText } from './text_path.ts'

/** Changes properties of a block; undefined removes one. */
export function patchBlock(
  editor: EditorModel,
  id: string,
  patch: { [name: string]: unknown },
  tag?: string,
): void {
  change(editor, id, (content) => merged(content, patch), tag)
}

/** Changes settings of a block's kind; undefined removes one. A section that begins to repeat gets a key. */
export function patchSettings(
  editor: EditorModel,
  id: string,
  patch: { [name: string]: unknown },
  tag?: string,
): void {
  change(
    editor,
    id,
    (content, kind) => {
      const settings = merged(isObject(content.settings) ? content.settings : {}, patch)
      const next: Content = { ...content, settings }
      if (next.key !== undefined || !hasKey(editor.kinds, kind, next)) return next
      return { ...next, key: keyFor(editor, kind, next, editor.store.keysBesides(id)) }
    },
    tag,
  )
}

/**
 * Changes one setting of a block's kind by its path, to what `next` makes of it as it stands now, its defaults filled in. What
 * stands beside it stays.
 */
export function changeSetting(
  editor: EditorModel,
  id: string,
  path: string,
  next: (value: unknown) => unknown,
  tag?: string,
): void {
  const row = editor.store.row(id)
  if (!row) return
  const { settings } = row.content
  const full = fullSettings(editor.kinds, row.kind, isObject(settings) ? settings : {})
  const [name = '', ...inner] = path.split('.')
  const value = changedAt(full[name], inner, next)
  if (value !== full[name]) patchSettings(editor, id, { [name]: value }, tag)
}

function changedAt(value: unknown, path: readonly string[], next: (value: unknown) => unknown): unknown {
  const [name, ...inner] = path
  if (name === undefined) return next(value)
  const members: Record<string, unknown> = { ...Object(value) }
  return { ...members, [name]: changedAt(members[name], inner, next) }
}

/** Changes a text of a block; the key follows the label while nobody chose another. */
export function changeText(editor: EditorModel, id: string, path: string, text: string | RichText): void {
  change(
    editor,
    id,
    (content, kind) => withChangedText(editor, { id, kind, content }, path, text),
    `text:${id}:${path}`,
  )
}

/** The content of a block with one of its texts changed, and with the key that follows it. */
export function withChangedText(
  editor: EditorModel,
  { id, kind, content }: { id: string; kind: string; content: Content },
  path: string,
  text: string | RichText,
): Content {
  const next = withText(withStoredList(editor, kind, content, listText(path)), path, text)
  if (!namesBlock(editor.kinds, kind, path, content)) return next
  const others = editor.store.keysBesides(id)
  if (!keyFollows(editor, kind, content, others)) return next
  return { ...next, key: keyFor(editor, kind, next, others) }
}

/** Whether a block is known by this text: the label of a field, the title of a section. */
function namesBlock(kinds: Kinds, kind: string, path: string, content: Content): boolean {
  if (path === 'label') return true
  const layout = boundLayout(kinds, kind, content)
  return layout?.role === 'section' && layout.texts.find((text) => text.path === path)?.role === 'title'
}

/** Changes a list of a block's settings, at one of its items. */
export function changeList(
  editor: EditorModel,
  id: string,
  at: ListText,
  next: (content: Content, kind: string) => Content,
): void {
  change(editor, id, (content, kind) => next(withStoredList(editor, kind, content, at), kind))
}

/** The items of a list as the page shows them. */
export function shownItems(editor: EditorModel, id: string, at: ListText): ReturnType<typeof listItems> {
  const row = editor.store.row(id)
  return row ? listItems(withStoredList(editor, row.kind, row.content, at), at.list) : []
}

/** A list that is not stored yet is what its kind begins with: the page shows it, and it can be changed like any other. */
function withStoredList(
  editor: EditorModel,
  kind: string,
  content: Content,
  at: ListText | undefined,
): Content {
  const settings = isObject(content.settings) ? content.settings : {}
  if (at === undefined || settings[at.list] !== undefined) return content
  const list = jsonOf(fullSettings(editor.kinds, kind, settings)[at.list])
  return Array.isArray(list) ? { ...content, settings: { ...settings, [at.list]: list } } : content
}

/** Replaces the content of a block by what `next` makes of it: the same is no change. */
export function change(
  editor: EditorModel,
  id: string,
  next: (content: Content, kind: string) => Content,
  tag?: string,
): void {
  const row = editor.store.row(id)
  if (!row) return
  const content = next(row.content, row.kind)
  // a step that does nothing would be undone in vain
  if (content === row.content) return
  editor.store.apply([{ op: 'put', id, kind: row.kind, position: row.position, content }], tag ? { tag } : {})
}

function merged(target: Content, patch: { [name: string]: unknown }): Content {
  const result = { ...target }
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) delete result[name]
    else result[name] = jsonOf(value, target[name])
  }
  return result
}
