import * as v from 'valibot'
import type { Json } from '../../../../engine/document/document.ts'
import type { EditorModel } from '../model.ts'
import { inOrder, insertCopies, newContent, type CopiedBlock } from './actions.ts'
import { pluginOf, startSettings } from './kinds.ts'
import { textAt } from './text_path.ts'

const TYPE = 'application/x-formwright-blocks+json'

const json: v.GenericSchema<Json> = v.lazy(() =>
  v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(json), v.record(v.string(), json)]),
)
const copied = v.object({
  blocks: v.array(v.object({ id: v.string(), kind: v.string(), content: v.record(v.string(), json) })),
})

/** Writes blocks to the clipboard: as JSON for other forms, as lines of text for everything else. */
export function copyBlocks(editor: EditorModel, ids: Iterable<string>, data: DataTransfer): void {
  const blocks = inOrder(editor, ids).flatMap((id): CopiedBlock[] => {
    const row = editor.store.row(id)
    return row ? [{ id, kind: row.kind, content: row.content }] : []
  })
  data.setData(TYPE, JSON.stringify({ blocks }))
  data.setData(
    'text/plain',
    blocks.map((block) => textAt(block.content, 'label') || textAt(block.content, 'text')).join('\n'),
  )
}

/** Adds what lies in the clipboard behind `after`: blocks as they are, lines of text as questions. How many came. */
export function pasteBlocks(editor: EditorModel, data: DataTransfer, after: string | null): number {
  const blocks = readBlocks(data.getData(TYPE))
  if (blocks) return insertCopies(editor, blocks, after).length
  const lines = data
    .getData('text/plain')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (!pluginOf(editor.kinds, 'text')) return 0
  const questions = lines.map((label, index): CopiedBlock => {
    const content = newContent(editor, 'text', startSettings(editor.kinds, 'text', undefined))
    return { id: `line-${index}`, kind: 'text', content: { ...content, label } }
  })
  return insertCopies(editor, questions, after).length
}

function readBlocks(text: string): CopiedBlock[] | undefined {
  if (text === '') return undefined
  try {
    const result = v.safeParse(copied, JSON.parse(text))
    return result.success ? result.output.blocks : undefined
  } catch {
    return undefined
  }
}
