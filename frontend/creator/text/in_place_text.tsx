import { useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Names } from './names.ts'
import { LINE } from './line_format.ts'
import type { Span } from './static_text.ts'
import { useReadOnly } from './read_only.ts'
import { TextEditor, type TextParts } from './text_editor.ts'
import type { TextSource } from './text_source.ts'
import editable from './editable.module.css'
import classes from './in_place_text.module.css'

interface InPlace<Value> extends Pick<
  TextParts<Value>,
  'onText' | 'onRewritten' | 'onKey' | 'onTyping' | 'onPaste'
> {
  text: Value
  /** the same text as it is now, where what draws it is not drawn anew for each letter */
  source?: TextSource<Value>
  name: string
  names?: Names
  /** changes whenever a name may have */
  named?: string
  path?: string
  placeholder?: string
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
  element?: RefObject<HTMLDivElement | null>
  onBlur?: () => void
}

/** A plain text that is changed where it stands; with `names`, its references are chips. See `TextEditor`. */
export function InPlaceText(
  props: InPlace<string> & {
    /** what respondents read in its place while it is empty */
    said?: string
  },
) {
  const { said, ...rest } = props
  const [editor] = useState(() => new TextEditor(LINE, ''))
  const text = useReadOnly() ? props.text || (said ?? '') : props.text
  return (
    <EditedText {...rest} text={text} placeholder={said ?? props.placeholder} editor={editor} as="span" />
  )
}

/** The text of an editor, in the element that the editor is mounted into: a block of its own where it holds blocks. */
export function EditedText<Value>(props: InPlace<Value> & { editor: TextEditor<Value>; as: 'span' | 'div' }) {
  const own = useRef<HTMLDivElement>(null)
  const element = props.element ?? own
  const readOnly = useReadOnly()
  const { editor, as: Tag, source, text, names, named, wrong } = props

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
  const restClass = Tag === 'div' ? `${editable.words} ${props.className ?? ''}` : undefined
  if (readOnly) return <Tag key="read" ref={element} className={restClass} data-text={props.path ?? ''} />
  return (
    <Tag
      key="changed"
      ref={element}
      className={`${editable.words} ${props.className ?? `${editable.bare} ${classes.text}`}`}
      data-text={props.path ?? ''}
      data-tall={props.tall || undefined}
      data-placeholder={props.placeholder ?? props.name}
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
