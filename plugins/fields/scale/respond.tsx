import type { ControlProps } from '@formwright/kit/control'
import Scale, { Points } from '@formwright/kit/points'
import { pointsOf, type SteppedRaw } from '@formwright/kit/stepped'
import type { Settings } from './field.ts'
import './respond.css'

/** A row of numbers with words at its ends. */
export default function Opinion(props: ControlProps<Settings, number, SteppedRaw>) {
  const { settings } = props.block
  const points = pointsOf(settings)
  // of a Net Promoter Score as it is counted, else the same at both ends
  const low = settings.nps ? 7 : Math.round(points.length * 0.4)
  const high = settings.nps ? 9 : points.length - low
  const tone = (index: number) => `fw-tone-${index < low ? 'low' : index < high ? 'middle' : 'high'}`
  return (
    <Scale {...props}>
      <Points {...props} points={points} tone={settings.colour === 'none' ? undefined : tone} />
    </Scale>
  )
}
