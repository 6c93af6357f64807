import { useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Names } from './names.ts'
import type { Span } from './static_text.ts'
import { useReadOnly } from './read_only.ts'
import { TextEditor, type TextParts } from './text_editor.ts'
import type { TextSource } from './text_source.ts'
import classes from './in_place_text.module.css'

/** A text that is changed where it stands; with `names`, its references are chips. See `TextEditor`. */
export function InPlaceText(
  props: {
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
    /** which part of it is wrong */
    wrong?: Span
    /** what is written is no language: no spelling is looked after */
    code?: boolean
    /** a list that is open beside the caret, and its option that would be taken */
    popup?: { list: string; option: string }
    element?: RefObject<HTMLSpanElement | null>
    onBlur?: () => void
  } & Pick<TextParts, 'onText' | 'onRewritten' | 'onKey' | 'onTyping' | 'onPaste'>,
) {
  const own = useRef<HTMLSpanElement>(null)
  const element = props.element ?? own
  const [editor] = useState(() => new TextEditor())
  const readOnly = useReadOnly()
  const { source, names, named, said, wrong } = props
  const text = readOnly ? props.text || (said ?? '') : props.text

  useLayoutEffect(() =>
    editor.update({
      ...props,
      names,
      multiline: props.multiline === true,
      // with the next key everything is drawn already, menus too
      onText: (next) => flushSync(() => props.onText(next)),
    }),
  )
  useLayoutEffect(() => {
    if (element.current) return editor.attach(element.current)
  }, [editor, element, readOnly])
  useLayoutEffect(() => {
    const follow = () => editor.show(source?.get() ?? text)
    follow()
    return source?.subscribe(follow)
  }, [editor, text, source, names, named, readOnly])
  useLayoutEffect(() => editor.mark(wrong), [editor, wrong])

  // What cannot be changed is a text like any other.
  if (readOnly) return <span key="read" ref={element} data-text={props.path ?? ''} />
  return (
    <span
      key="changed"
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
      contentEditable
      suppressContentEditableWarning
      spellCheck={!props.code}
      autoCapitalize={props.code ? 'off' : undefined}
      dir={props.code ? 'ltr' : undefined}
      onPointerEnter={(event) => !isDragging(event) && editor.enter()}
      onPointerLeave={() => editor.leave()}
      onDragEnter={() => editor.enter()}
      onDragLeave={() => editor.leave()}
      onFocus={() => editor.focus()}
      onBlur={() => {
        editor.blur()
        props.onBlur?.()
      }}
    />
  )
}

/** What is pulled across a text with a button held down is not for the text. */
function isDragging(event: PointerEvent): boolean {
  return event.pointerType === 'mouse' && event.buttons !== 0
}
