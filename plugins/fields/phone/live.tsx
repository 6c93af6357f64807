import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { AsYouType, validatePhoneNumberLength } from 'libphonenumber-js/core'
import type { CountryCode, MetadataJson } from 'libphonenumber-js/core'
import type { LiveProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import answers, { countriesIn } from './answer.ts'
import Countries from './countries.tsx'
import { dialled, unworded } from './dialled.ts'
import { DIALLING, isCountry } from './dialling.ts'
import type { Settings } from './field.ts'
import { loadZone } from './zones.ts'
import './live.css'

type Props = LiveProps<Settings, string, string>

/** The number formatted while it is typed as its country writes it, and its country to be looked up. */
export default function LivePhone(props: Props) {
  const { block, id, raw = '', set, disabled, locale, t } = props
  const home = isCountry(block.settings.country) ? block.settings.country : undefined
  const input = useRef<HTMLInputElement>(null)
  const selected = useRef<readonly [number, number]>(undefined)
  const brought = useRef<string>(undefined)
  const [left, setLeft] = useState(false)
  const [touched, setTouched] = useState(false)
  const zone = zoneOf(raw, block.settings)
  const plans = useNumberingPlans(zone)
  const homePlans = useNumberingPlans(zoneOf('', block.settings))
  const typed = plans && read(raw, home, plans)
  // what was filled in beforehand reads as if it had been typed; it stays the answer that it was
  const shown = typed && !touched && /^\+\d+$/.test(raw) ? typed.text : raw
  const country = typed?.country ?? (unworded(raw).startsWith('+') ? undefined : home)
  useLayoutEffect(() => {
    if (selected.current) input.current?.setSelectionRange(...selected.current)
    selected.current = undefined
  })
  const type = (element: HTMLInputElement) => {
    setLeft(false)
    setTouched(true)
    // a whole number that is pasted behind something takes its place: behind the code of a country, say
    const value = element.value.replace(/^.+(?=[+＋](?:\D{0,2}\p{Nd}){4})/u, '')
    // What is taken away stays away: formatting would bring brackets back. Plans of elsewhere would misread it.
    if (!plans || value.length < shown.length || zoneOf(value, block.settings) !== zone) return set(value)
    const text = read(value, home, plans).text
    const before = element.value.length - value.length
    const place = (at: number | null) =>
      placeAfter(text, significant(dialled(value.slice(0, (at ?? Infinity) - before), plans, value)))
    // what is selected stays so: the plans may come when somebody is about to type over it
    selected.current = [place(element.selectionStart), place(element.selectionEnd)]
    set(text)
  }
  const format = useEffectEvent(() => {
    const element = input.current
    if (plans && element && element === document.activeElement) type(element)
  })
  // the plans came, or became others, while somebody types; an effect that sets at once is run again by what it draws
  useEffect(() => queueMicrotask(format), [plans])
  const leave = () => {
    // a country that was looked at is no number yet; whoever looks at another window is still at it
    if (raw.trim() === brought.current) {
      if (document.activeElement !== input.current) set('')
      return
    }
    setLeft(true)
    const number = typed?.number
    // Where the country writes its numbers otherwise than they are dialled, the whole number stands there.
    const { answer } = answers.parse(raw, block.settings, { locale, now: 0, source: 'form' })
    if (number?.isValid() && number.number !== answer) set(number.formatInternational())
  }
  const choose = (chosen: CountryCode) => {
    const own = typed?.number?.nationalNumber ?? dialledIn(raw, chosen)
    const code = `+${DIALLING.get(chosen)?.code ?? ''}`
    brought.current = own === '' ? code : undefined
    set(chosen === home ? (nationally(code + own, homePlans) ?? own) : `${code} ${own}`)
    input.current?.focus()
  }
  const length = left && plans && raw.trim() !== '' ? lengthOf(raw, home, plans) : undefined
  return (
    <>
      <div className="fw-phone">
        <Countries
          id={id}
          {...{ disabled, locale, t, country, choose }}
          allowed={countriesIn(block.settings.callable)}
        />
        <input
          {...inputProps(props)}
          ref={input}
          type="tel"
          autoComplete="tel"
          dir="ltr"
          value={shown}
          placeholder={block.placeholder || (home ? undefined : '+')}
          onChange={(event) => type(event.currentTarget)}
          onBlur={leave}
        />
      </div>
      <div className="fw-counter" role="status">
        {length !== undefined && t(length)}
      </div>
    </>
  )
}

/** What is read of a number that may be half typed. */
function read(given: string, home: CountryCode | undefined, plans: MetadataJson) {
  const raw = dialled(given, plans)
  const typing = new AsYouType(dialledFrom(raw, home), plans)
  const text = typing.input(raw)
  const [first] = plans.country_calling_codes[typing.getCallingCode() ?? ''] ?? []
  return { text, country: typing.getCountry() ?? first, number: typing.getNumber() }
}

/** A whole number as it is written in its country. */
function nationally(number: string, plans: MetadataJson | undefined): string | undefined {
  return plans && read(number, undefined, plans).number?.formatNational()
}

/** The digits that follow a country's code, of a number whose own country nobody knows: it is kept whichever is chosen. */
function dialledIn(raw: string, country: CountryCode): string {
  const number = unworded(raw)
  const digits = number.replace(/[^\p{Nd}]|^00/gu, '')
  if (/^(?:\+|00)/.test(number)) {
    const known = [...DIALLING.values()].find(({ code }) => digits.startsWith(code))
    return known ? digits.slice(known.code.length) : ''
  }
  const { trunk = '', most = 0 } = DIALLING.get(country) ?? {}
  return digits.startsWith(trunk) && digits.length > most ? digits.slice(trunk.length) : digits
}

/** Whether a number that nobody is typing any more is too short or too long; the server knows better and judges. */
function lengthOf(given: string, home: CountryCode | undefined, plans: MetadataJson) {
  const raw = dialled(given, plans)
  const wrong = validatePhoneNumberLength(raw, dialledFrom(raw, home), plans)
  return wrong === 'TOO_SHORT' ? 'short' : wrong === 'TOO_LONG' ? 'long' : undefined
}

/** The country inside which a number is dialled; none where it begins with a plus. */
function dialledFrom(raw: string, home: CountryCode | undefined): { defaultCountry?: CountryCode } {
  return home && !raw.startsWith('+') ? { defaultCountry: home } : {}
}

/** How many digits and pluses a text has. */
function significant(text: string): number {
  return text.replace(/[^\p{Nd}+]/gu, '').length
}

/** The place in a text behind so many digits and pluses. */
function placeAfter(text: string, count: number): number {
  let place = 0
  while (place < text.length && significant(text.slice(0, place)) < count) place += 1
  return place
}

/** The part of the world that a number belongs to; none where it is not known yet. */
function zoneOf(raw: string, { national }: Settings): string | undefined {
  const number = unworded(raw)
  return /^(?:\+|00)\s*(\d)/.exec(number)?.[1] ?? (number.startsWith('+') ? undefined : national?.[0])
}

/** The numbering plans of a part of the world, once they are there. */
function useNumberingPlans(zone: string | undefined): MetadataJson | undefined {
  const [zones, setZones] = useState<Readonly<Record<string, MetadataJson>>>({})
  useEffect(() => {
    if (zone === undefined) return
    // without them the number is only not formatted
    void loadZone(zone).then(
      (plans) => plans && setZones((known) => ({ ...known, [zone]: plans })),
      () => undefined,
    )
  }, [zone])
  return zone === undefined ? undefined : zones[zone]
}
