import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import type { Answer, Range, Raw } from './answer.ts'
import type { Settings } from './field.ts'
import './respond.css'

type Props = ControlProps<Settings, Answer, Raw>

/** The browser's own date fields: they speak the person's language, and need no script. */
export default function DateField(props: Props) {
  return props.block.settings.range ? <Days {...props} /> : <Day {...props} />
}

function Day(props: Props) {
  const { block, raw, set } = props
  const { min, max } = block.settings
  return (
    <input
      {...inputProps(props)}
      className="fw-input fw-date"
      type="date"
      value={typeof raw === 'string' ? raw : ''}
      min={min}
      max={max}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

const NOTHING: Range = { from: '', to: '' }

function Days(props: Props) {
  const { block, name, id, raw, problems, set, Text } = props
  const { min, max, fromLabel, toLabel } = block.settings
  const range = typeof raw === 'object' ? raw : NOTHING
  const day = (part: 'from' | 'to', label: string) => (
    <div className="fw-day">
      <label htmlFor={`${id}-${part}`}>
        <Text path={`${part}Label`} value={label} />
      </label>
      <input
        {...inputProps({
          ...props,
          id: `${id}-${part}`,
          name: `${name}.${part}`,
          problems: problems.filter((problem) => (problem.part ?? part) === part),
        })}
        className="fw-input fw-date"
        type="date"
        value={range[part]}
        min={(part === 'to' && range.from) || min}
        max={max}
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
