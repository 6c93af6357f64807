import { useState, type KeyboardEvent, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { referencesFor, type Reference } from '../blocks/references.ts'
import { useEditor } from '../use_editor.ts'
import classes from './reference_menu.module.css'

export interface ReferenceMenuState {
  open: { x: number; y: number } | undefined
  found: readonly Reference[]
  index: number
  typed(): void
  close(): void
  /** Whether the key was meant for the menu. */
  key(event: KeyboardEvent): boolean
  choose(reference: Reference): void
}

const LONGEST_QUERY = 30
const MOST_SHOWN = 8

/** The menu that `@` opens in a text: fields whose answer can stand there. */
export function useReferenceMenu(element: RefObject<HTMLElement | null>, self: string): ReferenceMenuState {
  const editor = useEditor()
  const [open, setOpen] = useState<{ x: number; y: number }>()
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
    setOpen({ x: range.left, y: range.bottom + 4 })
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
  return { open, found, index, typed, close, key, choose }
}

/** The list itself, beside the caret. */
export function ReferenceMenu(props: { menu: ReferenceMenuState }) {
  const { open, found, index, choose } = props.menu
  if (!open || found.length === 0) return null
  return createPortal(
    <ul className={classes.menu} style={{ left: open.x, top: open.y }} role="listbox" aria-label="Answers">
      {found.map((reference, place) => (
        <li
          key={reference.id}
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

function matching(references: readonly Reference[], query: string): Reference[] {
  const wanted = query.toLowerCase()
  return references
    .filter(({ key, label }) => key.includes(wanted) || label.toLowerCase().includes(wanted))
    .slice(0, MOST_SHOWN)
}

function textBeforeCaret(element: HTMLElement | null): string {
  const selection = document.getSelection()
  if (!element || !selection || selection.rangeCount === 0) return ''
  const range = selection.getRangeAt(0).cloneRange()
  if (!element.contains(range.endContainer)) return ''
  range.setStart(element, 0)
  return range.toString()
}
