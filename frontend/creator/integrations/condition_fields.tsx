import { Input, SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import type { Condition } from '../../../engine/document/document.ts'
import { ConditionBuilder } from '../logic/condition_builder.tsx'
import { FormerLabels } from '../logic/former_labels.ts'
import { useDraftFields, useFormerLabel } from '../plugins/draft_fields.ts'

/** Parameters of the link are not stored with a submission. */
const SOURCES = ['value', 'field', 'now'] as const

/** For which submissions an integration is told: all of them, or those a condition holds for. */
export function ConditionFields(props: {
  slug: string
  condition: Condition | null
  error?: string
  onChange: (condition: Condition | null) => void
}) {
  const { condition } = props
  const fields = useDraftFields(props.slug)
  const formerLabel = useFormerLabel(props.slug)
  const label = useId()
  return (
    <Input.Wrapper
      label="Submissions"
      labelElement="div"
      labelProps={{ id: label }}
      error={props.error}
      description="Conditions are checked against the answers as they were sent."
    >
      <SegmentedControl
        aria-labelledby={label}
        mt={4}
        mb="sm"
        size="sm"
        value={condition ? 'some' : 'all'}
        onChange={(value) => props.onChange(value === 'some' ? { all: [] } : null)}
        data={[
          { value: 'all', label: 'All' },
          { value: 'some', label: 'Only when' },
        ]}
      />
      {condition && (
        <FormerLabels value={formerLabel}>
          <ConditionBuilder
            opening="Send"
            fields={fields}
            sources={SOURCES}
            condition={condition}
            onChange={props.onChange}
          />
        </FormerLabels>
      )}
    </Input.Wrapper>
  )
}
