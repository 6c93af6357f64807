import * as v from 'valibot'
import { anyJson } from '../../../../engine/document/schema.ts'
import type { BesideList } from '@formwright/kit/field'
import { linesOf } from '@formwright/kit/pasted_lines'
import type { EditorModel } from '../model.ts'
import { mediaIn } from '../media/gone_media.ts'
import { isSettingsKind, type PutOp } from '../draft/row.ts'
import { isUnwritten, newContent } from './add_blocks.ts'
import { withChangedText } from './change_block.ts'
import { copiesOf, insertCopies, missingFor, type CopiedBlock } from './copy_blocks.ts'
import { listLinesOf } from './html_lines.ts'
import { isObject } from './json.ts'
import { keyFor } from './key.ts'
import { fullSettings, pastedItem, plainEntry, presetOf, startSettings, titleOf } from './kinds.ts'
import { languageOf } from './language.ts'
import { mostItems } from './list_limit.ts'
import { spoken } from './references.ts'
import { newItemId } from './text_path.ts'
import type { InsertionPoint } from './insertion_point.ts'
import { insertionPointBehindRow } from './rows.ts'
import { questionsIn, type WrittenItem, type WrittenQuestion } from './written_questions.ts'

/** Names the blocks in the HTML of a clipboard: of what it takes, only text and HTML come through by every way. */
const BLOCKS = 'data-formwright-blocks'

const copied = v.object({
  blocks: v.array(
    v.object({
      id: v.string(),
      kind: v.pipe(
        v.string(),
        v.check((kind) => !isSettingsKind(kind)),
      ),
      content: v.record(v.string(), anyJson),
      parent: v.optional(v.string()),
    }),
  ),
})

/** Writes blocks to the clipboard: as JSON in its HTML for other forms, as lines of text for everything else. */
export function copyBlocks(editor: EditorModel, ids: Iterable<string>, data: DataTransfer): void {
  const blocks = copiesOf(editor, ids)
  const lines = blocks
    .flatMap((block) => [spoken(editor, titleOf(editor.kinds, block)), ...itemLines(editor, block)])
    .filter((line) => line !== '')
  data.setData('text/plain', lines.join('\n'))
  data.setData('text/html', htmlOf(lines, JSON.stringify({ blocks })))
}

/** Lines as paragraphs, for programs that would rather have these than text, with the blocks around them. */
function htmlOf(lines: readonly string[], blocks: string): string {
  const around = document.createElement('div')
  around.setAttribute(BLOCKS, blocks)
  for (const line of lines) around.appendChild(document.createElement('p')).textContent = line
  return around.outerHTML
}

/** The blocks that lie in the clipboard, as they were written there. */
function blocksIn(data: DataTransfer): string | undefined {
  const html = data.getData('text/html')
  if (!html.includes(BLOCKS)) return undefined
  const read = new DOMParser().parseFromString(html, 'text/html')
  return read.querySelector(`[${BLOCKS}]`)?.getAttribute(BLOCKS) ?? undefined
}

/** The items of a field as lines of text, list by list, where its preset has some; without those that say nothing. */
function itemLines(editor: EditorModel, { kind, content }: CopiedBlock): string[] {
  const settings = isObject(content.settings) ? content.settings : {}
  const { items } = presetOf(editor.kinds, kind, settings) ?? {}
  if (!items) return []
  const full = new Map(Object.entries(fullSettings(editor.kinds, kind, settings)))
  const lists: readonly BesideList[] = [items, ...(items.besides ?? [])]
  const wants = ({ settings = {} }: BesideList) => Object.entries(settings)
  const fitting = lists.filter((one) => wants(one).every(([name, value]) => full.get(name) === value))
  const isClosest = ({ list }: BesideList, wanted: number) =>
    fitting.every((other) => other.list !== list || wants(other).length <= wanted)
  return fitting
    .filter((one) => isClosest(one, wants(one).length))
    .flatMap(({ list, text, mark }) => {
      const all: unknown = full.get(list)
      if (!Array.isArray(all)) return []
      return all.flatMap((item: object) => {
        const said = new Map<string, unknown>(Object.entries(item)).get(text)
        return typeof said === 'string' && said.trim() !== '' ? `${mark} ${spoken(editor, said)}` : []
      })
    })
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
  return blocksIn(data) !== undefined
}

/** Whether several lines of text lie in the clipboard. */
export function holdsLines(data: DataTransfer): boolean {
  return linesOf(data.getData('text/plain')).length > 1
}

/** The text in a clipboard, with the lists that its HTML has. */
function textIn(data: DataTransfer): string {
  return listLinesOf(data.getData('text/html')) || data.getData('text/plain')
}

/** Adds what lies in the clipboard at a place: blocks as they are, lines of text as questions. */
export function pasteBlocks(
  editor: EditorModel,
  data: DataTransfer,
  into: InsertionPoint,
  instead?: string,
): Paste {
  const text = blocksIn(data) ?? ''
  const blocks = readBlocks(text)
  if (!blocks) return pasteLines(editor, textIn(data), into, { instead })
  const missing = missingFor(editor, blocks).length
  const count = insertCopies(editor, blocks, into, { returning: true, instead }).length
  return { count, missing, media: mediaIn(text), left: 0 }
}

/**
 * Adds what lies in the clipboard where the label of a block has the caret. A question that nobody has written yet gives
 * way; otherwise the first line goes into the label, as `withLine` says, and the rest stands behind the block.
 */
export function pasteIntoLabel(
  editor: EditorModel,
  id: string,
  data: DataTransfer,
  withLine: (line: string) => string,
): Paste {
  const row = editor.store.row(id)
  const text = textIn(data)
  const into = insertionPointBehindRow(editor, id)
  const [first] = questionsIn(editor.kinds, text)
  if (!row || !first || first.items.length > 0 || holdsBlocks(data))
    return pasteBlocks(editor, data, into, row && isUnwritten(editor, row) ? id : undefined)
  const content = withChangedText(editor, row, 'label', withLine(first.label))
  const along: PutOp = { op: 'put', id, kind: row.kind, position: row.position, content }
  return pasteLines(editor, text, into, { along })
}

/**
 * Adds a question for each line of a text, with those behind a mark below it as its items, in one step; the first line is
 * written by `along` where that is given, and the block `instead` goes.
 */
export function pasteLines(
  editor: EditorModel,
  text: string,
  into: InsertionPoint,
  { along, instead }: { along?: PutOp; instead?: string } = {},
): Paste {
  const all = questionsIn(editor.kinds, text)
  const written = along ? 1 : 0
  let over = 0
  const questions = all.slice(written, MOST_LINES).flatMap((question, index): CopiedBlock[] => {
    const items = itemsTaken(editor, question)
    over += question.items.length - items.length
    const made = contentOf(editor, { ...question, items })
    return made ? [{ id: `line-${index}`, ...made }] : []
  })
  const options = { instead, along: along ? [along] : [] }
  const added = questions.length === 0 ? 0 : insertCopies(editor, questions, into, options).length
  const count = added + written
  return { count, missing: 0, media: [], left: added === 0 ? 0 : all.length - count + over }
}

/** As many of the items of a question as its lists take. */
function itemsTaken({ kinds }: EditorModel, { entry, items }: WrittenQuestion): WrittenItem[] {
  if (!entry) return items
  const counts = new Map<string, number>()
  return items.filter(({ of: { list } }) => {
    const count = (counts.get(list) ?? 0) + 1
    counts.set(list, count)
    return count <= mostItems(kinds, entry.kind, list)
  })
}

function contentOf(
  editor: EditorModel,
  { label, entry, items }: WrittenQuestion,
): Pick<CopiedBlock, 'kind' | 'content'> | undefined {
  const { kinds } = editor
  const { kind, preset } = entry ?? plainEntry(kinds) ?? {}
  if (kind === undefined) return undefined
  const settings = startSettings(kinds, kind, preset, languageOf(editor))
  for (const of of new Set(items.map((item) => item.of))) {
    const taken = new Set<string>()
    const lines = items.flatMap((item) => (item.of === of ? item.line : []))
    settings[of.list] = lines.map((line) => {
      const id = newItemId(taken)
      taken.add(id)
      return { id, ...pastedItem(kinds.fields[kind], { list: of.list, property: of.text }, line) }
    })
    Object.assign(settings, of.settings)
  }
  const content = { ...newContent(editor, kind, settings), label }
  return { kind, content: { ...content, key: keyFor(editor, kind, content, new Set()) } }
}

/** That some lines of a paste became no questions, and no items of any. */
export function leftOut({ count, left }: Paste): string {
  const became = count === 1 ? '1 question was added.' : `${count} questions were added.`
  return `${became} ${left === 1 ? '1 line was' : `${left.toLocaleString('en')} lines were`} left out.`
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
