import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import type { Answer, Raw } from './answer.ts'
import type { Settings } from './field.ts'
import './combobox.css'

// Loaded once a dropdown of many options is seen: until then, and without a script, it is a select.

/** Something to choose. */
export interface Line {
  id: string
  label: string
  group?: string
}

export type Props = ControlProps<Settings, Answer, Raw>

export interface ComboboxProps extends Props {
  /** those of one group stand together */
  lines: readonly Line[]
  isFull(props: Props, id: string): boolean
  /** how many are left */
  leftOf(props: Props, id: string): string
}

/** id of the line that is chosen, or nothing */
const chosenOf = ({ raw }: Props): string => raw?.options[0] ?? ''

/** A line of the list, or the heading above some. */
type Row = { heading: string } | { heading?: undefined; line: Line; place: number }

/** Of more rows than these only those near what is seen are drawn, each in one line of this height at first. */
const DRAWN = 100
const HEIGHT = 40
const AROUND = 15

/** What is typed, found and about to be chosen. */
function useSearch(props: ComboboxProps) {
  const { lines, raw, set, isFull } = props
  const chosen = chosenOf(props)
  const choose = (options: string[]) => set({ other: '', ...raw, options })
  // undefined: nothing is being typed, the choice is shown
  const [text, setText] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const found = useFound(lines, isOpen ? (text ?? '') : '')
  const close = () => {
    setText(undefined)
    setOpen(false)
    setActive(-1)
  }
  const open = () => {
    if (isOpen) return
    setOpen(true)
    setActive(lines.findIndex((line) => line.id === chosen))
  }
  const take = (line: Line | undefined) => {
    if (line === undefined || isFull(props, line.id)) return
    choose([line.id])
    close()
  }
  const type = (typed: string) => {
    setText(typed)
    setOpen(true)
    setActive(typed.trim() === '' ? -1 : 0)
  }
  const leave = () => {
    // who empties the field takes the choice back
    if (text?.trim() === '') choose([])
    close()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
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
    }
  }
  return { text, isOpen, active, found, open, take, type, leave, press }
}

/** The combobox of the ARIA patterns with a list of suggestions: what is typed finds options, one of them is chosen. */
export function Combobox(props: ComboboxProps) {
  const { block, name, id, lines, disabled, t } = props
  const chosen = chosenOf(props)
  const label = useMemo(() => lines.find((line) => line.id === chosen)?.label ?? '', [lines, chosen])
  const { text, isOpen, active, found, open, take, type, leave, press } = useSearch(props)
  const list = useRef<HTMLDivElement>(null)
  return (
    <div className="fw-combobox">
      <input type="hidden" name={name} value={chosen} />
      <input
        {...inputProps(props)}
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
        value={text ?? label}
        disabled={disabled}
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
        // the focus stays where one types
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
      >
        {isOpen && <Rows {...props} list={list} found={found} active={active} take={take} />}
      </div>
      <div className="unseen" role="status">
        {isOpen &&
          text !== undefined &&
          (found.length > 0 ? t('found', { count: found.length }) : t('found.none'))}
      </div>
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

/** Lines that have all words of what is typed, whatever their accents and capitals. */
function useFound(lines: readonly Line[], text: string): readonly Line[] {
  const folded = useMemo(() => lines.map(({ label, group = '' }) => fold(`${label} ${group}`)), [lines])
  return useMemo(() => {
    const words = fold(text).split(/\s+/).filter(Boolean)
    return words.length === 0
      ? lines
      : lines.filter((_, index) => words.every((word) => folded[index]?.includes(word)))
  }, [lines, folded, text])
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** What is found, under the headings. Of a long list the rows near what is seen. */
function Rows(
  props: ComboboxProps & {
    list: { readonly current: HTMLDivElement | null }
    found: readonly Line[]
    active: number
    take: (line: Line) => void
  },
) {
  const { id, list, found, active, take, t } = props
  const chosen = chosenOf(props)
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
  if (rows.length === 0) return <div className="fw-option">{t('found.none')}</div>
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
            aria-selected={row.line.id === chosen}
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
