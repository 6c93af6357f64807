import * as v from 'valibot'
import { anyJson } from '../../../../engine/document/schema.ts'
import type { EditorModel } from '../model.ts'
import { mediaIn } from '../media/gone_media.ts'
import { newContent } from './add_blocks.ts'
import { copiesOf, insertCopies, missingFor, type CopiedBlock } from './copy_blocks.ts'
import { keyFor } from './key.ts'
import { paletteOf, startSettings, titleOf } from './kinds.ts'
import { languageOf } from './language.ts'
import { spoken } from './references.ts'
import type { InsertionPoint } from './insertion_point.ts'

const TYPE = 'application/x-formwright-blocks+json'

const copied = v.object({
  blocks: v.array(
    v.object({
      id: v.string(),
      kind: v.string(),
      content: v.record(v.string(), anyJson),
      parent: v.optional(v.string()),
    }),
  ),
})

/** Writes blocks to the clipboard: as JSON for other forms, as lines of text for everything else. */
export function copyBlocks(editor: EditorModel, ids: Iterable<string>, data: DataTransfer): void {
  const blocks = copiesOf(editor, ids)
  data.setData(TYPE, JSON.stringify({ blocks }))
  const lines = blocks.map((block) => spoken(editor, titleOf(editor.kinds, block)))
  data.setData('text/plain', lines.filter((line) => line !== '').join('\n'))
}

/** What a paste brought. */
export interface Paste {
  /** how many blocks */
  count: number
  /** how many blocks they refer to that are not in this form */
  missing: number
  /** addresses of the media files that they show */
  media: readonly string[]
  /** how many lines of text were too many */
  left: number
}

/** So many lines of text become questions at once. */
const MOST_LINES = 500

/** Whether blocks lie in the clipboard, and not just text. */
export function holdsBlocks(data: DataTransfer): boolean {
  return data.types.includes(TYPE)
}

/** Adds what lies in the clipboard at a place: blocks as they are, lines of text as questions. */
export function pasteBlocks(editor: EditorModel, data: DataTransfer, into: InsertionPoint): Paste {
  const text = data.getData(TYPE)
  const blocks = readBlocks(text)
  if (blocks) {
    const missing = missingFor(editor, blocks).length
    const count = insertCopies(editor, blocks, into, { returning: true }).length
    return { count, missing, media: mediaIn(text), left: 0 }
  }
  return pasteLines(editor, data.getData('text/plain'), into)
}

/** Adds a question for each line of a text. */
export function pasteLines(editor: EditorModel, text: string, into: InsertionPoint): Paste {
  const entry = paletteOf(editor.kinds).find(({ preset }) => preset.lines)
  if (!entry) return { count: 0, missing: 0, media: [], left: 0 }
  const { kind } = entry
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const content = newContent(
    editor,
    kind,
    startSettings(editor.kinds, kind, entry.preset, languageOf(editor)),
  )
  const questions = lines.slice(0, MOST_LINES).map((label, index): CopiedBlock => {
    const labelled = { ...content, label }
    return {
      id: `line-${index}`,
      kind,
      content: { ...labelled, key: keyFor(editor, kind, labelled, new Set()) },
    }
  })
  const count = insertCopies(editor, questions, into).length
  return { count, missing: 0, media: [], left: lines.length - count }
}

/** That some lines of a paste became no questions. */
export function leftOut({ count, left }: Paste): string {
  return `The first ${count} lines became questions. ${left.toLocaleString('en')} were left out.`
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
