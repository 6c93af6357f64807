import { useRef } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { useLater } from '@formwright/kit/later'
import { type Answer, countOf, type Raw } from './answer.ts'
import type { Settings } from './field.ts'
import './respond.css'

type Props = ControlProps<Settings, Answer, Raw>

/** A number for each item; once what moves them has come, they stand in their order and are moved. */
export default function Ranking(props: Props) {
  const { block, id, name, raw = {}, problems, describedBy, disabled, set, Text } = props
  const { items } = block.settings
  const place = useRef<HTMLDivElement>(null)
  const late = useLater(place, () => import('./moves.tsx'))
  return (
    <div className="fw-choices fw-ranks" ref={place}>
      {late ? (
        <late.Moves {...props} />
      ) : (
        items.map((item) => (
          <label className="fw-card fw-rank" key={item.id}>
            <input
              className="fw-input fw-place"
              type="number"
              id={`${id}-${item.id}`}
              name={`${name}.${item.id}`}
              min={1}
              max={countOf(block.settings)}
              value={raw[item.id] ?? ''}
              disabled={disabled}
              aria-invalid={problems.some(({ part }) => part === item.id) || undefined}
              aria-describedby={describedBy}
              onChange={(event) => set({ ...raw, [item.id]: event.currentTarget.value })}
            />
            <Text path={`items.${item.id}.label`} value={item.label} as="span" />
          </label>
        ))
      )}
    </div>
  )
}
