import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconAt,
  IconBlockquote,
  IconBold,
  IconCode,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  IconUnderline,
  type Icon,
} from '@tabler/icons-react'
import { useState, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react'
import {
  formattingOf,
  style,
  toggle,
  type BlockStyle,
  type Formatting,
} from '@formwright/kit/rich/editor_commands'
import type { RichPlace, RichText, SimpleMark } from '@formwright/kit/rich/tree'
import classes from './rich_text.module.css'
import type { TextEditor } from './text_editor.ts'

const MARKS: readonly [SimpleMark, label: string, keys: string, Icon][] = [
  ['bold', 'Bold', 'Ctrl B', IconBold],
  ['italic', 'Italic', 'Ctrl I', IconItalic],
  ['underline', 'Underline', 'Ctrl U', IconUnderline],
  ['strike', 'Strike through', 'Ctrl Shift X', IconStrikethrough],
  ['code', 'Code', 'Ctrl E', IconCode],
]

const STYLES: readonly [BlockStyle, label: string, keys: string, Icon, keyof RichPlace][] = [
  ['heading2', 'Heading', 'Ctrl Alt 2', IconH2, 'headings'],
  ['heading3', 'Subheading', 'Ctrl Alt 3', IconH3, 'headings'],
  ['bulletList', 'Bulleted list', 'Ctrl Shift 8', IconList, 'lists'],
  ['orderedList', 'Numbered list', 'Ctrl Shift 7', IconListNumbers, 'lists'],
  ['blockquote', 'Quote', 'Ctrl Shift 9', IconBlockquote, 'quotes'],
]

const PLAIN: Formatting = { marks: new Set(), blocks: new Set(), href: undefined }

/** What formats a rich text: a button for each thing that its place allows, one stop of the Tab key with arrows inside. */
export function RichToolbar(props: {
  editor: TextEditor<RichText>
  place: RichPlace
  label: string
  linking: boolean
  onLink: () => void
  onReference: () => void
  /** the link's address is asked for beside its button */
  linkTarget: (button: ReactNode) => ReactNode
}) {
  const { editor, place } = props
  const state = useSyncExternalStore(editor.watch, editor.state)
  const { marks, blocks, href } = state ? formattingOf(state) : PLAIN
  const [stop, setStop] = useState(0)
  const buttons: ReactNode[] = []
  const add = (label: string, keys: string, IconOf: Icon, pressed: boolean | undefined, run: () => void) => {
    const index = buttons.length
    const button = (
      <Tooltip key={label} label={keys === '' ? label : `${label} (${keys})`}>
        <ActionIcon
          className={classes.tool}
          aria-label={label}
          aria-pressed={pressed}
          tabIndex={index === stop ? 0 : -1}
          onFocus={() => setStop(index)}
          onClick={run}
        >
          <IconOf size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    )
    buttons.push(label === 'Link' ? props.linkTarget(button) : button)
  }
  for (const [mark, label, keys, IconOf] of MARKS)
    add(label, keys, IconOf, marks.has(mark), () => editor.run(toggle(mark)))
  for (const [wanted, label, keys, IconOf, ability] of STYLES)
    if (place[ability]) add(label, keys, IconOf, blocks.has(wanted), () => editor.run(style(wanted)))
  if (place.links) add('Link', 'Ctrl K', IconLink, href !== undefined || props.linking, props.onLink)
  if (place.references) add('Insert an answer', '@', IconAt, undefined, props.onReference)
  return (
    <div
      className={classes.bar}
      role="toolbar"
      aria-label={props.label}
      data-tool
      // the text keeps the focus, and what is selected in it
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') editor.run(() => true)
        else if (!moveFocus(event)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {buttons}
    </div>
  )
}

/** Arrows, Home and End lead from button to button. Whether the key did. */
function moveFocus({ key, currentTarget, target }: KeyboardEvent<HTMLElement>): boolean {
  const all = [...currentTarget.querySelectorAll('button')]
  const at = all.findIndex((button) => button === target)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[key]
  if (to === undefined) return false
  all.at(to % all.length)?.focus()
  return true
}
