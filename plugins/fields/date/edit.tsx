import { TextInput } from '@mantine/core'
import type { EditProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'

/** The first and the last day that may be chosen: the panel has no control for a date. */
export default function EditDate({ block, change, problems, t }: EditProps<Settings>) {
  const { min, max } = block.settings
  const messages = (name: string) =>
    problems.filter(({ path }) => path === `settings.${name}`).map(({ message }) => message)
  return (
    <>
      <TextInput
        type="date"
        label={t('edit.min')}
        data-setting="settings.min"
        error={messages('min').join(' ') || undefined}
        max={max}
        value={min ?? ''}
        onChange={(event) => change({ min: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label={t('edit.max')}
        data-setting="settings.max"
        error={messages('max').join(' ') || undefined}
        min={min}
        value={max ?? ''}
        onChange={(event) => change({ max: event.currentTarget.value || undefined })}
      />
    </>
  )
}
