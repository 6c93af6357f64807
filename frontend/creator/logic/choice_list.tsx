import { TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import classes from './choice_list.module.css'

/** What can be chosen from a list; `apart` where a line parts it from those before. */
export interface Choice {
  value: string
  label: string
  apart?: boolean
}

/** So many are taken in at a glance: more are searched. */
const SEARCHED = 12
/** So many are drawn: the rest is found by typing. */
const DRAWN = 100

/** The field that the list is searched with. */
const SEARCH = {
  size: 'xs',
  role: 'combobox',
  'aria-expanded': true,
  'aria-autocomplete': 'list',
  autoComplete: 'off',
  'data-autofocus': true,
  placeholder: 'Search',
} as const

/** A list to choose one or several from: by pointer, arrows and Enter, first letters, and with a search where it is long. */
export function ChoiceList(props: {
  name: string
  choices: readonly Choice[]
  chosen: readonly string[]
  multiple?: boolean
  onChoose: (value: string) => void
}) {
  const { name, choices, chosen } = props
  const isChosen = ({ value }: Choice) => chosen.includes(value)
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const typed = useLetters()
  const [wanted, setWanted] = useState('')
  const [active, setActive] = useState(() => Math.max(0, choices.findIndex(isChosen)))
  const searched = choices.length > SEARCHED
  const found = choices.filter(({ label }) => label.toLowerCase().includes(wanted.trim().toLowerCase()))
  const drawn = found.slice(0, DRAWN)
  const current = drawn[active]
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const choose = (place: number) => {
    setActive(place)
    if (drawn[place]) props.onChoose(drawn[place].value)
  }
  const key = (event: KeyboardEvent) => {
    const letters = searched ? '' : typed(event.key)
    const next =
      letters === '' ? placeAfter(event.key, active, drawn, searched) : placeOf(letters, active, drawn)
    if (next !== undefined) setActive(next)
    else if (current && (event.key === 'Enter' || (event.key === ' ' && !searched))) choose(active)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const focused = {
    'aria-label': name,
    'aria-activedescendant': current && `${id}-${active}`,
    'data-mantine-stop-propagation': 'true',
    onKeyDown: (event: KeyboardEvent) => event.nativeEvent.isComposing || key(event),
  }
  const options = (
    <ul
      ref={list}
      id={id}
      className={classes.list}
      role="listbox"
      aria-multiselectable={props.multiple}
      {...(searched ? { 'aria-label': name } : { ...focused, tabIndex: 0, 'data-autofocus': true })}
    >
      {drawn.map((choice, place) => (
        <Option
          key={choice.value}
          id={`${id}-${place}`}
          choice={choice}
          chosen={isChosen(choice)}
          active={place === active}
          onChoose={() => choose(place)}
        />
      ))}
    </ul>
  )
  if (!searched) return options
  return (
    <div className={classes.searched}>
      <TextInput
        {...focused}
        {...SEARCH}
        aria-controls={id}
        value={wanted}
        onChange={(event) => {
          setWanted(event.currentTarget.value)
          setActive(0)
        }}
      />
      {options}
      <Rest found={found.length} />
    </div>
  )
}

function Option(props: {
  id: string
  choice: Choice
  chosen: boolean
  active: boolean
  onChoose: () => void
}) {
  const { choice, chosen } = props
  return (
    <li
      id={props.id}
      className={classes.choice}
      role="option"
      aria-selected={chosen}
      // its first lines are drawn
      title={choice.label}
      data-active={props.active || undefined}
      data-apart={choice.apart || undefined}
      // the keys stay where they are
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onChoose}
    >
      <bdi className={classes.label}>{choice.label}</bdi>
      {chosen && <IconCheck size={16} stroke={1.5} aria-hidden />}
    </li>
  )
}

/** What of the found is not drawn. */
function Rest({ found }: { found: number }) {
  const more = found > DRAWN ? `${found - DRAWN} more. Type to narrow them down.` : ''
  return (
    <p className={classes.rest} role="status">
      {found === 0 ? 'Nothing found.' : more}
    </p>
  )
}

/** Where a key leads in the list; undefined where it leads nowhere. */
function placeAfter(
  key: string,
  active: number,
  choices: readonly Choice[],
  searched: boolean,
): number | undefined {
  const count = choices.length
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return (active + count - 1) % count
  if (searched) return undefined
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** The one that begins with the letters: with a single one the next of them, in a circle. */
function placeOf(letters: string, active: number, choices: readonly Choice[]): number | undefined {
  const first = active + (letters.length === 1 ? 1 : 0)
  const places = choices.map((_, place) => (first + place) % choices.length)
  return places.find((place) => choices[place]?.label.toLowerCase().startsWith(letters))
}

/** Letters closer to each other than this are one beginning of a word. */
const WORD_MS = 700

/** What was typed at a stretch, this key included; nothing for a key that is no letter. */
function useLetters(): (key: string) => string {
  const typed = useRef({ letters: '', at: 0 })
  return (key) => {
    const { letters, at } = typed.current
    const goesOn = performance.now() - at < WORD_MS
    if (key.length > 1 || (key === ' ' && !(goesOn && letters))) return ''
    typed.current = { letters: (goesOn ? letters : '') + key.toLowerCase(), at: performance.now() }
    return typed.current.letters
  }
}
