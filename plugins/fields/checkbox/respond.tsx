import ClearChoice from '@formwright/kit/clear_choice'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
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

function YesNo(props: Props) {
  const { block, name, id, raw, describedBy, disabled, set, Text } = props
  return (
    <div className="fw-choices">
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
      <ClearChoice {...props} chosen={raw != null} value="" clear={() => set(null)} />
    </div>
  )
}
