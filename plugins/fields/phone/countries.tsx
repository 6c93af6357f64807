import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { CountryCode } from 'libphonenumber-js/core'
import type { Translate } from '@formwright/kit/control'
import { DIALLING, isCountry } from './dialling.ts'
import { countryNames } from './names.ts'

interface Props {
  id: string
  disabled: boolean
  locale: string
  t: Translate
  country: CountryCode | undefined
  /** empty: all */
  allowed: readonly string[]
  choose(country: CountryCode): void
}

interface Country {
  id: CountryCode
  name: string
  code: string
}

/** The flag of a country; a button that opens a list of all, to be searched by name, code, and calling code. */
export default function Countries(props: Props) {
  const { disabled, locale, t, country, choose } = props
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const name = useMemo(() => countryNames(locale), [locale])
  const said =
    country === undefined ? t('country.none') : t('country', { country: name.of(country) ?? country })
  const shown = country === undefined ? '+' : flagOf(country)
  return (
    <div
      ref={place}
      className="fw-phone-country"
      onBlur={(event) => {
        const to = event.relatedTarget
        if (!(to instanceof Node && place.current?.contains(to))) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className="fw-input fw-select"
        disabled={disabled}
        aria-haspopup="listbox"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true">{shown}</span>
        <span className="unseen">{said}</span>
      </button>
      {open && (
        <Search
          {...props}
          names={name}
          close={() => {
            setOpen(false)
            button.current?.focus()
          }}
          choose={(chosen) => {
            setOpen(false)
            choose(chosen)
          }}
        />
      )}
    </div>
  )
}

type SearchProps = Props & { names: Intl.DisplayNames; close(): void }

/** A combobox that is open as long as it is there. */
function Search({ t, country, allowed, names, close, choose }: SearchProps) {
  const list = useId()
  const [text, setText] = useState('')
  const all = useMemo(() => countriesOf(allowed, names), [allowed, names])
  const wanted = text.trim().toLocaleLowerCase()
  const found = all
    .filter((one) => fits(one, wanted))
    .sort((one, other) => Number(begins(other, wanted)) - Number(begins(one, wanted)))
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      all.findIndex(({ id }) => id === country),
    ),
  )
  const optionId = (index: number) => `${list}-${index}`
  const press = (event: KeyboardEvent) => {
    // these keys choose among signs that are being composed
    if (event.nativeEvent.isComposing) return
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key]
    const chosen = found[at]
    if (next !== undefined) setAt(Math.max(0, Math.min(found.length - 1, next)))
    else if (event.key === 'Escape') close()
    else if (event.key !== 'Enter') return
    else if (chosen) choose(chosen.id)
    event.preventDefault()
  }
  return (
    <div className="fw-phone-search" ref={intoView}>
      <input
        // it opened under the hand of whoever pressed the button
        ref={(input) => input?.focus()}
        className="fw-input"
        role="combobox"
        aria-label={t('search')}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? optionId(at) : undefined}
        placeholder={t('search')}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <ul id={list} role="listbox" aria-label={t('countries')} tabIndex={-1}>
        {found.map(({ id, name, code }, index) => (
          <li
            key={id}
            ref={index === at ? intoView : undefined}
            id={optionId(index)}
            role="option"
            aria-selected={index === at}
            // the focus stays where one types
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(id)}
          >
            <span aria-hidden="true">{flagOf(id)}</span> <span>{name}</span> <bdi>+{code}</bdi>
          </li>
        ))}
      </ul>
      <p className="fw-counter" role="status">
        {found.length === 0 && t('none')}
      </p>
    </div>
  )
}

/** The list as it opens, and the option at hand wherever it moves. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

function countriesOf(allowed: readonly string[], names: Intl.DisplayNames): Country[] {
  const all = [...DIALLING].flatMap(([id, { code }]) =>
    isCountry(id) && (allowed.length === 0 || allowed.includes(id))
      ? [{ id, code, name: names.of(id) ?? id }]
      : [],
  )
  return all.sort((one, other) => one.name.localeCompare(other.name, names.resolvedOptions().locale))
}

function begins({ name }: Country, text: string): boolean {
  return name.toLocaleLowerCase().startsWith(text)
}

function fits({ id, name, code }: Country, text: string): boolean {
  return (
    name.toLocaleLowerCase().includes(text) ||
    id.toLowerCase() === text ||
    (text.replace(/\D/g, '') !== '' && code.startsWith(text.replace(/\D/g, '')))
  )
}

/** Whether the device draws two of these letters as one flag; where it does not, it may lack even the letters. */
const hasFlags = (() => {
  const canvas = document.createElement('canvas').getContext('2d')
  const width = (text: string) => canvas?.measureText(text).width ?? 0
  return width('🇩🇪') < width('🇩') * 1.6
})()

/** The flag of a country, else its code. */
function flagOf(country: string): string {
  if (!hasFlags) return country
  return String.fromCodePoint(...[...country].map((letter) => letter.charCodeAt(0) + 0x1f1a5))
}
