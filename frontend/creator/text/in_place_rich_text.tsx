import type { Command } from '@tiptap/pm/state'
import { useEffect, useId, useRef, useState } from 'react'
import { linkAt, removeLink, setLink } from '@formwright/kit/rich/editor_commands'
import { richToText } from '@formwright/kit/rich/to_text'
import { lengthOf, type RichPlace, type RichText } from '@formwright/kit/rich/tree'
import { useReadOnly } from './read_only.ts'
import { useNames } from './references.ts'
import { popupOf } from './caret_menu.tsx'
import { EditedText } from './in_place_text.tsx'
import { LinkForm } from './link_form.tsx'
import { ReferenceMenu, useReferenceMenu } from './reference_menu.tsx'
import { NO_TEXT, richFormat } from './rich_format.ts'
import { RichToolbar } from './rich_toolbar.tsx'
import editable from './editable.module.css'
import classes from './rich_text.module.css'
import { TextEditor } from './text_editor.ts'

interface InPlaceRichTextProps {
  /** the block it belongs to, which cannot refer to itself */
  block: string
  text: RichText
  place: RichPlace
  name: string
  path?: string
  placeholder?: string
  reachable?: boolean
  describedBy?: string
  invalid?: boolean
  framed?: boolean
  onText: (text: RichText) => void
  /** Whether the key was for somebody else than the text. */
  onKey?: (event: KeyboardEvent, element: HTMLElement | null) => boolean
}

/**
 * A rich text that is changed where it stands, with what formats it: beside it while it has the focus, or always above it
 * (`framed`, in the settings). Nothing but what its place allows can come into it.
 */
export function InPlaceRichText(props: InPlaceRichTextProps) {
  const { place, text, framed = false } = props
  const id = useId()
  const readOnly = useReadOnly()
  const box = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLDivElement>(null)
  const [editor] = useState(() => new TextEditor(richFormat(place), NO_TEXT))
  const { names, named } = useNames(richToText(text, (to) => `{#${to}}`))
  const menu = useReferenceMenu(element, props.block)
  const { active, linking, link, closeLink, come, leave } = useActive(box, editor)
  const tooMany = lengthOf(text) - place.maxLength
  const key = (event: KeyboardEvent): boolean => {
    if (menu.key(event)) return true
    // the form is on its way
    if (linking && event.key === 'Escape') {
      closeLink()
      return true
    }
    if (event.key === 'F10' && event.altKey) return focusToolbar(box.current)
    if (!place.links || !wantsLink(event)) return props.onKey?.(event, element.current) === true
    event.preventDefault()
    // elsewhere the same keys find forms
    event.stopPropagation()
    link(true)
    return true
  }
  const described = [props.describedBy, tooMany > 0 && `${id}-long`].filter(Boolean).join(' ')
  return (
    <div ref={box} className={framed ? classes.framed : classes.box} onFocus={come} onBlur={leave}>
      {!readOnly && (active || framed) && (
        <div className={framed ? undefined : classes.dock}>
          <ToolbarWithLink
            editor={editor}
            place={place}
            name={props.name}
            linking={linking}
            onLink={() => link(true)}
            onLinked={closeLink}
            onReference={() => {
              editor.run(() => true)
              menu.show()
            }}
          />
        </div>
      )}
      <EditedText
        as="div"
        editor={editor}
        element={element}
        className={`fw-rich ${editable.words} ${framed ? `${editable.framed} ${classes.input}` : `${editable.bare} ${classes.text}`}`}
        text={text}
        names={place.references ? names : undefined}
        named={named}
        popup={popupOf(menu)}
        name={props.name}
        path={props.path}
        placeholder={props.placeholder}
        multiline
        reachable={props.reachable}
        describedBy={described || undefined}
        invalid={props.invalid || tooMany > 0}
        onText={(next) => {
          props.onText(next)
          if (place.references) menu.typed()
        }}
        onKey={key}
        onRewritten={menu.typed}
        onBlur={menu.close}
      />
      {tooMany > 0 && <TooLong id={`${id}-long`} by={tooMany} alert={active} />}
      {menu.open && <ReferenceMenu menu={menu} />}
    </div>
  )
}

/** What formats the text; the address of a link is asked for beside its button. */
function ToolbarWithLink(props: {
  editor: TextEditor<RichText>
  place: RichPlace
  name: string
  linking: boolean
  onLink: () => void
  /** with what to do to the text, if anything */
  onLinked: (command?: Command) => void
  onReference: () => void
}) {
  const { editor, linking, onLinked } = props
  return (
    <RichToolbar
      editor={editor}
      place={props.place}
      label={`Formatting of ${props.name}`}
      linking={linking}
      linkTarget={(button) => (
        <LinkForm
          key="link"
          opened={linking}
          href={hrefAt(editor)}
          target={button}
          onLink={(href) => onLinked(setLink(href))}
          onRemove={() => onLinked(removeLink)}
          onClose={() => onLinked()}
        />
      )}
      onLink={props.onLink}
      onReference={props.onReference}
    />
  )
}

/** Says by how many characters the text is too long, at once where it is being typed. */
function TooLong(props: { id: string; by: number; alert: boolean }) {
  const { by } = props
  return (
    <p className={classes.long} id={props.id} role={props.alert ? 'alert' : undefined} data-tool>
      {by === 1 ? '1 character' : `${by.toLocaleString('en')} characters`} too many. Shorten the text.
    </p>
  )
}

/**
 * Whether the text, its toolbar or the form of its link has the focus. As long as one of them has, the editor stays, and what
 * is selected in it.
 */
function useActive(box: { current: HTMLElement | null }, editor: TextEditor<RichText>) {
  const [active, setActive] = useState(false)
  const [linking, setLinking] = useState(false)
  const timer = useRef(0)
  // known at once, whenever the focus goes
  const isLinking = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const come = () => {
    clearTimeout(timer.current)
    editor.hold(true)
    setActive(true)
  }
  const leave = () => {
    clearTimeout(timer.current)
    // the focus may only go from one of them to another, or with the window
    timer.current = window.setTimeout(() => {
      if (isLinking.current || box.current?.contains(document.activeElement)) return
      editor.hold(false)
      setActive(false)
    })
  }
  const link = (asked: boolean) => {
    isLinking.current = asked
    setLinking(asked)
  }
  const closeLink = (command: Command = () => true) => {
    link(false)
    editor.run(command)
  }
  return { active, linking, link, closeLink, come, leave }
}

function wantsLink(event: KeyboardEvent): boolean {
  return event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
}

function hrefAt(editor: TextEditor<RichText>): string | undefined {
  const state = editor.state()
  return state && linkAt(state)?.href
}

function focusToolbar(box: HTMLElement | null): boolean {
  box?.querySelector<HTMLElement>('[role=toolbar] [tabindex="0"]')?.focus()
  return true
}
