import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import type { Answer, Range, Raw } from './answer.ts'
import type { Settings } from './field.ts'
import './respond.css'

type Props = ControlProps<Settings, Answer, Raw>

/** The browser's own fields for days and times: they speak the person's language, and need no script. */
export default function DateField(props: Props) {
  return props.block.settings.range ? <Both {...props} /> : <One {...props} />
}

/** One input, and what stands in it. */
function Moment({
  value,
  min,
  ...props
}: Omit<Props, 'set'> & { value: string; min?: string; set(to: string): void }) {
  const { asks, max, minTime, maxTime, min: earliest } = props.block.settings
  const first = min || earliest
  const limits = {
    date: [first, max],
    time: [min || minTime || undefined, maxTime || undefined],
    datetime: [first && first.padEnd(16, 'T00:00'), max && `${max}T23:59`],
  }
  const [least, most] = limits[asks]
  return (
    <input
      {...inputProps(props)}
      className="fw-input fw-date"
      type={asks === 'datetime' ? 'datetime-local' : asks}
      value={value}
      min={least}
      max={most}
      onChange={(event) => props.set(event.currentTarget.value)}
    />
  )
}

function One(props: Props) {
  return <Moment {...props} value={typeof props.raw === 'string' ? props.raw : ''} />
}

const NOTHING: Range = { from: '', to: '' }

function Both(props: Props) {
  const { block, name, id, raw, problems, set, Text } = props
  const { fromLabel, toLabel } = block.settings
  const range = typeof raw === 'object' ? raw : NOTHING
  const half = (part: 'from' | 'to', label: string) => (
    <div className="fw-part">
      <label htmlFor={`${id}-${part}`}>
        <Text path={`${part}Label`} value={label} />
      </label>
      <Moment
        {...props}
        id={`${id}-${part}`}
        name={`${name}.${part}`}
        problems={problems.filter((problem) => (problem.part ?? part) === part)}
        value={range[part]}
        min={part === 'to' ? range.from : undefined}
        set={(to) => set({ ...range, [part]: to })}
      />
    </div>
  )
  return (
    <div className="fw-parts">
      {half('from', fromLabel)}
      {half('to', toLabel)}
    </div>
  )
}
