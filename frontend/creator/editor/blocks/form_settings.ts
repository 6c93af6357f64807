import type { Content } from '../../../../api_types/drafts.ts'
import { emptySettings, type FormSettings } from '../../../../engine/document/document.ts'
import type { EditorModel } from '../model.ts'
import { jsonOf } from './json.ts'

/** What may be changed of the access settings here; null takes a setting away. */
export interface AccessChange {
  opensAt?: string | null
  closesAt?: string | null
  maxSubmissions?: number | null
  closedText?: string | null
  fullText?: string | null
  earlyText?: string | null
}

/** A group of form settings as it stands here, whether or not the server takes it; what is missing has its default. */
export function groupAsTyped(editor: EditorModel, group: keyof FormSettings): { [name: string]: unknown } {
  return { ...emptySettings('')[group], ...editor.store.row(`settings.${group}`)?.content }
}

/** Changes a group of form settings; the whole group is stored, so that it stands by itself. */
export function changeSettings(
  editor: EditorModel,
  group: keyof FormSettings,
  patch: { [name: string]: unknown },
): void {
  const id = `settings.${group}`
  const row = editor.store.row(id)
  const present = { ...groupAsTyped(editor, group), ...patch }
  // the server names its own title when there is none; a button without words takes the page's
  for (const name of ['description', 'submitLabel']) if (present[name] === '') delete present[name]
  put(editor, id, row?.position ?? '', objectOf(present), `text:${id}:${Object.keys(patch).join()}`)
}

/** Changes when people may answer, and how many. */
export function changeAccess(editor: EditorModel, change: AccessChange): void {
  const id = 'settings.access'
  const row = editor.store.row(id)
  const content = objectOf({ ...row?.content, ...change })
  for (const name of Object.keys(change)) if (content[name] === null) delete content[name]
  put(editor, id, row?.position ?? '', content, `text:${id}`)
}

function put(editor: EditorModel, id: string, position: string, content: Content, tag: string): void {
  editor.store.apply([{ op: 'put', id, kind: id, position, content }], { tag })
}

/** A row's content of what is there. */
export function objectOf(value: { [name: string]: unknown }): Content {
  const content: Content = {}
  for (const [name, item] of Object.entries(value)) if (item !== undefined) content[name] = jsonOf(item)
  return content
}
