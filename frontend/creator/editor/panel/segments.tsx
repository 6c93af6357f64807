import { SegmentedControl } from '@mantine/core'
import { Property } from './property.tsx'

/** One of a few, side by side. */
export function Segments(props: {
  label: string
  /** the setting of the form that it is */
  setting?: string
  value: string
  data: { value: string; label: string }[]
  onChange: (value: string) => void
}) {
  const { label, setting, ...control } = props
  return (
    <Property label={label} setting={setting}>
      {(id) => <SegmentedControl fullWidth size="xs" aria-labelledby={id} {...control} />}
    </Property>
  )
}
