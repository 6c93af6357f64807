import {
  useLayoutEffect,
  useRef,
  type ClipboardEvent,
  type InputEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { showKeys, storeIds } from '../../../../engine/logic/references.ts'
import { caretOffset, placeCaret, rangeIn, textBefore } from './caret.ts'
import { chipAt, drawText, nameChips, placesIn, readText, tidy, withoutGaps, type Names } from './chips.ts'
import { useReadOnly } from '../use_editor.ts'
import type { TextSource } from './text_source.ts'
import classes from './in_place_text.module.css'

/**
 * A text that is changed where it stands; with `names`, its references are chips. The element's content belongs to the
 * browser while someone types: it is only written when the text changed from elsewhere (undo, another person) or a
 * typed key became a chip, and the caret stays where it was. While an input method composes nothing is written.
 */
export function InPlaceText(props: {
  text: string
  /** the same text as it is now, where what draws it is not drawn anew for each letter */
  source?: TextSource
  name: string
  names?: Names
  /** changes whenever a name may have */
  named?: string
  path?: string
  placeholder?: string
  /** what respondents read in its place while it is empty */
  said?: string
  multiline?: boolean
  reachable?: boolean
  className?: string
  /** begins with room for several lines */
  tall?: boolean
  describedBy?: string
  invalid?: boolean
  /** what is written is no language: no spelling is looked after */
  code?: boolean
  /** a list that is open beside the caret, and its option that would be taken */
  popup?: { list: string; option: string }
  element?: RefObject<HTMLSpanElement | null>
  onText: (text: string) => void
  /** The text under the caret was changed from elsewhere: by undo, or by another person. */
  onRewritten?: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLSpanElement>) => void
  onBeforeInput?: (event: InputEvent<HTMLSpanElement>) => void
  onPaste?: (event: ClipboardEvent<HTMLSpanElement>) => void
  onBlur?: () => void
}) {
  const own = useRef<HTMLSpanElement>(null)
  const element = props.element ?? own
  const composing = useRef(false)
  const readOnly = useReadOnly()
  const { source, names, named, said, onRewritten } = props
  const rewritten = useRef(onRewritten)
  useLayoutEffect(() => {
    rewritten.current = onRewritten
  })
  const text = readOnly ? props.text || (said ?? '') : props.text

  useLayoutEffect(() => {
    const follow = () => {
      const span = element.current
      if (!span || composing.current) return
      const now = source?.get() ?? text
      if (readText(span) !== withoutGaps(now)) {
        write(span, now, names)
        if (document.activeElement === span) rewritten.current?.()
      } else if (names) nameChips(span, names)
    }
    follow()
    return source?.subscribe(follow)
  }, [element, text, source, names, named])

  const typed = (span: HTMLSpanElement) => {
    const next = readText(span)
    if (next === '' && !composing.current) span.replaceChildren()
    const stored = names && !composing.current ? storeIds(next, names.idOf) : next
    if (stored !== next) {
      const caret = textBefore(span)
      drawText(span, stored, names)
      placeCaret(span, placesIn(names ? storeIds(caret, names.idOf) : caret))
    } else if (names && !composing.current) {
      const caret = caretOffset(span)
      if (tidy(span) && caret !== undefined) placeCaret(span, caret)
    }
    props.onText(stored)
  }

  // What cannot be changed is a text like any other.
  if (readOnly) return <span ref={element} data-text={props.path ?? ''} />
  return (
    <span
      ref={element}
      className={props.className ?? classes.text}
      data-text={props.path ?? ''}
      data-tall={props.tall || undefined}
      data-placeholder={said ?? props.placeholder ?? props.name}
      role="textbox"
      aria-label={props.name}
      aria-multiline={props.multiline || undefined}
      aria-describedby={props.describedBy}
      aria-invalid={props.invalid || undefined}
      aria-controls={props.popup?.list}
      aria-activedescendant={props.popup?.option}
      // Escape closes the list, not the drawer that the text stands in
      data-mantine-stop-propagation={props.popup ? 'true' : undefined}
      tabIndex={props.reachable === false ? -1 : 0}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      spellCheck={!props.code}
      autoCapitalize={props.code ? 'off' : undefined}
      dir={props.code ? 'ltr' : undefined}
      onInput={(event) => typed(event.currentTarget)}
      onCompositionStart={() => (composing.current = true)}
      onCompositionEnd={(event) => {
        composing.current = false
        typed(event.currentTarget)
      }}
      onKeyDown={(event) => {
        if (names && !event.nativeEvent.isComposing && passChip(event, typed)) return
        props.onKeyDown?.(event)
      }}
      onCopy={(event) => names && copy(event, names)}
      onCut={(event) => {
        if (!names || !copy(event, names)) return
        rangeIn(event.currentTarget)?.deleteContents()
        typed(event.currentTarget)
      }}
      onBeforeInput={props.onBeforeInput}
      onPaste={props.onPaste}
      onBlur={props.onBlur}
    />
  )
}

function write(span: HTMLSpanElement, text: string, names: Names | undefined): void {
  const caret = document.activeElement === span ? caretOffset(span) : undefined
  drawText(span, text, names)
  if (caret !== undefined) placeCaret(span, caret)
}

/** A chip is removed by one Backspace or Delete, and the arrows go across it in one step, in every browser. */
function passChip(event: KeyboardEvent<HTMLSpanElement>, typed: (span: HTMLSpanElement) => void): boolean {
  const back = event.key === 'Backspace' || event.key === 'ArrowLeft'
  const removes = event.key === 'Backspace' || event.key === 'Delete'
  const moves = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
  if (!(removes || moves) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  const span = event.currentTarget
  const at = rangeIn(span)?.collapsed ? caretOffset(span) : undefined
  const chip = at === undefined ? undefined : chipAt(span, at, back ? 'before' : 'behind')
  if (at === undefined || !chip) return false
  event.preventDefault()
  event.stopPropagation()
  if (moves) placeCaret(span, at + (back ? -1 : 1))
  else {
    chip.remove()
    placeCaret(span, at + (back ? -1 : 0))
    typed(span)
  }
  return true
}

/** Chips leave as `{key}`: so they are typed, and so they come back. Whether there was something to copy. */
function copy(event: ClipboardEvent<HTMLSpanElement>, names: Names): boolean {
  const range = rangeIn(event.currentTarget)
  if (!range || range.collapsed) return false
  event.preventDefault()
  event.stopPropagation()
  const text = showKeys(readText(range.cloneContents()), (id) => names.nameOf(id)?.key)
  event.clipboardData.setData('text/plain', text)
  return true
}
