import type { ControlProps } from '@formwright/kit/control'
import type { Answer, Range, Raw } from './answer.ts'
import type { Settings } from './field.ts'
import './respond.css'

type Props = ControlProps<Settings, Answer, Raw>

/** The browser's own date fields: they speak the person's language, and need no script. */
export default function DateField(props: Props) {
  return props.block.settings.range ? <Days {...props} /> : <Day {...props} />
}

function Day({ block, name, id, raw, problems, describedBy, disabled, set }: Props) {
  const { min, max } = block.settings
  return (
    <input
      className="fw-input fw-date"
      type="date"
      id={id}
      name={name}
      value={typeof raw === 'string' ? raw : ''}
      min={min}
      max={max}
      aria-required={block.required || undefined}
      aria-invalid={problems.length > 0 || undefined}
      aria-describedby={describedBy}
      disabled={disabled}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

const NOTHING: Range = { from: '', to: '' }

function Days({ block, name, id, raw, problems, describedBy, disabled, set, Text }: Props) {
  const { min, max, fromLabel, toLabel } = block.settings
  const range = typeof raw === 'object' ? raw : NOTHING
  const day = (part: 'from' | 'to', label: string) => (
    <div className="fw-day">
      <label htmlFor={`${id}-${part}`}>
        <Text path={`${part}Label`} value={label} />
      </label>
      <input
        className="fw-input fw-date"
        type="date"
        id={`${id}-${part}`}
        name={`${name}.${part}`}
        value={range[part]}
        min={(part === 'to' && range.from) || min}
        max={max}
        aria-required={block.required || undefined}
        aria-invalid={problems.some((problem) => (problem.part ?? part) === part) || undefined}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={(event) => set({ ...range, [part]: event.currentTarget.value })}
      />
    </div>
  )
  return (
    <div className="fw-days">
      {day('from', fromLabel)}
      {day('to', toLabel)}
    </div>
  )
}
