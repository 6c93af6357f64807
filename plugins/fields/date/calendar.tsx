import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Translate } from '@formwright/kit/control'
import { isDay } from '@formwright/kit/day'
import type { Settings } from './field.ts'
import { isClosed, limitsOf, moved, outside, type Relative, todayIn } from './limits.ts'
import { dayFormat, weekStart } from './typed.ts'

interface CalendarProps {
  settings: Settings
  id: string
  locale: string
  t: Translate
  /** which of the two is picked; the first where there is one only */
  picking: 'from' | 'to'
  /** what is chosen, each a day or `''` */
  days: { from: string; to: string }
  /** what the two are called */
  labels: { from: string; to: string } | undefined
  /** says whether that was all there is to pick */
  choose(day: string): boolean
  close(): void
}

const WEEK = [0, 1, 2, 3, 4, 5, 6]
const WEEKDAYS = ['long', 'short', 'narrow'] as const
const PAGES: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 }

/** A month as a grid in a dialog: arrows, Home and End, Page Up and Down (with Shift a year), Enter, Escape. */
export function Calendar(props: CalendarProps) {
  const { id, locale, t, picking, labels, choose, close } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const { at, setAt, today, isFree, whyNot } = useDays(props)
  // Keys lead the focus along, at once: the next key may follow soon. Who presses a button stays there.
  const [led, setLed] = useState(0)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  useLayoutEffect(() => dialog.current?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus(), [led])

  const month = dayFormat(locale, { month: 'long', year: 'numeric' })
  const take = (day: string) => {
    setAt(day)
    setLed(led + 1)
    if (isFree(day) && choose(day)) dialog.current?.close()
  }
  const go = (amount: number, unit: Relative['unit']) => {
    const to = moved(at, amount, unit)
    if (isDay(to)) setAt(to)
  }
  const turn = (amount: number, unit: Relative['unit'], sign: string) => (
    <button type="button" aria-label={month(moved(at, amount, unit))} onClick={() => go(amount, unit)}>
      <span aria-hidden="true">{sign}</span>
    </button>
  )
  const inWeek = (weekdayOf(at) - weekStart(locale) + 7) % 7
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key } = event
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -forward,
      ArrowRight: forward,
      ArrowUp: -7,
      ArrowDown: 7,
      Home: -inWeek,
      End: 6 - inWeek,
    }
    const [step, page] = [steps[key], PAGES[key]]
    if (key === 'Enter' || key === ' ') take(at)
    else if (step !== undefined) go(step, 'days')
    else if (page !== undefined) go(page, event.shiftKey ? 'years' : 'months')
    else return
    setLed(led + 1)
    event.preventDefault()
  }
  const why = whyNot(at)
  const step = labels?.[picking]
  return (
    <dialog
      ref={dialog}
      className="fw-calendar"
      aria-label={[t('calendar'), step].filter(Boolean).join(', ')}
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div>
        {step && (
          <div className="fw-end" role="status">
            {step}
          </div>
        )}
        <div className="fw-month">
          {turn(-1, 'years', '«')}
          {turn(-1, 'months', '‹')}
          <b aria-live="polite">{month(at)}</b>
          {turn(1, 'months', '›')}
          {turn(1, 'years', '»')}
        </div>
        <table role="grid" aria-label={month(at)} onKeyDown={onKeyDown}>
          <Days {...props} {...{ at, today, isFree, take }} describedBy={why ? `${id}-why` : undefined} />
        </table>
        <div className="fw-why" id={`${id}-why`}>
          {why}
        </div>
      </div>
    </dialog>
  )
}

/** The day one is at, and which can be chosen as of now. */
function useDays({ settings, locale, t, picking, days }: CalendarProps) {
  const [place] = useState(() => ({ now: Date.now(), ...Intl.DateTimeFormat().resolvedOptions(), locale }))
  const { min, max } = limitsOf(settings, place)
  const today = todayIn(place, settings.zone)
  const [at, setAt] = useState(() => days[picking] || days.from || nearest(today, min, max))
  const isBeforeFirst = (day: string) => picking === 'to' && day < days.from
  return {
    at,
    setAt,
    today,
    isFree: (day: string) =>
      !(min && day < min) && !(max && day > max) && !isBeforeFirst(day) && !isClosed(day, settings),
    /** Why a day cannot be chosen, or nothing. */
    whyNot: (day: string): string => {
      if (isBeforeFirst(day)) return t(`problem.range-order${settings.asks === 'date' ? '' : '.end'}`)
      const [problem] = outside(day, { ...settings, asks: 'date' }, place)
      return problem ? t(`problem.${problem.code}.day`, problem.params) : ''
    },
  }
}

interface DaysProps extends CalendarProps {
  at: string
  today: string
  isFree(day: string): boolean
  take(day: string): void
  /** id of what is to say of the day one is at */
  describedBy: string | undefined
}

/** The weeks of a month; six, so that none is taller than another. */
function Days({ locale, at, today, days, labels, isFree, take, describedBy }: DaysProps) {
  const first = `${at.slice(0, 8)}01`
  const start = moved(first, -((weekdayOf(first) - weekStart(locale) + 7) % 7), 'days')
  const full = dayFormat(locale, { dateStyle: 'full' })
  const week = WEEK.map((number) => moved(start, number, 'days'))
  const [long, short, narrow] = WEEKDAYS.map((weekday) => week.map(dayFormat(locale, { weekday })))
  const heads = short?.every((name) => name.length <= 4) ? short : narrow
  const digits = new Intl.NumberFormat(locale)
  const cell = (day: string) => {
    if (day.slice(0, 7) !== at.slice(0, 7)) return <td key={day} />
    const ends = [day === days.from && labels?.from, day === days.to && labels?.to]
    const isBetween = days.from < day && day < days.to && days.from !== ''
    return (
      <td
        key={day}
        className={isBetween ? 'fw-between' : undefined}
        tabIndex={day === at ? 0 : -1}
        aria-label={[full(day), ...ends].filter(Boolean).join(', ')}
        aria-selected={day === days.from || day === days.to || isBetween}
        aria-disabled={!isFree(day) || undefined}
        aria-current={day === today ? 'date' : undefined}
        aria-describedby={day === at ? describedBy : undefined}
        onClick={() => take(day)}
      >
        {digits.format(Number(day.slice(8)))}
      </td>
    )
  }
  return (
    <>
      <thead>
        <tr>
          {heads?.map((name, number) => (
            <th key={number} scope="col" abbr={long?.[number]}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[0, 7, 14, 21, 28, 35].map((week) => (
          <tr key={week}>{WEEK.map((number) => cell(moved(start, week + number, 'days')))}</tr>
        ))}
      </tbody>
    </>
  )
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00Z`).getUTCDay()
}

function nearest(day: string, min: string | undefined, max: string | undefined): string {
  if (min && day < min) return min
  return max && day > max ? max : day
}
