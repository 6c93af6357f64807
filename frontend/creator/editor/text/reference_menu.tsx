import { useId, useState, type CSSProperties, type KeyboardEvent, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { referencesFor, type Reference } from '../blocks/references.ts'
import { useEditor } from '../use_editor.ts'
import { rangeIn } from './caret.ts'
import { withoutGaps } from './chips.ts'
import classes from './reference_menu.module.css'

export interface ReferenceMenuState {
  id: string
  open: CaretBox | undefined
  found: readonly Reference[]
  index: number
  typed(): void
  close(): void
  /** Whether the key was meant for the menu. */
  key(event: KeyboardEvent): boolean
  choose(reference: Reference): void
}

/** Where the caret stands in the window. */
interface CaretBox {
  left: number
  top: number
  bottom: number
}

const LONGEST_QUERY = 30
const MOST_SHOWN = 8
const MOST_WIDE = 360
const MOST_HIGH = 300

/** The menu that `@` opens in a text: fields whose answer can stand there. */
export function useReferenceMenu(element: RefObject<HTMLElement | null>, self: string): ReferenceMenuState {
  const editor = useEditor()
  const id = useId()
  const [open, setOpen] = useState<CaretBox>()
  const [query, setQuery] = useState('')
  const [index, setIndex] = useState(0)
  const found = open ? matching(referencesFor(editor, self), query) : []

  const close = () => setOpen(undefined)
  const typed = () => {
    const before = textBeforeCaret(element.current)
    const at = before.lastIndexOf('@')
    const since = before.slice(at + 1)
    const begins = at >= 0 && (at === 0 || /\s/.test(before.charAt(at - 1)))
    if (!begins || since.length > LONGEST_QUERY || /\s/.test(since)) return close()
    const range = document.getSelection()?.getRangeAt(0).getBoundingClientRect()
    if (!range) return
    setQuery(since)
    setIndex(0)
    setOpen({ left: range.left, top: range.top, bottom: range.bottom })
  }
  const choose = (reference: Reference) => {
    const selection = document.getSelection()
    for (let i = 0; i <= query.length; i += 1) selection?.modify('extend', 'backward', 'character')
    document.execCommand('insertText', false, `{${reference.key}}`)
    close()
  }
  const key = (event: KeyboardEvent): boolean => {
    if (!open || found.length === 0) return false
    const chosen = found[index]
    if (event.key === 'ArrowDown') setIndex((index + 1) % found.length)
    else if (event.key === 'ArrowUp') setIndex((index + found.length - 1) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen)
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { id, open, found, index, typed, close, key, choose }
}

/** The list itself, beside the caret. */
export function ReferenceMenu(props: { menu: ReferenceMenuState }) {
  const { id, open, found, index, choose } = props.menu
  if (!open || found.length === 0) return null
  return createPortal(
    <ul id={id} className={classes.menu} style={placeAt(open)} role="listbox" aria-label="Answers">
      {found.map((reference, place) => (
        <li
          key={reference.id}
          id={`${id}-${reference.id}`}
          role="option"
          aria-selected={place === index}
          className={classes.option}
          onMouseDown={(event) => {
            event.preventDefault()
            choose(reference)
          }}
        >
          <span className={classes.label}>{reference.label}</span>
          <code className={classes.key}>{`{${reference.key}}`}</code>
        </li>
      ))}
    </ul>,
    document.body,
  )
}

/** Under the caret, or above it where the window ends; never out of the window. */
function placeAt(caret: CaretBox): CSSProperties {
  const left = Math.max(16, Math.min(caret.left, window.innerWidth - MOST_WIDE - 16))
  if (caret.bottom + MOST_HIGH < window.innerHeight) return { left, top: caret.bottom + 4 }
  return { left, bottom: window.innerHeight - caret.top + 4 }
}

/** What the text says of the menu to assistive technology, which reads the option that Enter would take. */
export function popupOf(menu: ReferenceMenuState): { list: string; option: string } | undefined {
  const option = menu.open && menu.found[menu.index]
  return option && { list: menu.id, option: `${menu.id}-${option.id}` }
}

function matching(references: readonly Reference[], query: string): Reference[] {
  const wanted = query.toLowerCase()
  return references
    .filter(({ key, label }) => key.includes(wanted) || label.toLowerCase().includes(wanted))
    .slice(0, MOST_SHOWN)
}

/** What was typed in front of the caret since the last chip. */
function textBeforeCaret(element: HTMLElement | null): string {
  const range = element ? rangeIn(element)?.cloneRange() : undefined
  if (!element || !range) return ''
  range.setStart(element, 0)
  const node = range.cloneContents().lastChild
  return node instanceof Text ? withoutGaps(node.data) : ''
}
