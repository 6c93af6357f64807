import type { Content } from '../../../../api_types/drafts.ts'
import { assemble } from '../../../../engine/document/assemble.ts'
import { emptySettings, type Block, type FormSettings } from '../../../../engine/document/document.ts'
import type { RowView } from '../draft/row_view.ts'

/** A row as a block of the document, by itself; parts of it that have the wrong shape are left out. */
export function blockOf(row: Pick<RowView, 'id' | 'kind' | 'content'>): Block {
  const alone = { block_id: row.id, kind: row.kind, parent: null, position: '', content: row.content }
  const { blocks } = assemble([alone], () => false)
  return blocks[0] ?? { id: row.id, kind: row.kind, v: 1, settings: {} }
}

/** What a question has besides its text. Its settings are not read for that: a choice may have thousands of options. */
export function asideOf({ content, ...row }: RowView): Pick<Block, 'media' | 'helpBelow'> {
  const aside = Object.entries(content).filter(([name]) => name === 'media' || name === 'helpBelow')
  return blockOf({ ...row, content: Object.fromEntries(aside) })
}

/** A group of form settings with its defaults filled in. */
export function settingsOf<G extends keyof FormSettings>(group: G, content: Content): FormSettings[G] {
  const kind = `settings.${group}`
  const row = { block_id: kind, kind, parent: null, position: '', content }
  return assemble([row], () => false).settings[group] ?? emptySettings('')[group]
}
