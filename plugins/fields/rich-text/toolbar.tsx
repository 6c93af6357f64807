import {
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
import { useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import type { Translate } from '@formwright/kit/control'
import { formattingOf, style, toggle, type BlockStyle } from '@formwright/kit/rich/editor_commands'
import type { RichPlace, SimpleMark } from '@formwright/kit/rich/tree'
import type { AnswerEditor } from './editor.tsx'

const MARKS: readonly [SimpleMark, Icon][] = [
  ['bold', IconBold],
  ['italic', IconItalic],
  ['underline', IconUnderline],
  ['strike', IconStrikethrough],
  ['code', IconCode],
]

const STYLES: readonly [BlockStyle, Icon, 'headings' | 'lists' | 'quotes'][] = [
  ['heading2', IconH2, 'headings'],
  ['heading3', IconH3, 'headings'],
  ['bulletList', IconList, 'lists'],
  ['orderedList', IconListNumbers, 'lists'],
  ['blockquote', IconBlockquote, 'quotes'],
]

interface ToolbarProps {
  editor: AnswerEditor
  place: RichPlace
  label: string
  disabled: boolean
  linking: boolean
  onLink: () => void
  t: Translate
}

/** What formats the text: a button for each thing the settings allow, one stop of the Tab key with arrows inside. */
export function Toolbar({ editor, place, label, disabled, linking, onLink, t }: ToolbarProps) {
  const state = useSyncExternalStore(editor.watch, editor.state)
  const { marks, blocks, href } = formattingOf(state)
  const [stop, setStop] = useState(0)
  const buttons: [string, Icon, boolean, () => void][] = [
    ...MARKS.filter(([mark]) => place.marks?.includes(mark)).map(
      ([mark, IconOf]): (typeof buttons)[number] => [
        mark,
        IconOf,
        marks.has(mark),
        () => editor.run(toggle(mark)),
      ],
    ),
    ...STYLES.filter(([, , ability]) => place[ability]).map(([wanted, IconOf]): (typeof buttons)[number] => [
      wanted,
      IconOf,
      blocks.has(wanted),
      () => editor.run(style(wanted)),
    ]),
  ]
  if (place.links) buttons.push(['link', IconLink, href !== undefined || linking, onLink])
  if (buttons.length === 0) return null
  return (
    <div className="fw-tools" role="toolbar" aria-label={label} onKeyDown={moveFocus}>
      {buttons.map(([name, IconOf, pressed, run], index) => (
        <button
          key={name}
          type="button"
          aria-label={t(`tool.${name}`)}
          title={t(`tool.${name}`)}
          aria-pressed={pressed}
          disabled={disabled}
          tabIndex={index === stop ? undefined : -1}
          // the text keeps what is selected in it
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setStop(index)}
          onClick={run}
        >
          <IconOf size={18} stroke={1.5} aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}

/** Arrows, Home and End lead from button to button. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll('button')]
  const at = all.findIndex((button) => button === event.target)
  const forward = event.currentTarget.matches(':dir(rtl)') ? -1 : 1
  const to = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: all.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  all.at(to % all.length)?.focus()
}
