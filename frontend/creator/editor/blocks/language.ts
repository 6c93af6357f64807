import type { Op } from '../draft/row.ts'
import { same } from '../draft/same.ts'
import type { EditorModel } from '../model.ts'
import { settingsOf } from './block_of.ts'
import { groupAsTyped, objectOf } from './form_settings.ts'
import { isObject } from './json.ts'
import { startWords } from './kinds.ts'

/** The language of the form that is edited. */
export function languageOf(editor: EditorModel): string {
  return settingsOf('general', editor.store.row('settings.general')?.content ?? {}).language
}

/**
 * Gives the form another language. Words that blocks began with and nobody changed are said in the new one; everything
 * somebody wrote stays as it is.
 */
export function changeLanguage(editor: EditorModel, language: string): void {
  const { store } = editor
  const before = languageOf(editor)
  const id = 'settings.general'
  const content = objectOf({ ...groupAsTyped(editor, 'general'), language })
  const ops: Op[] = [{ op: 'put', id, kind: id, position: store.row(id)?.position ?? '', content }]
  for (const row of store.rows()) {
    const { settings } = row.content
    if (!isObject(settings)) continue
    const old = startWords(editor.kinds, row.kind, before)
    const untouched = Object.entries(startWords(editor.kinds, row.kind, language)).filter(
      ([name, word]) => same(settings[name], old[name]) && !same(word, old[name]),
    )
    if (untouched.length === 0) continue
    const said = { ...row.content, settings: { ...settings, ...Object.fromEntries(untouched) } }
    ops.push({ op: 'put', id: row.id, kind: row.kind, position: row.position, content: said })
  }
  store.apply(ops)
}
