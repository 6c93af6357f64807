import { SegmentedControl, Text } from '@mantine/core'
import { Property } from './property.tsx'

/** One of a few, side by side. */
export function Segments(props: {
  label: string
  /** the setting of the form that it is */
  setting?: string
  value: string
  data: { value: string; label: string }[]
  disabled?: boolean
  /** why it stands as it does */
  said?: string
  onChange: (value: string) => void
}) {
  const { label, setting, said, ...control } = props
  return (
    <Property label={label} setting={setting}>
      {(id) => (
        <>
          <SegmentedControl fullWidth size="xs" aria-labelledby={id} {...control} />
          {said !== undefined && (
            <Text size="xs" c="dimmed">
              {said}
            </Text>
          )}
        </>
      )}
    </Property>
  )
}
