import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import type { Answer, Raw } from './answer.ts'
import type { Settings } from './field.ts'
import './search.css'

// Loaded once a dropdown that is searched is seen: until then, and without a script, it is a select.

/** Something to choose. */
export interface Line {
  id: string
  label: string
  group?: string
}

export type Props = ControlProps<Settings, Answer, Raw>

export interface SearchedProps extends Props {
  /** options by the names of their groups */
  useGroups(props: Props): readonly (readonly [group: string, readonly Line[]])[]
  /** what can be chosen besides */
  othersOf(props: Props): readonly Line[]
  isFull(props: Props, id: string): boolean
  /** how many are left */
  leftOf(props: Props, id: string): string
  /** of several: what is chosen once one is ticked or no longer is */
  tick(raw: Raw, id: string, on: boolean, every?: readonly string[]): Raw
}

/** Everything that can be chosen; those of one group stand together. */
export function useLines(props: SearchedProps): readonly Line[] {
  const { useGroups, othersOf, block } = props
  const { other, otherLabel, none, noneLabel } = block.settings
  const groups = useGroups(props)
  return useMemo(
    () => [...groups.flatMap(([, members]) => members), ...othersOf(props)],
    // eslint-disable-next-line react-hooks/exhaustive-deps -- of the props these alone make lines
    [groups, other, otherLabel, none, noneLabel],
  )
}

/** What one and several choices do each in its own way. */
interface Choosing {
  lines: readonly Line[]
  isChosen(id: string): boolean
  choose(line: Line): void
  /** takes what was typed as an answer of one's own; absent where there can be none more */
  write?(text: string): void
  /** what the field says while nothing is typed */
  said: string
  /** the list stays open, for more to be chosen */
  several?: boolean
  /** one emptied the field and left it; of several, Backspace in an empty field */
  emptied(): void
}

type SearchProps = SearchedProps & Choosing

/** A line of the list, or the heading above some. */
type Row = { heading: string } | { heading?: undefined; line: Line; place: number }

/** What stands for an answer of one's own that is about to be written; no option can be called so. */
const OWN = '+'

/** Of more rows than these only those near what is seen are drawn, each in one line of this height at first. */
const DRAWN = 100
const HEIGHT = 40
const AROUND = 15

/** What is typed, found and about to be chosen. */
function useSearch(props: SearchProps) {
  const { lines, isChosen, isFull, several } = props
  // undefined: nothing is being typed, the choice is shown
  const [text, setText] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  // undefined: nobody moved since something was typed
  const [moved, setActive] = useState<number | undefined>(-1)
  const found = useFound(props, isOpen ? (text ?? '') : '')
  // the one that is called so, else the first
  const meant = useMemo(() => calledSo(found, text ?? ''), [found, text])
  const active = moved ?? Math.max(0, meant)
  const close = () => {
    setText(undefined)
    setOpen(false)
    setActive(-1)
  }
  const open = () => {
    if (isOpen) return
    setOpen(true)
    setActive(several ? -1 : lines.findIndex((line) => isChosen(line.id)))
  }
  const take = (line: Line | undefined) => {
    if (line === undefined || isFull(props, line.id)) return
    if (line.id === OWN) props.write?.(text?.trim() ?? '')
    else props.choose(line)
    if (!several) return close()
    // what comes next is looked for anew, from where one is
    setText(undefined)
    setActive(text?.trim() ? -1 : found.indexOf(line))
  }
  const type = (typed: string) => {
    setText(typed)
    setOpen(true)
    setActive(typed.trim() === '' ? -1 : undefined)
  }
  const leave = () => {
    const typed = lower(text ?? '')
    // who empties the field of one choice takes it back; what was typed to its end is not lost
    if (text !== undefined && typed === '' && !several) props.emptied()
    const meant = typed && found.find(({ id, label }) => id === OWN || lower(label) === typed)
    if (meant && !isChosen(meant.id)) take(meant)
    close()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // while signs are composed its keys are not ours; the event is a native one on the page, React's elsewhere
    if (event.keyCode === COMPOSING) return
    const step = STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!isOpen) return open()
      setActive(Math.max(0, Math.min(found.length - 1, active + step)))
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      take(found[active])
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      close()
    } else if (event.key === 'Backspace' && several && !text) props.emptied()
  }
  return { text, isOpen, active, found, open, take, type, leave, press }
}

/** The combobox of the ARIA patterns with a list of suggestions: what is typed finds options. */
export function SearchBox(props: SearchProps & { children?: ReactNode }) {
  const { block, id, disabled, said, several, t } = props
  const { text, isOpen, active, found, open, take, type, leave, press } = useSearch(props)
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  // what is typed next takes the place of the choice that stands there
  useLayoutEffect(() => {
    if (text === undefined && document.activeElement === input.current) input.current?.select()
  }, [text, said, isOpen])
  return (
    <div className="fw-combobox">
      <input
        {...inputProps(props)}
        ref={input}
        name={undefined}
        className="fw-input fw-select"
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && found[active] ? `${id}-line-${found[active].id}` : undefined}
        placeholder={block.placeholder || t('choose')}
        value={text ?? said}
        disabled={disabled}
        onFocus={(event) => event.currentTarget.select()}
        onClick={open}
        onKeyDown={press}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
      />
      <div
        className="fw-list"
        role="listbox"
        id={`${id}-list`}
        ref={list}
        hidden={!isOpen}
        tabIndex={-1}
        aria-label={t('choose')}
        aria-multiselectable={several}
        // the focus stays where one types
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
      >
        {isOpen && <Rows {...props} list={list} found={found} active={active} take={take} />}
      </div>
      <div className="unseen" role="status">
        {isOpen && text !== undefined
          ? found.length > 0
            ? t('found', { count: found.length })
            : t('found.none')
          : props.children}
      </div>
    </div>
  )
}

/** What all browsers say of keys that are pressed to compose signs. */
const COMPOSING = 229

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

/**
 * Lines that have all words of what is typed, whatever their accents and capitals. Behind them what is typed itself, where
 * no line is called so and it can be an answer of one's own.
 */
function useFound({ lines, write, t }: SearchProps, text: string): readonly Line[] {
  const sought = useMemo(() => lines.map(({ label, group = '' }) => soughtAs(`${label} ${group}`)), [lines])
  const found = useMemo(() => {
    const words = soughtAs(text).split(/\s+/).filter(Boolean)
    return words.length === 0
      ? lines
      : lines.filter((_, index) => words.every((word) => sought[index]?.includes(word)))
  }, [lines, sought, text])
  const alike = lower(text)
  if (!write || alike === '' || found.some(({ label }) => lower(label) === alike)) return found
  return [...found, { id: OWN, label: t('own.add', { text: text.trim() }) }]
}

/** Where the line stands of which the whole name was typed; -1 where there is none. */
function calledSo(lines: readonly Line[], text: string): number {
  const typed = lower(text)
  return typed === '' ? -1 : lines.findIndex(({ label }) => lower(label) === typed)
}

const lower = (text: string): string => text.trim().normalize().toLowerCase()

/** Letters that are no others with something above them, as they are written without them. */
const WRITTEN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
}

/** A text as it is sought: whoever has not the letters of another language finds it all the same. */
const soughtAs = (text: string): string =>
  lower(text.normalize('NFD').replace(/\p{Mn}/gu, '')).replace(
    /[ßæœøłđðı]/g,
    (letter) => WRITTEN[letter] ?? letter,
  )

/** What is found, under the headings. Of a long list the rows near what is seen. */
function Rows(
  props: SearchProps & {
    list: { readonly current: HTMLDivElement | null }
    found: readonly Line[]
    active: number
    take: (line: Line) => void
  },
) {
  const { id, list, found, active, take, isChosen, t } = props
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(HEIGHT)
  const rows = useMemo(() => rowsOf(found), [found])
  const isLong = rows.length > DRAWN
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const scrolled = () => setTop(element.scrollTop)
    element.addEventListener('scroll', scrolled)
    element.scrollIntoView({ block: 'nearest' })
    return () => element.removeEventListener('scroll', scrolled)
  }, [list])
  useLayoutEffect(() => {
    const element = list.current
    const drawn = element?.querySelector<HTMLElement>('.fw-option')
    if (drawn && isLong && drawn.offsetHeight !== height) setHeight(drawn.offsetHeight)
    const row = rows.findIndex((one) => one.heading === undefined && one.place === active)
    if (!element || row < 0) return
    const line = isLong ? undefined : element.querySelector<HTMLElement>('[data-active]')
    const [from, size] = line ? [line.offsetTop, line.offsetHeight] : [row * height, height]
    if (from < element.scrollTop) element.scrollTop = from
    else if (from + size > element.scrollTop + element.clientHeight)
      element.scrollTop = from + size - element.clientHeight
    setTop(element.scrollTop)
  }, [list, rows, active, isLong, height])
  // a list has at least one option
  if (rows.length === 0) {
    return (
      <div className="fw-option fw-heading-option" role="option" aria-disabled aria-selected={false}>
        {t('found.none')}
      </div>
    )
  }
  const first = isLong ? Math.max(0, Math.floor(top / height) - AROUND) : 0
  const last = isLong ? Math.min(rows.length, first + 3 * AROUND) : rows.length
  return (
    <>
      <Gap rows={first} height={height} />
      {rows.slice(first, last).map((row) =>
        row.heading === undefined ? (
          <div
            className={`fw-option${isLong ? ' fw-option-short' : ''}`}
            role="option"
            key={row.line.id}
            id={`${id}-line-${row.line.id}`}
            data-active={row.place === active || undefined}
            aria-selected={isChosen(row.line.id)}
            aria-disabled={props.isFull(props, row.line.id) || undefined}
            aria-setsize={found.length}
            aria-posinset={row.place + 1}
            onClick={() => take(row.line)}
          >
            <span>{row.line.label}</span>
            <small className="fw-left">{props.leftOf(props, row.line.id)}</small>
          </div>
        ) : (
          <div
            className="fw-option fw-option-short fw-heading-option"
            role="presentation"
            key={` ${row.heading}`}
          >
            {row.heading}
          </div>
        ),
      )}
      <Gap rows={rows.length - last} height={height} />
    </>
  )
}

/** The room of rows that are not drawn. */
function Gap({ rows, height }: { rows: number; height: number }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (element.current) element.current.style.height = `${rows * height}px`
  }, [rows, height])
  return <div ref={element} role="presentation" />
}

function rowsOf(found: readonly Line[]): Row[] {
  const rows: Row[] = []
  let before = ''
  found.forEach((line, place) => {
    const { group = '' } = line
    if (group !== before && group !== '') rows.push({ heading: group })
    before = group
    rows.push({ line, place })
  })
  return rows
}
