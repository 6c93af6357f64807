import type { RichPlace, RichText } from '@formwright/kit/rich/tree'
import { InPlaceRichText } from './in_place_rich_text.tsx'
import { SettingFrame } from './setting_frame.tsx'

/** A rich text of the settings. */
export function RichInput(props: {
  block: string
  label: string
  description?: string
  error?: string
  text: RichText
  place: RichPlace
  'data-setting'?: string
  onText: (text: RichText) => void
}) {
  const { label, error } = props
  return (
    <SettingFrame
      label={label}
      description={props.description}
      error={error}
      data-setting={props['data-setting']}
    >
      {(describedBy) => (
        <InPlaceRichText
          block={props.block}
          text={props.text}
          place={props.place}
          name={label}
          placeholder=""
          describedBy={describedBy}
          invalid={error !== undefined}
          framed
          onText={props.onText}
        />
      )}
    </SettingFrame>
  )
}
