import { useState } from 'react'
import { isDay, shownMoment } from '@formwright/kit/day'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import type { Answer, Range, Raw } from './answer.ts'
import { Calendar } from './calendar.tsx'
import type { Settings } from './field.ts'
import { isMoment, isTime } from './moment.ts'
import { dayFormat, patternOf, readDay, readTime, writtenDay } from './typed.ts'
import './picker.css'

// Loaded once the question is seen: until then, and without a script, it is the browser's own input.

/** One of what is asked for, and what stands there. */
export interface MomentProps extends Omit<ControlProps<Settings, Answer, Raw>, 'set'> {
  value: string
  set(to: string): void
  /** the two that it is one of */
  ends?: { part: keyof Range; label: string; range: Range; set(to: Range): void }
}

/**
 * A day that is typed in the order of the locale or picked in a calendar, a time that is typed as its clocks go. What is
 * posted is ISO, or what was typed where that is none.
 */
export function Picker(props: MomentProps) {
  const { block, id, name, value, ends, disabled, locale, set, t } = props
  const { asks, hours } = block.settings
  const [day, time] = standing(value, asks)
  const put = (toDay: string, toTime: string) => set(joined(toDay, toTime, asks))
  const pattern = (options: Intl.DateTimeFormatOptions) =>
    patternOf(locale, options, (one) => t(`hint.${one}`))
  const own = ends ? `${ends.label} – ` : ''
  return (
    <div className="fw-picked">
      <input type="hidden" name={name} value={value} disabled={disabled} />
      {asks !== 'time' && (
        <span className="fw-day">
          <Typed
            {...props}
            hint={pattern({})}
            keys="decimal"
            value={isDay(day) ? writtenDay(day, locale) : day}
            set={(text) => {
              const whole = text.trim().replace(' ', 'T')
              if (asks === 'datetime' && isMoment(whole, asks)) set(whole)
              else put(readDay(text, locale) ?? text, time)
            }}
          />
          <Opener {...props} day={day} />
        </span>
      )}
      {asks !== 'date' && (
        <Typed
          {...props}
          id={asks === 'time' ? id : `${id}-time`}
          label={asks === 'time' ? undefined : own + t('time')}
          hint={pattern({ timeStyle: 'short', ...(hours !== 'locale' && { hour12: hours === '12' }) })}
          value={isTime(time) ? shownMoment(time, locale, 'medium', hours) : time}
          set={(text) => put(day, readTime(text, locale) ?? text)}
        />
      )}
    </div>
  )
}

/** The day and the time that stand there, or what was typed and is none. */
function standing(value: string, asks: Settings['asks']): [day: string, time: string] {
  if (asks !== 'datetime') return asks === 'date' ? [value, ''] : ['', value]
  const between = value.lastIndexOf('T')
  return between < 0 ? [value, ''] : [value.slice(0, between), value.slice(between + 1)]
}

function joined(day: string, time: string, asks: Settings['asks']): string {
  return asks === 'datetime' && day + time !== '' ? `${day}T${time}` : day + time
}

interface TypedProps extends MomentProps {
  label?: string | undefined
  /** in which order it is written */
  hint: string
  keys?: 'decimal'
}

/** An input that lets one type in peace, and writes it as the locale does once one leaves. */
function Typed({ label, hint, keys, value, set, ...props }: TypedProps) {
  const [typed, setTyped] = useState<string>()
  const described = `${props.id}-hint`
  return (
    <>
      <input
        {...inputProps({ ...props, describedBy: [props.describedBy, described].filter(Boolean).join(' ') })}
        name={undefined}
        type="text"
        inputMode={keys}
        autoComplete="off"
        aria-label={label}
        placeholder={hint}
        value={typed ?? value}
        onBlur={() => setTyped(undefined)}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          set(event.currentTarget.value)
        }}
      />
      <span className="unseen" id={described}>
        {hint}
      </span>
    </>
  )
}

/** The button that opens the calendar: of one day, or of the first and the last in one grid. */
function Opener({ block, id, value, ends, disabled, locale, set, t, day }: MomentProps & { day: string }) {
  const { asks } = block.settings
  const [picking, setPicking] = useState<keyof Range>()
  const dayOf = (moment: string) => known(standing(moment, asks)[0])
  const moved = (moment: string, to: string) => joined(to, standing(moment, asks)[1], asks)
  const days = ends
    ? { from: dayOf(ends.range.from), to: dayOf(ends.range.to) }
    : { from: known(day), to: '' }
  const choose = (to: string): boolean => {
    if (!ends) set(moved(value, to))
    else if (picking === 'to') ends.set({ ...ends.range, to: moved(ends.range.to, to) })
    else {
      // What lies before the first day can no longer be the last.
      const last = days.to < to ? moved(ends.range.to, '') : ends.range.to
      ends.set({ from: moved(ends.range.from, to), to: last })
      setPicking('to')
      return false
    }
    return true
  }
  const said = [t('calendar'), ends?.label].filter(Boolean).join(', ')
  return (
    <>
      <button
        type="button"
        className="fw-pick"
        aria-label={known(day) ? `${said}: ${dayFormat(locale, { dateStyle: 'full' })(day)}` : said}
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={() => setPicking(ends?.part ?? 'from')}
      >
        <svg aria-hidden="true" width="20" height="20" viewBox="0 0 24 24">
          <path d="M6 5h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM4 10h16M8 3v4M16 3v4" />
        </svg>
      </button>
      {picking && (
        <Calendar
          {...{ id, locale, t, picking, days, choose }}
          settings={block.settings}
          labels={ends && { from: block.settings.fromLabel, to: block.settings.toLabel }}
          close={() => setPicking(undefined)}
        />
      )}
    </>
  )
}

const known = (day: string) => (isDay(day) ? day : '')
