import { memo, useContext, useRef } from 'react'
import type { Json } from '../../../../engine/document/document.ts'
import type { TextComponent } from '@formwright/kit/control'
import { isUnnamed, bareLinesOf, linesOf, withLines } from '@formwright/kit/pasted_lines'
import type { BlockText } from '@formwright/kit/block_text'
import { toast } from '../../../design/toasts.tsx'
import { coreTexts } from '../../../respondent/languages.ts'
import { addNext } from '../blocks/add_blocks.ts'
import { topmost } from '../blocks/block_order.ts'
import { holdsBlocks, pasteIntoLabel } from '../blocks/clipboard.ts'
import { kindName } from '../blocks/block_name.ts'
import { changeList, changeText, shownItems } from '../blocks/change_block.ts'
import { boundLayout, type Kinds, pastedItem, settingText, startItem, textTitle } from '../blocks/kinds.ts'
import { languageOf } from '../blocks/language.ts'
import { leftOutOfList, mostItems } from '../blocks/list_limit.ts'
import { isSection } from '../blocks/sections.ts'
import { insertionPointBehind } from '../blocks/insertion_point.ts'
import { insertionPointBehindRow } from '../blocks/rows.ts'
import { takesReferences } from '../blocks/references.ts'
import {
  listItems,
  listText,
  newItemId,
  withItems,
  withList,
  withoutItem,
  type ListText,
} from '../blocks/text_path.ts'
import type { Content } from '../../../../api_types/drafts.ts'
import type { EditorModel } from '../model.ts'
import { InPlaceText } from '../../text/in_place_text.tsx'
import { popupOf } from '../../text/caret_menu.tsx'
import { editorOf } from '../../text/text_editor.ts'
import { ReferenceMenu, useReferenceMenu } from '../../text/reference_menu.tsx'
import { useNames } from '../../text/references.ts'
import { useEditor, useLanguage, useListText } from '../use_editor.ts'
import { BlockContext, WrittenTexts } from './block_context.ts'
import { removeEmptyBlock } from '../remove_with_toast.tsx'
import { blockElement } from './focus.ts'
import { sayPasted } from './use_clipboard.ts'

/** Texts that are the block's own; all others are settings of its kind. */
const NAMES: Record<string, string> = { label: 'Label', help: 'Help' }
const PLACEHOLDERS: Record<string, string> = { label: 'Type a question', help: 'Help' }

/**
 * A text of the page that is changed where it stands, its references as chips. What Enter, Backspace and pasted lines do
 * beyond the text is done here.
 */
export const PageText: TextComponent = memo(function PageText({ path, value: drawn, as: Tag = 'span' }) {
  const editor = useEditor()
  const value = useContext(WrittenTexts).get(path) ?? drawn
  const { id, current } = useContext(BlockContext)
  const source = useListText(id, path, value)
  const language = useLanguage()
  const element = useRef<HTMLDivElement>(null)
  const { names, named } = useNames(value)
  const multiline = Tag === 'p'
  const menu = useReferenceMenu(element, id, path)
  const row = editor.store.row(id)
  const kind = row?.kind ?? ''
  const content = row?.content ?? NO_CONTENT
  const piped = takesReferences(editor.kinds, kind, path, content)
  const role = roleOf(editor.kinds, kind, path, content)
  const field = (
    <>
      <InPlaceText
        element={element}
        text={value}
        source={source}
        names={piped ? names : undefined}
        named={named}
        popup={popupOf(menu)}
        name={textName(editor, id, path)}
        path={path}
        placeholder={role === 'title' ? 'Title of this page' : placeholderOf(editor.kinds, kind, path)}
        said={role === 'next' || role === 'start' ? coreTexts(language).next : undefined}
        multiline={multiline}
        reachable={current}
        onText={(text) => {
          changeText(editor, id, path, text)
          if (piped) menu.typed()
        }}
        onKey={(event) => menu.key(event) || textKey(event, element.current, { editor, id, path, multiline })}
        onTyping={(typed) => {
          // a slash in a question without words asks for another kind of question, by whichever keyboard it comes
          if (path !== 'label' || typed !== '/' || !isEmpty(element.current)) return false
          editor.adding.set({ ...insertionPointBehind(editor.store, id), instead: true })
          return true
        }}
        onPaste={(event) => paste(event, element.current, { editor, id, path })}
        onRewritten={menu.typed}
        onBlur={menu.close}
      />
      {menu.open && <ReferenceMenu menu={menu} />}
    </>
  )
  return <Tag className="text">{field}</Tag>
})

/** What a text of a block goes by: "Label of Short text". */
export function textName(editor: EditorModel, id: string, path: string): string {
  const row = editor.store.row(id)
  return `${partOf(editor.kinds, row?.kind ?? '', path)} of ${row ? kindName(editor, row) : 'this block'}`
}

/** What stands where a text of a kind is empty. */
export function placeholderOf(kinds: Kinds, kind: string, path: string): string {
  return PLACEHOLDERS[path] ?? partOf(kinds, kind, path)
}

/** Which text of a block this is. */
function partOf(kinds: Kinds, kind: string, path: string): string {
  return NAMES[path] ?? textTitle(kinds, kind, path)
}

const NO_CONTENT: Content = {}

/** What a page does with this text. */
function roleOf(kinds: Kinds, kind: string, path: string, content: Content): BlockText['role'] {
  return settingText(kinds, kind, content, path)?.role
}

/** Whether a block has gone once this text of it is empty: a question without its label, content that says nothing. */
function holdsBlock({ store, kinds }: EditorModel, id: string, path: string): boolean {
  if (path === 'label') return true
  const row = store.row(id)
  const layout = row && boundLayout(kinds, row.kind, row.content)
  return layout?.role === 'content' && layout.texts[0]?.path === path
}

/** Which text of which block has the caret. */
interface Place {
  editor: EditorModel
  id: string
  path: string
}

function isEmpty(element: HTMLElement | null): boolean {
  return editorOf(element)?.isEmpty() === true
}

/** What keys of a text do to its block and its list. Whether the key meant that. */
export function textKey(
  event: KeyboardEvent,
  element: HTMLElement | null,
  { editor, id, path, multiline }: Place & { multiline: boolean },
): boolean {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey
  const item = listText(path)
  if (event.key === 'Escape') {
    event.stopPropagation()
    blockElement(id)?.focus({ preventScroll: true })
    return true
  }
  if (event.key === 'Enter' && plain && !multiline) {
    if (event.shiftKey) return true
    if (item) behindItem(editor, id, item, isEmpty(element))
    else if (path === 'label') goOn(editor, id)
    else if (isSection(editor, id)) editor.adding.set({ parent: id, after: null })
    else editor.adding.set(insertionPointBehindRow(editor, id))
    return true
  }
  if (event.key !== 'Backspace' || !plain || !isEmpty(element)) return false
  if (item) removeItem(editor, id, item)
  else if (holdsBlock(editor, id, path)) removeEmpty(editor, id)
  return true
}

/**
 * Lines that are pasted into an option become options; into a label, questions, and blocks stay blocks there. Whether
 * there were any.
 */
function paste(
  { clipboardData: data }: ClipboardEvent,
  element: HTMLElement | null,
  { editor, id, path }: Place,
): boolean {
  const text = editorOf(element)
  const pasted = data?.getData('text/plain') ?? ''
  const lines = linesOf(pasted)
  const item = listText(path)
  const items = item ? itemLines(editor, id, bareLinesOf(pasted)) : []
  if (item && items.length > 1) {
    pasteItems(editor, id, item, items, text?.allSelected() === true)
    return true
  }
  if (!data || path !== 'label' || !(holdsBlocks(data) || lines.length > 1)) return false
  const parent = editor.store.parentOf(id)
  sayPasted(
    editor,
    pasteIntoLabel(editor, id, data, (line) => text?.with(line) ?? line),
    parent,
  )
  const last = topmost(editor, editor.selection.ids()).at(-1)
  if (last !== undefined) {
    editor.selection.only(last)
    editor.wantedFocus.set({ block: last, caret: 'end' })
  }
  return true
}

/** What becomes an item each: lines, or the cells of one row of a spreadsheet, unless they say more of one item. */
function itemLines(editor: EditorModel, id: string, lines: readonly string[]): readonly string[] {
  const [row = ''] = lines
  const field = editor.kinds.fields[editor.store.row(id)?.kind ?? '']
  return lines.length === 1 && !field?.definition.pastedItem ? linesOf(row.replaceAll('\t', '\n')) : lines
}

/** As in a list of a document: on to the next item, a new one where that is named; the last one, left empty, ends the list. */
function behindItem(editor: EditorModel, id: string, at: ListText, empty: boolean): void {
  const items = shownItems(editor, id, at)
  const index = items.findIndex((item) => item.id === at.item)
  if (empty && index > 0 && index === items.length - 1) {
    removeItem(editor, id, at)
    goOn(editor, id, at.list)
  } else if (isUnnamedItem(editor, id, at, index) || !intoUnnamed(editor, id, at, index + 1))
    addItem(editor, id, at)
}

/** On from the label, or from a list: into the next list that nobody has filled in yet, or else to a new question. */
function goOn(editor: EditorModel, id: string, after?: string): void {
  const texts = blockElement(id)?.querySelectorAll<HTMLElement>('[data-text]') ?? []
  const shown = [...texts].filter((text) => text.checkVisibility())
  const places = shown.flatMap(({ dataset }) => listText(dataset.text ?? '') ?? [])
  const rest = places.slice(places.findLastIndex(({ list }) => list === after) + 1)
  if (!rest.some((at) => intoUnnamed(editor, id, at, 0))) addNext(editor, id)
}

/** Chooses the text of the item at this place, if it still says what it began with. Whether it did. */
function intoUnnamed(editor: EditorModel, id: string, at: ListText, index: number): boolean {
  const next = shownItems(editor, id, at)[index]
  if (!next || !isUnnamedItem(editor, id, at, index)) return false
  editor.wantedFocus.set({ block: id, path: `${at.list}.${next.id}.${at.property}`, caret: 'all' })
  return true
}

function isUnnamedItem(editor: EditorModel, id: string, at: ListText, index: number): boolean {
  const field = editor.kinds.fields[editor.store.row(id)?.kind ?? '']
  const here = shownItems(editor, id, at)[index]
  if (!field || !here) return false
  return isUnnamed(here.item, startItem(field, at.list, index + 1, languageOf(editor)))
}

function addItem(editor: EditorModel, id: string, at: ListText): void {
  let added = ''
  changeList(editor, id, at, (content) => {
    added = newItemId(new Set(listItems(content, at.list).map((item) => item.id)))
    return withItems(content, at.list, at.item, [{ id: added, [at.property]: '' }])
  })
  editor.wantedFocus.set({ block: id, path: `${at.list}.${added}.${at.property}`, caret: 'end' })
}

/** Lines of text become items; those that nobody has named give way, and so does the one whose text is `whole` selected. */
function pasteItems(
  editor: EditorModel,
  id: string,
  at: ListText,
  lines: readonly string[],
  whole: boolean,
): void {
  const { kinds } = editor
  const language = languageOf(editor)
  let last = at.item
  changeList(editor, id, at, (content, kind) => {
    const field = kinds.fields[kind]
    const unnamed = (item: object, index: number) =>
      field !== undefined && isUnnamed(item, startItem(field, at.list, index + 1, language))
    const items = listItems(content, at.list).map(({ id: own, item }) => ({ ...item, id: own }))
    const taken = new Set(items.map((item) => item.id))
    const withThese = (some: readonly string[]) =>
      withLines<{ [name: string]: Json; id: string }>(items, some, {
        at: at.item,
        givesWay: (item, index) => (item.id === at.item && whole) || unnamed(item, index),
        make(line, free) {
          last = free ?? newItemId(taken)
          taken.add(last)
          return { id: last, ...pastedItem(field, at, line) }
        },
      })
    const next = withThese(lines)
    const over = next.length - mostItems(kinds, kind, at.list)
    if (over <= 0) return withList(content, at.list, next)
    toast.warning(leftOutOfList(next.length - over, over))
    last = at.item
    if (over >= lines.length) return content
    return withList(content, at.list, withThese(lines.slice(0, lines.length - over)))
  })
  editor.wantedFocus.set({ block: id, path: `${at.list}.${last}.${at.property}`, caret: 'end' })
}

function removeItem(editor: EditorModel, id: string, at: ListText): void {
  let path = 'label'
  changeList(editor, id, at, (content) => {
    const items = listItems(content, at.list)
    const previous = items[items.findIndex((item) => item.id === at.item) - 1]
    if (previous) path = `${at.list}.${previous.id}.${at.property}`
    return withoutItem(content, at.list, at.item)
  })
  editor.wantedFocus.set({ block: id, path, caret: 'end' })
}

function removeEmpty(editor: EditorModel, id: string): void {
  removeEmptyBlock(editor, id)
  const current = editor.selection.current()
  if (current !== undefined) editor.wantedFocus.set({ block: current, caret: 'end' })
}
