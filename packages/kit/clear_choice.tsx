import type { ControlProps } from './control.ts'
import { useLive } from './input.ts'

interface Props extends Pick<
  ControlProps<unknown, unknown, unknown>,
  'block' | 'name' | 'id' | 'disabled' | 't'
> {
  /** there is a choice to take back */
  chosen: boolean
  /** what a post says of none */
  value: string
  clear(): void
}

/**
 * Takes back what was chosen of radios, at the end of their `fw-choices`: without a script another radio does. The plugin
 * has its texts: `clear` and `clear.plain`.
 */
export default function ClearChoice({ block, name, id, disabled, t, chosen, value, clear }: Props) {
  const live = useLive()
  if (block.required || disabled) return null
  if (!live) {
    return (
      <label className="fw-choice fw-scriptless">
        <input className="fw-tick" type="radio" id={`${id}-clear`} name={name} value={value} />
        <span className="text">{t('clear.plain')}</span>
      </label>
    )
  }
  if (!chosen) return null
  return (
    <button
      type="button"
      className="fw-clear"
      onClick={(event) => {
        // The button goes with the choice.
        event.currentTarget.closest('.fw-choices')?.querySelector('input')?.focus()
        clear()
      }}
    >
      {t('clear')}
    </button>
  )
}
