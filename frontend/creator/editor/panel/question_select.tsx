import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { addressesIn } from '../../../../engine/logic/references.ts'
import { useNames } from '../../text/references.ts'

/** A reference to another question. Which there are is looked up as somebody asks. */
export function QuestionSelect(props: {
  label: string
  description?: string
  error?: string
  placeholder?: string
  'data-setting'?: string
  /** the reference, as it stands in a text */
  value: unknown
  choices: () => readonly { id: string; label: string }[]
  /** what is said where there is none to choose */
  none: string
  onChange: (value: string | undefined) => void
}) {
  const { choices, none, onChange, ...shared } = props
  const value = typeof props.value === 'string' && props.value !== '' ? props.value : null
  const { names } = useNames(value ?? '')
  const [found, setFound] = useState<ReturnType<typeof choices>>()
  const data = useMemo(() => {
    if (found) return found.map(({ id, label }) => ({ value: `{#${id}}`, label }))
    const [address] = addressesIn(value ?? '')
    const label = address === undefined ? undefined : names.nameOf(address)?.label
    return value === null ? [] : [{ value, label: label ?? 'Removed question' }]
  }, [found, value, names])
  return (
    <Select
      {...shared}
      placeholder={props.placeholder ?? 'Nothing'}
      nothingFoundMessage={none}
      data={data}
      clearable
      searchable
      value={value}
      onDropdownOpen={() => setFound(choices())}
      onDropdownClose={() => setFound(undefined)}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}
