import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import type { Settings } from './field.ts'

/** An address in the web. With `type="url"` browsers would refuse one without `https://`, which is added here. */
export default function Url(props: ControlProps<Settings, string, string>) {
  return (
    <input
      {...inputProps(props)}
      inputMode="url"
      autoComplete="url"
      autoCapitalize="none"
      spellCheck={false}
      value={props.raw ?? ''}
      placeholder={props.block.placeholder}
      onChange={(event) => props.set(event.currentTarget.value)}
    />
  )
}
