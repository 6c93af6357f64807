import type { ReactNode } from 'react'
import ClearChoice from './clear_choice.tsx'
import type { ControlProps } from './control.ts'
import { localized } from './decimal.ts'
import type { SteppedRaw } from './stepped.ts'

/** What a control is given whose answer is one point of a scale. Both ends of it may have words. */
export type ScaleProps = ControlProps<{ startLabel: string; endLabel: string }, number, SteppedRaw>

/** A scale: its points, what its ends mean, and what takes the answer back. The plugin has the texts of `ClearChoice`. */
export default function Scale({ children, ...props }: ScaleProps & { children: ReactNode }) {
  const { block, raw = '', set, Text } = props
  const { startLabel, endLabel } = block.settings
  return (
    <div className="fw-choices">
      <div className="fw-scale">
        {children}
        {startLabel + endLabel !== '' && (
          <div className="fw-ends">
            <Text path="startLabel" value={startLabel} as="div" />
            <Text path="endLabel" value={endLabel} as="div" />
          </div>
        )}
      </div>
      <ClearChoice {...props} chosen={raw !== ''} value="" clear={() => set('')} />
    </div>
  )
}

interface PointProps {
  scale: ScaleProps
  points: readonly number[]
  /** which of them */
  index: number
  /** what a screen reader calls it; at an end its words come behind */
  said: string
}

/** One point: a radio that lies over what is drawn of it. */
export function Point({ scale, points, index, said }: PointProps) {
  const { block, name, raw, describedBy, disabled, set } = scale
  const { startLabel, endLabel } = block.settings
  const words = index === 0 ? startLabel : index === points.length - 1 ? endLabel : ''
  const value = points[index]
  return (
    <input
      type="radio"
      name={name}
      value={value}
      checked={`${raw}` === `${value}`}
      aria-label={words ? `${said}, ${words}` : said}
      aria-describedby={describedBy}
      disabled={disabled}
      onChange={() => set(value)}
    />
  )
}

interface PointsProps extends ScaleProps {
  points: readonly number[]
  say?: (shown: string) => string
  /** a class of its own for each point */
  tone?: (index: number) => string
}

/** Points as numbers in boxes. */
export function Points({ points, say, tone, ...scale }: PointsProps) {
  const shown = points.map((value) => localized(`${value}`, scale.locale, true))
  const longest = Math.max(...shown.map((text) => text.length))
  return (
    <div className={`fw-points ${longest > 5 ? 'fw-widest' : longest > 2 ? 'fw-wide' : ''}`}>
      {shown.map((text, index) => (
        <label key={index} className={`fw-input fw-point ${tone?.(index) ?? ''}`}>
          <Point scale={scale} points={points} index={index} said={say?.(text) ?? text} />
          {text}
        </label>
      ))}
    </div>
  )
}
