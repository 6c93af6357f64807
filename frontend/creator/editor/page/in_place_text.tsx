import { useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react'
import { caretOffset, placeCaret } from './caret.ts'
import classes from './in_place_text.module.css'

/** What is typed in an element. */
export function readText(element: HTMLElement): string {
  const text = element.textContent ?? ''
  return text === '\n' ? '' : text
}

/**
 * A text that is changed where it stands. The element's content belongs to the browser while someone types: it is
 * only written when the text changed from elsewhere (undo, another person), and the caret stays where it was.
 */
export function InPlaceText(props: {
  text: string
  name: string
  path?: string
  placeholder?: string
  multiline?: boolean
  reachable?: boolean
  element?: RefObject<HTMLSpanElement | null>
  onText: (text: string) => void
  onKeyDown?: (event: KeyboardEvent<HTMLSpanElement>) => void
  onPaste?: (event: ClipboardEvent<HTMLSpanElement>) => void
  onBlur?: () => void
}) {
  const own = useRef<HTMLSpanElement>(null)
  const element = props.element ?? own
  const { text } = props

  useLayoutEffect(() => {
    const span = element.current
    if (!span || readText(span) === text) return
    const caret = document.activeElement === span ? caretOffset(span) : undefined
    span.textContent = text
    if (caret !== undefined) placeCaret(span, caret)
  }, [element, text])

  return (
    <span
      ref={element}
      className={classes.text}
      data-text={props.path ?? ''}
      data-placeholder={props.placeholder ?? props.name}
      role="textbox"
      aria-label={props.name}
      aria-multiline={props.multiline || undefined}
      tabIndex={props.reachable === false ? -1 : 0}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      spellCheck
      onInput={(event) => {
        const next = readText(event.currentTarget)
        if (next === '') event.currentTarget.replaceChildren()
        props.onText(next)
      }}
      onKeyDown={props.onKeyDown}
      onPaste={props.onPaste}
      onBlur={props.onBlur}
    />
  )
}
