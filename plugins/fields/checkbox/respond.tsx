import { useRef } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps, useLive } from '@formwright/kit/input'
import RichTextView from '@formwright/kit/rich/rich_text'
import type { Answer, Raw } from './answer.ts'
import type { Settings } from './field.ts'

type Props = ControlProps<Settings, Answer, Raw>

/** A box to tick, or yes and no. */
export default function Checkbox(props: Props) {
  return props.block.settings.appearance === 'tick' ? <Box {...props} /> : <YesNo {...props} />
}

function Box(props: Props) {
  return (
    <label className="fw-choice">
      <input
        {...inputProps(props)}
        className="fw-tick"
        type="checkbox"
        value="yes"
        checked={props.raw === true}
        onChange={(event) => props.set(event.currentTarget.checked)}
      />
      <span className="fw-rich">
        <RichTextView text={props.block.settings.statement} />
      </span>
    </label>
  )
}

function YesNo({ block, name, id, raw, describedBy, disabled, set, t, Text }: Props) {
  const group = useRef<HTMLDivElement>(null)
  // Without a script a radio takes the choice back.
  const live = useLive()
  return (
    <div className="fw-choices" ref={group}>
      {(['yes', 'no'] as const).map((value) => (
        <label className="fw-choice" key={value}>
          <input
            className="fw-tick"
            type="radio"
            id={`${id}-${value}`}
            name={name}
            value={value}
            checked={raw === (value === 'yes')}
            aria-describedby={describedBy}
            disabled={disabled}
            onChange={() => set(value === 'yes')}
          />
          <Text path={`${value}Label`} value={block.settings[`${value}Label`]} as="span" />
        </label>
      ))}
      {!block.required &&
        !disabled &&
        (live ? (
          raw != null && (
            <button
              type="button"
              className="fw-clear"
              onClick={() => {
                // The button goes with the choice.
                group.current?.querySelector('input')?.focus()
                set(null)
              }}
            >
              {t('clear')}
            </button>
          )
        ) : (
          <label className="fw-choice fw-scriptless">
            <input className="fw-tick" type="radio" id={`${id}-clear`} name={name} value="" />
            {t('clear.plain')}
          </label>
        ))}
    </div>
  )
}
