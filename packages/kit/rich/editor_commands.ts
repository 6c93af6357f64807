import { baseKeymap, chainCommands, lift, setBlockType, toggleMark, wrapIn } from '@tiptap/pm/commands'
import { undoInputRule } from '@tiptap/pm/inputrules'
import { keydownHandler } from '@tiptap/pm/keymap'
import type { MarkType, Node, NodeType, ResolvedPos } from '@tiptap/pm/model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from '@tiptap/pm/schema-list'
import { AllSelection, Selection, TextSelection, type Command, type EditorState } from '@tiptap/pm/state'
import type { SimpleMark } from './tree.ts'

/** Lists deeper than this cannot be stored (`packages/kit/rich/tree.ts`). */
const DEEPEST_LIST = 4

export type BlockStyle = 'heading2' | 'heading3' | 'bulletList' | 'orderedList' | 'blockquote'

/** How what is selected is formatted. */
export interface Formatting {
  marks: ReadonlySet<string>
  blocks: ReadonlySet<BlockStyle>
  /** where the link under the caret leads */
  href: string | undefined
}

/** How what is selected is formatted: as its beginning is. */
export function formattingOf(state: EditorState): Formatting {
  const { $from, from, to, empty } = inText(state).selection
  const has = (type: MarkType) =>
    empty
      ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
      : state.doc.rangeHasMark(from, to, type)
  const marks = Object.values(state.schema.marks).filter(has)
  const blocks = new Set<BlockStyle>()
  for (let depth = 1; depth <= $from.depth; depth += 1) {
    const { type, attrs } = $from.node(depth)
    if (type.name === 'heading') blocks.add(attrs.level === 2 ? 'heading2' : 'heading3')
    if (type.name === 'blockquote') blocks.add('blockquote')
    // of lists in each other the inner one
    if (type.name === 'bulletList') blocks.add('bulletList').delete('orderedList')
    if (type.name === 'orderedList') blocks.add('orderedList').delete('bulletList')
  }
  const link = linkAt(state)
  return { marks: new Set(marks.map(({ name }) => name)), blocks, href: link?.href }
}

/** Where all is selected, the selection from its first character to its last: commands look at what is around them. */
function inText(state: EditorState): EditorState {
  if (!(state.selection instanceof AllSelection)) return state
  const [start, end] = [Selection.atStart(state.doc), Selection.atEnd(state.doc)]
  return state.apply(state.tr.setSelection(TextSelection.between(start.$from, end.$to)))
}

/** Puts a mark on what is selected, or takes it off; without a selection, on what is typed next. */
export function toggle(mark: SimpleMark): Command {
  return (state, dispatch, view) => {
    const type = state.schema.marks[mark]
    return type !== undefined && toggleMark(type)(state, dispatch, view)
  }
}

/** Makes the selected lines what they are to be, or plain paragraphs again. */
export function style(wanted: BlockStyle): Command {
  return (whole, dispatch, view) => {
    const state = inText(whole)
    const { nodes } = state.schema
    const on = formattingOf(state).blocks.has(wanted)
    if (wanted === 'blockquote') return (on ? lift : wrapIn(nodes.blockquote))(state, dispatch, view)
    if (wanted === 'bulletList' || wanted === 'orderedList')
      return on
        ? liftListItem(nodes.listItem)(state, dispatch, view)
        : inList(nodes[wanted])(state, dispatch, view)
    const level = wanted === 'heading2' ? 2 : 3
    const type = on ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level })
    return type(state, dispatch, view)
  }
}

/** Wraps what is selected in a list, a heading as a paragraph; a list of the other sort becomes one of this. */
function inList(type: NodeType): Command {
  return (state, dispatch, view) => {
    const { $from } = state.selection
    for (let depth = $from.depth; depth > 0; depth -= 1) {
      if (!isList($from.node(depth).type)) continue
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), type))
      return true
    }
    if ($from.parent.type.name !== 'heading') return wrapInList(type)(state, dispatch, view)
    if (!dispatch || !view) return true
    setBlockType(state.schema.nodes.paragraph)(state, dispatch, view)
    return wrapInList(type)(view.state, dispatch, view)
  }
}

/** The link under the caret, as far as it goes. */
export function linkAt({
  schema,
  selection,
}: EditorState): { from: number; to: number; href: string } | undefined {
  const type = schema.marks.link
  if (!type) return undefined
  const { $from } = selection
  const own = (node: Node | null) => (node ? type.isInSet(node.marks) : undefined)
  const mark = own($from.nodeAfter) ?? (selection.empty ? own($from.nodeBefore) : undefined)
  if (!mark) return undefined
  let [from, to] = [$from.start(), $from.start()]
  let found: [number, number] | undefined
  $from.parent.forEach((node, offset) => {
    const start = $from.start() + offset
    if (!mark.isInSet(node.marks)) return
    if (start !== to) from = start
    to = start + node.nodeSize
    if (from <= $from.pos && $from.pos <= to) found = [from, to]
  })
  return found && { from: found[0], to: found[1], href: String(mark.attrs.href) }
}

/** Makes a link of what is selected, or leads the link under the caret elsewhere; nothing selected, the address is written. */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const { schema, selection } = state
    const mark = schema.marks.link.create({ href })
    const { from, to } = selection.empty ? (linkAt(state) ?? selection) : selection
    const { tr } = state
    if (from === to) tr.replaceSelectionWith(schema.text(href.replace(/^(mailto|tel):/, ''), [mark]), false)
    else tr.addMark(from, to, mark)
    dispatch?.(tr.removeStoredMark(schema.marks.link).scrollIntoView())
    return true
  }
}

/** What was a link is text again. */
export const removeLink: Command = (state, dispatch) => {
  const { from, to } = linkAt(state) ?? state.selection
  dispatch?.(state.tr.removeMark(from, to, state.schema.marks.link))
  return true
}

const breakLine: Command = ({ schema, tr }, dispatch) => {
  dispatch?.(tr.replaceSelectionWith(schema.nodes.hardBreak.create()).scrollIntoView())
  return true
}

/** At the beginning of a heading, an item or a quote: it is a paragraph then. */
const unformat: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0) return false
  const { nodes } = state.schema
  if ($from.parent.type === nodes.heading) return setBlockType(nodes.paragraph)(state, dispatch, view)
  if ($from.depth < 2 || $from.index(-1) > 0) return false
  if ($from.node(-1).type === nodes.listItem) return liftListItem(nodes.listItem)(state, dispatch, view)
  return $from.node(-1).type === nodes.blockquote && lift(state, dispatch)
}

const inItem =
  (command: (item: NodeType) => Command): Command =>
  (state, dispatch, view) => {
    const { listItem } = state.schema.nodes
    return listItem !== undefined && command(listItem)(state, dispatch, view)
  }

const indent: Command = (state, dispatch, view) =>
  listsAround(state.selection.$from) < DEEPEST_LIST && inItem(sinkListItem)(state, dispatch, view)

const styled =
  (wanted: BlockStyle): Command =>
  (state, dispatch, view) =>
    wanted.replace(/\d/, '') in state.schema.nodes && style(wanted)(state, dispatch, view)

/** Keys of a rich text. Enter makes a paragraph or an item, of an empty item a paragraph; with Shift a line. */
const KEYS: { [key: string]: Command } = {
  ...baseKeymap,
  'Mod-b': toggle('bold'),
  'Mod-i': toggle('italic'),
  'Mod-u': toggle('underline'),
  'Mod-Shift-x': toggle('strike'),
  'Mod-e': toggle('code'),
  'Mod-Alt-2': styled('heading2'),
  'Mod-Alt-3': styled('heading3'),
  'Mod-Shift-7': styled('orderedList'),
  'Mod-Shift-8': styled('bulletList'),
  'Mod-Shift-9': styled('blockquote'),
  Enter: chainCommands(inItem(splitListItem), baseKeymap.Enter),
  'Shift-Enter': breakLine,
  Tab: indent,
  'Shift-Tab': inItem(liftListItem),
  Backspace: chainCommands(undoInputRule, unformat, baseKeymap.Backspace),
}

/** Whether a key of a rich text was one of its own. */
export const richKey = keydownHandler(KEYS)

function isList({ name }: NodeType): boolean {
  return name === 'bulletList' || name === 'orderedList'
}

function listsAround($pos: ResolvedPos): number {
  let lists = 0
  for (let depth = $pos.depth; depth > 0; depth -= 1) if (isList($pos.node(depth).type)) lists += 1
  return lists
}
