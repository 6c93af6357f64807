import { useRef } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import { useLater } from '@formwright/kit/later'
import type { Answer, Range, Raw } from './answer.ts'
import type { Settings } from './field.ts'
import type { MomentProps } from './picker.tsx'
import './respond.css'

type Props = ControlProps<Settings, Answer, Raw>

/** The browser's own fields for days and times; once they are seen, texts to type with a calendar beside them. */
export default function DateField(props: Props) {
  return props.block.settings.range ? <Both {...props} /> : <One {...props} />
}

function Moment(props: MomentProps) {
  const place = useRef<HTMLDivElement>(null)
  const late = useLater(place, () => import('./picker.tsx'))
  return <div ref={place}>{late ? <late.Picker {...props} /> : <Native {...props} />}</div>
}

function Native({ value, ends, set, ...props }: MomentProps) {
  const { asks, max, minTime, maxTime, min: earliest } = props.block.settings
  const begin = ends?.part === 'to' && ends.range.from
  const first = begin || earliest
  const limits = {
    date: [first, max],
    time: [begin || minTime || undefined, maxTime || undefined],
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
      onChange={(event) => set(event.currentTarget.value)}
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
    <div className={`fw-part fw-of-${block.settings.asks}`}>
      <label htmlFor={`${id}-${part}`}>
        <Text path={`${part}Label`} value={label} />
      </label>
      <Moment
        {...props}
        id={`${id}-${part}`}
        name={`${name}.${part}`}
        problems={problems.filter((problem) => (problem.part ?? part) === part)}
        value={range[part]}
        set={(to) => set({ ...range, [part]: to })}
        ends={{ part, label, range, set }}
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
