import { useRef } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import { useLater } from '@formwright/kit/later'
import type { Settings } from './field.ts'

/** A number of stars as text, until the stars have come. */
export default function Stars(props: ControlProps<Settings, string, string>) {
  const place = useRef<HTMLDivElement>(null)
  const late = useLater(place, () => import('./row.tsx'))
  return (
    <div ref={place}>
      {late ? (
        <late.Row {...props} />
      ) : (
        <input
          {...inputProps(props)}
          value={props.raw ?? ''}
          onChange={(event) => props.set(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
