import { type RefObject, useEffect, useRef } from 'react'
import { takeAnyDigits } from '@formwright/kit/any_digits'
import type { ControlProps } from '@formwright/kit/control'
import { localized } from '@formwright/kit/decimal'
import { stepped, type SteppedRaw } from '@formwright/kit/stepped'
import type { Answer, End, Raw } from './answer.ts'
import type { Settings } from './field.ts'
import './handles.css'

// What it shares with the control is handed in: imported, it would make the page's own part larger.

interface Props extends ControlProps<Settings, Answer, Raw> {
  /** the numbers that are asked for, and what stands in the input of each */
  ends: readonly End[]
  held: readonly SteppedRaw[]
}

/** A handle for each number. Until somebody pulls one, or types, they are hollow: nothing is answered. */
export function Handles({ say, ...props }: Props & { say(shown: string): string }) {
  const { block, ends, held, describedBy, disabled, locale, raw, set, t } = props
  const { min, max, step, range, marks = 0 } = block.settings
  const box = useRef<HTMLDivElement>(null)
  const pressedOn = useRef<Raw>(undefined)
  const answered = isAnswered(held)
  const places = ends.map((end, index) => placeOf(held[index], end, block.settings))
  const show = (number: number) => localized(`${number}`, locale, true)
  const pull = (end: End, value: number) => {
    const [from, to] = places
    if (!end) set(value)
    // they do not pass each other
    else set(end === 'from' ? { from: Math.min(value, to), to } : { from, to: Math.max(value, from) })
  }
  const lower = range ? places[0] : min
  const upper = places[places.length - 1]
  useEffect(() => {
    const share = (number: number) => `${Math.min(1, Math.max(0, (number - min) / (max - min)))}`
    box.current?.style.setProperty('--from', share(lower))
    box.current?.style.setProperty('--to', share(upper))
  }, [lower, upper, min, max])
  // of the inputs to type in, beside the rail
  useEffect(() => {
    const slider = box.current?.closest<HTMLElement>('.fw-slider')
    return slider ? takeAnyDigits(slider) : undefined
  }, [])
  return (
    <div className={answered ? 'fw-handles' : 'fw-handles fw-unset'} ref={box}>
      {ends.map((end, index) => (
        <input
          key={end}
          // where both meet near the end, the lower one is the one that can still be pulled
          className={end === 'from' && lower > (min + max) / 2 ? 'fw-above' : undefined}
          type="range"
          {...{ min, max, step }}
          value={places[index]}
          disabled={disabled}
          aria-label={t(end || 'handle')}
          aria-valuetext={answered ? say(show(places[index])) : t('unset')}
          aria-describedby={describedBy}
          onChange={({ currentTarget }) => {
            pull(end, Number(currentTarget.value))
          }}
          // a finger that goes on to scroll the page meant no answer
          onPointerDown={() => (pressedOn.current = raw)}
          onPointerCancel={() =>
            raw !== pressedOn.current && set(pressedOn.current ?? emptyOf(block.settings))
          }
          // pressed where it stands, it stays there
          onClick={() => !answered && pull(end, places[index])}
        />
      ))}
      {marks > 0 && (
        <div className="fw-marks" aria-hidden="true">
          {Array.from({ length: marks }, (_, index) => (
            <span key={index}>{show(stepped({ min, step: (max - min) / (marks - 1) }, index))}</span>
          ))}
        </div>
      )}
    </div>
  )
}

/** Takes the answer back, where one need not be given. */
export function Clear(props: Props & { rail: RefObject<HTMLElement | null> }) {
  const { block, held, disabled, set, t, rail } = props
  if (block.required || disabled || !isAnswered(held)) return null
  return (
    <button
      type="button"
      className="fw-clear"
      onClick={() => {
        // The button goes with the answer.
        rail.current?.querySelector('input')?.focus()
        set(emptyOf(block.settings))
      }}
    >
      {t('clear')}
    </button>
  )
}

function emptyOf({ range }: Settings): Raw {
  return range ? { from: '', to: '' } : ''
}

function isAnswered(held: readonly SteppedRaw[]): boolean {
  return held.some((one) => one !== '')
}

/** Where a handle stands: also one that nobody pulled. */
function placeOf(stands: SteppedRaw, end: End, { min, max }: Settings): number {
  const number = Number(stands)
  if (stands === '' || Number.isNaN(number)) return end === 'to' ? max : min
  return number
}
