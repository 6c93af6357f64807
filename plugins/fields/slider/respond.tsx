import { useRef } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import { useLater } from '@formwright/kit/later'
import { type Answer, endsOf, type Raw, standsIn, withUnit } from './answer.ts'
import type { Settings } from './field.ts'
import './respond.css'

/**
 * Numbers to type, and above them handles to pull, once those have come. The numbers are what is posted: a handle always
 * stands somewhere and could not say that nothing was answered.
 */
export default function Slider(props: ControlProps<Settings, Answer, Raw>) {
  const { block, id, name, problems, describedBy, raw, set, t } = props
  const { min, max, step, unit, range, marks } = block.settings
  const place = useRef<HTMLDivElement>(null)
  const late = useLater(place, () => import('./handles.tsx'))
  const ends = endsOf(block.settings)
  const shared = { ...props, ends, held: ends.map((end) => standsIn(raw, end)) }
  return (
    <div className="fw-choices">
      <div className={`fw-slider ${range ? 'fw-two' : ''} ${marks ? 'fw-marked' : ''}`}>
        <div className="fw-rail" ref={place}>
          {late && <late.Handles {...shared} say={(shown) => withUnit(shown, unit)} />}
        </div>
        {ends.map((end, index) => (
          <label className="fw-value" key={end}>
            {end && t(end)}
            <span className="fw-affixed">
              <input
                {...inputProps({
                  ...props,
                  ...(end && { id: `${id}-${end}`, name: `${name}.${end}` }),
                  problems: problems.filter(({ part = end }) => part === end),
                })}
                type="number"
                {...{ min, max, step }}
                value={shared.held[index]}
                aria-label={end ? undefined : t('number')}
                aria-describedby={
                  [!end && unit && `${id}-unit`, describedBy].filter(Boolean).join(' ') || undefined
                }
                onChange={({ currentTarget: { value } }) =>
                  set(end ? { from: standsIn(raw, 'from'), to: standsIn(raw, 'to'), [end]: value } : value)
                }
              />
              {unit !== '' && (
                <span className="fw-affix" id={end ? undefined : `${id}-unit`}>
                  {unit}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {late && <late.Clear {...shared} rail={place} />}
    </div>
  )
}
