import { isRichText } from '@formwright/kit/rich/tree'
import type { SettingEntry } from '@formwright/kit/settings_form'
import { ReferenceInput } from '../text/reference_input.tsx'
import { NO_TEXT } from '../text/rich_format.ts'
import { RichInput } from '../text/rich_input.tsx'

/** A text with answers in it, as chips: one line, several, or formatted, as its schema says. */
export function TemplateField(props: {
  entry: SettingEntry
  value: unknown
  error?: string
  onChange: (value: unknown) => void
}) {
  const { entry, value, onChange } = props
  const shared = {
    block: '',
    label: entry.title,
    description: entry.description,
    error: props.error,
  }
  if (entry.rich) {
    return (
      <RichInput
        {...shared}
        place={entry.rich}
        text={isRichText(value) ? value : NO_TEXT}
        onText={onChange}
      />
    )
  }
  return (
    <ReferenceInput
      {...shared}
      multiline={entry.oneLine !== true}
      offersAnswers
      text={typeof value === 'string' ? value : ''}
      onText={onChange}
    />
  )
}
