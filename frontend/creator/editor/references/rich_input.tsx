import { Input } from '@mantine/core'
import { useId } from 'react'
import type { RichPlace, RichText } from '@formwright/kit/rich/tree'
import { InPlaceRichText } from './in_place_rich_text.tsx'

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
  const { label, description, error } = props
  const id = useId()
  const said = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      description={description}
      error={error}
      descriptionProps={{ id: `${id}-description` }}
      errorProps={{ id: `${id}-error` }}
      data-setting={props['data-setting']}
    >
      <InPlaceRichText
        block={props.block}
        text={props.text}
        place={props.place}
        name={label}
        placeholder=""
        describedBy={said || undefined}
        invalid={error !== undefined}
        framed
        onText={props.onText}
      />
    </Input.Wrapper>
  )
}
