import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
} from 'react'
import { addBlock, addQuestion, turnInto } from '../blocks/add_blocks.ts'
import {
  familyOf,
  GROUPS,
  paletteOf,
  plainEntry,
  searchPalette,
  type Kinds,
  type PaletteEntry,
} from '../blocks/kinds.ts'
import { insertionPointAtEnd, type InsertionPoint } from '../blocks/insertion_point.ts'
import type { AddRequest, EditorModel } from '../model.ts'
import { useEditor } from '../use_editor.ts'
import { KindIcon } from '../palette/kind_icon.tsx'
import { focusBlock } from './focus.ts'
import classes from './adder.module.css'

/** The line for adding, while it is asked for at this place. */
export function Adder(props: InsertionPoint) {
  const { adding } = useEditor()
  const open = useSyncExternalStore(adding.subscribe, () => {
    const now = adding.get()
    return now?.parent === props.parent && now.after === props.after ? now : undefined
  })
  return open && <AdderLine adding={open} />
}

function AdderLine(props: { adding: AddRequest }) {
  const editor = useEditor()
  const { parent, after, instead } = props.adding
  const close = () => editor.adding.set(undefined)
  return (
    <div className={classes.line} data-tool data-adder>
      <KindSearch
        autoFocus
        onChoose={(entry) => {
          close()
          if (instead && after !== null) turnInto(editor, after, entry)
          else addBlock(editor, entry, { parent, after })
        }}
        onQuestion={(label) => {
          close()
          addQuestion(editor, label, { parent, after })
        }}
        onLeave={(back) => {
          close()
          if (!back) return
          if (after === null) return parent === null ? undefined : focusBlock(parent)
          if (instead) editor.wantedFocus.set({ block: after, path: 'label', caret: 'end' })
          else focusBlock(editor.selection.current() ?? after)
        }}
      />
    </div>
  )
}

/** The line in a section that holds nothing yet: always there, to type into. */
export function EmptyLine(props: { section: string }) {
  const editor = useEditor()
  return (
    <div className={classes.line} data-tool data-adder>
      <KindSearch
        placeholder="Drag blocks here or type /"
        onChoose={(entry) => addBlock(editor, entry, { parent: props.section, after: null })}
        onQuestion={(label) => addQuestion(editor, label, { parent: props.section, after: null })}
        onLeave={(back) => back && focusBlock(props.section)}
      />
    </div>
  )
}

/** The line at the end of the page: always there, to type into. */
export function EndLine() {
  const editor = useEditor()
  return (
    <div className={classes.line} data-tool>
      <KindSearch
        onChoose={(entry) => addAtEnd(editor, entry)}
        onQuestion={(label) => addQuestion(editor, label, insertionPointAtEnd(editor))}
        onLeave={() => {}}
      />
    </div>
  )
}

function addAtEnd(editor: EditorModel, entry: PaletteEntry): void {
  if (familyOf(editor.kinds, entry.kind) === 'ending') addBlock(editor, entry)
  else addBlock(editor, entry, insertionPointAtEnd(editor))
}

/** What can be added for what was typed: a block of a kind, or a question of these words. */
interface Offer {
  id: string
  title: string
  icon: PaletteEntry['icon']
  /** where it stands among all; nothing once some are found */
  group?: string
  add: () => void
}

/** Finds a kind by typing, with or without a slash in front; without one the words may also be a question. Enter adds it. */
function KindSearch(props: {
  autoFocus?: boolean
  placeholder?: string
  onChoose: (entry: PaletteEntry) => void
  onQuestion: (label: string) => void
  onLeave: (back: boolean) => void
}) {
  const { kinds } = useEditor()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(props.autoFocus ? '/' : '')
  const [index, setIndex] = useState(0)
  const open = typed !== ''
  const offers = open ? offersFor(kinds, typed, props) : []
  const current = offers[Math.min(index, offers.length - 1)]

  useEffect(() => {
    if (!props.autoFocus) return
    input.current?.focus()
    input.current?.scrollIntoView({ block: 'nearest' })
  }, [props.autoFocus])

  const type = (text: string) => {
    setTyped(text)
    setIndex(0)
  }
  const choose = (offer: Offer) => {
    type('')
    offer.add()
  }
  const key = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : offers.length - 1
      setIndex((Math.min(index, offers.length - 1) + step) % Math.max(1, offers.length))
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      choose(current)
    } else if (event.key === 'Escape' || (event.key === 'Backspace' && typed === '')) {
      event.preventDefault()
      setTyped('')
      props.onLeave(true)
    }
  }

  return (
    <>
      <input
        ref={input}
        className={classes.input}
        role="combobox"
        aria-label="Add a block"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={current && `${id}-${current.id}`}
        aria-autocomplete="list"
        placeholder={props.placeholder ?? 'Type a question, or / for a block'}
        autoComplete="off"
        // a name that is looked for is no part of the draft
        data-own-undo={(typed !== '' && typed !== '/') || undefined}
        value={typed}
        onChange={(event) => {
          type(event.currentTarget.value)
          // who takes the slash back is done with the line that it opened
          if (props.autoFocus && event.currentTarget.value === '') props.onLeave(true)
        }}
        onKeyDown={key}
        onBlur={() => {
          // another window is looked at: whoever comes back goes on typing
          if (document.activeElement === input.current) return
          setTyped('')
          props.onLeave(false)
        }}
      />
      {open && <Offers id={id} offers={offers} current={current} onChoose={choose} />}
    </>
  )
}

function offersFor(
  kinds: Kinds,
  typed: string,
  props: { onChoose: (entry: PaletteEntry) => void; onQuestion: (label: string) => void },
): Offer[] {
  const words = typed.replace(/^\//, '').trim()
  const offers = searchPalette(paletteOf(kinds), words).map((entry) => ({
    ...entry,
    ...(words === '' && { group: entry.preset.group }),
    add: () => props.onChoose(entry),
  }))
  const plain = plainEntry(kinds)
  if (typed.startsWith('/') || words === '' || !plain) return offers
  const isNamed = ({ title }: Offer) => title.toLowerCase().includes(words.toLowerCase())
  const question = { id: 'question', title: `Question “${words}”`, icon: plain.icon }
  return [
    ...offers.filter(isNamed),
    { ...question, add: () => props.onQuestion(words) },
    // found by what else they may be called: “Name” is more likely a question
    ...offers.filter((offer) => !isNamed(offer)),
  ]
}

/** What was found, below the line or, where that is low in the window, above it; the focus stays in the line. */
function Offers(props: {
  /** of the line: ids of the options begin with it */
  id: string
  offers: readonly Offer[]
  current: Offer | undefined
  onChoose: (offer: Offer) => void
}) {
  const { id, offers, current } = props
  const list = useRef<HTMLUListElement>(null)
  const [above, setAbove] = useState(false)
  useLayoutEffect(() => {
    const { top = 0, bottom = 0 } = list.current?.getBoundingClientRect() ?? {}
    // a keyboard on the screen takes its part of the window
    const height = window.visualViewport?.height ?? window.innerHeight
    setAbove(bottom > height && top > height / 2)
  }, [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const option = (offer: Offer) => (
    <li
      key={offer.id}
      id={`${id}-${offer.id}`}
      role="option"
      aria-selected={offer === current}
      className={classes.option}
      onMouseDown={(event) => {
        event.preventDefault()
        props.onChoose(offer)
      }}
    >
      <KindIcon icon={offer.icon} />
      {offer.title}
    </li>
  )
  return (
    <ul
      ref={list}
      className={classes.list}
      data-above={above || undefined}
      id={`${id}-list`}
      role="listbox"
      aria-label="Block types"
    >
      {GROUPS.map(([group, title]) => {
        const members = offers.filter((offer) => offer.group === group)
        return (
          members.length > 0 && (
            <li key={group} role="presentation">
              <ul role="group" aria-label={title} className={classes.group}>
                <li role="presentation" aria-hidden className={classes.title}>
                  {title}
                </li>
                {members.map(option)}
              </ul>
            </li>
          )
        )
      })}
      {offers.filter(({ group }) => group === undefined).map(option)}
      {offers.length === 0 && (
        <li className={classes.none} role="option" aria-selected={false} aria-disabled>
          No blocks found.
        </li>
      )}
    </ul>
  )
}
