import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import type { Settings } from './field.ts'

type Props = ControlProps<Settings, string, string>

/** A number as it is dialled, with the country's code or without. */
export default function Phone(props: Props) {
  return (
    <input
      {...inputProps(props)}
      type="tel"
      autoComplete="tel"
      dir="ltr"
      value={props.raw ?? ''}
      placeholder={props.block.placeholder || (props.block.settings.country ? undefined : '+')}
      onChange={(event) => props.set(event.currentTarget.value)}
    />
  )
}
