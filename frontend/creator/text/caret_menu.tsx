import { Portal } from '@mantine/core'
import { useEffect, useId, useRef, useState, type CSSProperties, type RefObject } from 'react'
import { editorOf } from './text_editor.ts'
import classes from './caret_menu.module.css'

/** Something that can be put where the caret stands. */
export interface MenuEntry {
  id: string
  label: string
  /** how it is written, beside the label */
  code: string
  /** a line more, for what its label does not say */
  words?: string
  /** what is typed for it */
  inserts: string
  /** so many characters before its end the caret stands then */
  back?: number
}

/** What of the text before the caret asks for the menu: `typed` gives way to the entry, `wanted` is looked for. */
export interface MenuRequest {
  typed: string
  wanted: string
}

export interface CaretMenuState {
  id: string
  open: CaretBox | undefined
  found: readonly MenuEntry[]
  index: number
  /** Something was typed: opens the menu, narrows or closes it. */
  typed(): void
  /** Opens the menu where the caret stands, though nothing was typed for it. */
  show(): void
  close(): void
  /** Whether the key was meant for the menu. */
  key(event: KeyboardEvent): boolean
  choose(entry: MenuEntry): void
}

/** Where the caret stands in the window. */
interface CaretBox {
  left: number
  top: number
  bottom: number
}

const MOST_WIDE = 360
const MOST_HIGH = 300

/** A menu beside the caret of a text that is changed in place, opened by what is typed. */
export function useCaretMenu(
  element: RefObject<HTMLElement | null>,
  parts: { asked(before: string): MenuRequest | undefined; find(wanted: string): readonly MenuEntry[] },
): CaretMenuState {
  const id = useId()
  const [open, setOpen] = useState<CaretBox>()
  const [asked, setAsked] = useState<MenuRequest>({ typed: '', wanted: '' })
  const [index, setIndex] = useState(0)
  const found = open ? parts.find(asked.wanted) : []

  const close = () => setOpen(undefined)
  const openFor = (next: MenuRequest) => {
    const span = element.current
    if (!span) return
    setAsked(next)
    setIndex(0)
    setOpen(caretBox(span))
  }
  const typed = () => {
    const next = parts.asked(editorOf(element.current)?.textBefore() ?? '')
    if (next) openFor(next)
    else close()
  }
  const show = () => {
    const text = editorOf(element.current)
    if (text?.caret() === undefined) text?.place('end')
    openFor({ typed: '', wanted: '' })
  }
  const choose = (entry: MenuEntry) => {
    editorOf(element.current)?.type(entry.inserts, asked.typed.length, entry.back ?? 0)
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
  return { id, open, found, index, typed, show, close, key, choose }
}

/** The list itself, beside the caret. */
export function CaretMenu(props: { menu: CaretMenuState; label: string }) {
  const { id, open, found, index, choose } = props.menu
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }, [index, found.length])
  if (!open || found.length === 0) return null
  return (
    <Portal>
      <ul
        ref={list}
        id={id}
        className={classes.menu}
        style={placeAt(open)}
        role="listbox"
        tabIndex={0}
        aria-label={props.label}
        onMouseDown={(event) => event.preventDefault()}
      >
        {found.map((entry, place) => (
          <li
            key={entry.id}
            id={`${id}-${entry.id}`}
            role="option"
            aria-selected={place === index}
            className={classes.option}
            onMouseDown={(event) => {
              event.preventDefault()
              choose(entry)
            }}
          >
            <span className={classes.label}>{entry.label}</span>
            <code className={classes.code}>{entry.code}</code>
            {entry.words !== undefined && <span className={classes.words}>{entry.words}</span>}
          </li>
        ))}
      </ul>
    </Portal>
  )
}

/** What the text says of the menu to assistive technology, which reads the option that Enter would take. */
export function popupOf(menu: CaretMenuState): { list: string; option: string } | undefined {
  const option = menu.open && menu.found[menu.index]
  return option && { list: menu.id, option: `${menu.id}-${option.id}` }
}

function caretBox(span: HTMLElement): CaretBox {
  return editorOf(span)?.caretBox() ?? span.getBoundingClientRect()
}

/** Under the caret, or above it where the window ends; never out of the window. */
function placeAt(caret: CaretBox): CSSProperties {
  const left = Math.max(16, Math.min(caret.left, window.innerWidth - MOST_WIDE - 16))
  const maxHeight = MOST_HIGH
  if (caret.bottom + MOST_HIGH < window.innerHeight) return { left, top: caret.bottom + 4, maxHeight }
  return { left, bottom: window.innerHeight - caret.top + 4, maxHeight }
}
