import type { ControlProps } from '@formwright/kit/control'
import Scale, { Point, Points } from '@formwright/kit/points'
import { pointsOf, type SteppedRaw } from '@formwright/kit/stepped'
import { stepsOf } from './steps.ts'
import type { Settings } from './field.ts'
import { ICONS } from './icons.ts'
import './respond.css'

type Props = ControlProps<Settings, number, SteppedRaw>

/** Radios under stars, hearts or thumbs, or numbers in boxes. What is filled up to where is the style's business. */
export default function Rating(props: Props) {
  const { block, t } = props
  const { icon, max, half } = block.settings
  const points = pointsOf(stepsOf(block.settings))
  const say = (value: string | number) => t('point', { value, max })
  const part = (index: number, box: string) => (
    <label key={index}>
      <Point scale={props} points={points} index={index} said={say(points[index])} />
      <svg viewBox={box} aria-hidden="true">
        <path d={ICONS[icon]} />
      </svg>
    </label>
  )
  return (
    <Scale {...props}>
      {icon === 'number' ? (
        <Points {...props} points={points} say={say} />
      ) : (
        <div className="fw-stars">
          {Array.from({ length: max }, (_, star) => (
            <span className="fw-star" key={star}>
              {half
                ? [part(star * 2, '0 0 12 24'), part(star * 2 + 1, '12 0 12 24')]
                : part(star, '0 0 24 24')}
            </span>
          ))}
        </div>
      )}
    </Scale>
  )
}
