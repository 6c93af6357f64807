import type { RowView } from '../draft/row_view.ts'
import type { EditorModel } from '../model.ts'
import { isObject } from './json.ts'
import { kindTitle, titleOf } from './kinds.ts'
import { spoken } from './references.ts'

/** What kind of block it is, as the palette calls it. */
export function kindName(editor: Pick<EditorModel, 'kinds'>, row: RowView): string {
  const { settings } = row.content
  return kindTitle(editor.kinds, row.kind, isObject(settings) ? settings : {})
}

/** The block's name for lists and assistive technology: what it is, and its label. */
export function blockName(editor: Pick<EditorModel, 'kinds' | 'store'>, row: RowView): string {
  const title = kindName(editor, row)
  const label = titleOf(editor.kinds, row)
  return label === '' ? title : `${title}: ${spoken(editor, label)}`
}
