import { MultiSelect, NativeSelect, NumberInput, Select, TextInput } from '@mantine/core'
import type { Operator } from '@formwright/kit/value'
import { useContext } from 'react'
import type { Operand } from '../../../engine/document/document.ts'
import { removedField, startOperand, takesList, type Comparable } from './conditions.ts'
import { FormerLabels } from './former_labels.ts'
import { fieldsBeside, operandOf, sourceOf, sourcesFor, type Source } from './operands.ts'

interface OperandProps {
  name: string
  /** what is compared */
  left: Comparable
  op: Operator
  operand: Operand | undefined
  onChange: (operand: Operand) => void
}

/** What a field is compared with: something written out, or what the sources offer for it. */
export function OperandInput(
  props: OperandProps & {
    /** what the choice of a source is called */
    source: string
    fields: readonly Comparable[]
    offered: readonly Source[]
  },
) {
  const { name, left, op, operand, fields, onChange } = props
  const source = sourceOf(operand)
  const sources = sourcesFor(left, op, fields, props.offered)
  const all = sources.includes(source) ? sources : [...sources, source]
  const words: Record<Source, string> = {
    value: 'a value',
    field: 'another answer',
    now: left.type === 'date' ? 'today' : 'now',
    param: PARAMETER,
  }
  return (
    <>
      {all.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={props.source}
          data={all.map((one) => ({ value: one, label: words[one] }))}
          value={source}
          onChange={(event) => {
            const chosen = all.find((one) => one === event.currentTarget.value)
            if (chosen) onChange(operandOf(chosen, left, op, fields) ?? startOperand(left, op))
          }}
        />
      )}
      {source === 'value' && <ValueInput {...props} />}
      {source === 'field' && <AnswerInput {...props} />}
      {operand && 'param' in operand && (
        <ParamInput name={name} param={operand.param} onChange={(param) => onChange({ param })} />
      )}
    </>
  )
}

const PARAMETER = 'a parameter of the link'

/** The name of a parameter of the link. */
export function ParamInput(props: { name: string; param: string; onChange: (param: string) => void }) {
  return (
    <TextInput
      size="xs"
      aria-label={`${props.name}: name of the parameter`}
      placeholder="Name of the parameter"
      maxLength={200}
      value={props.param}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

/** Another answer, a calculation, or a part of an answer, of a type that fits. */
function AnswerInput(props: OperandProps & { fields: readonly Comparable[] }) {
  const { left, op, operand, fields } = props
  const formerLabel = useContext(FormerLabels)
  const id = operand && 'field' in operand ? operand.field : undefined
  const data = fieldsBeside(left, op, fields)
  return (
    <Select
      size="xs"
      aria-label={`${props.name}: answer`}
      openOnFocus={false}
      searchable
      allowDeselect={false}
      data={data.map((field) => ({ value: field.id, label: field.label }))}
      value={data.some((field) => field.id === id) ? (id ?? null) : null}
      placeholder={(id !== undefined && removedField(id, formerLabel)) || 'A removed question'}
      error={!data.some((field) => field.id === id)}
      onChange={(next) => next !== null && props.onChange({ field: next })}
    />
  )
}

/** Inputs of the browser for what is written as they write it. */
const INPUTS: Partial<Record<Comparable['type'], string>> = {
  date: 'date',
  time: 'time',
  datetime: 'datetime-local',
}

/** What is written out, by the type of the field: an option, several, a number, a day, yes or no, or a text. */
function ValueInput({ left: field, op, operand, onChange, name }: OperandProps) {
  const value = operand && 'value' in operand ? operand.value : undefined
  const options = (field.options ?? []).map((option) => ({
    value: option.id,
    label: option.label || option.id,
  }))
  if (takesList(op)) {
    const chosen = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
    return (
      <MultiSelect
        size="xs"
        aria-label={name}
        data={options}
        value={chosen}
        onChange={(next) => onChange({ value: next })}
      />
    )
  }
  if (field.type === 'choice' && field.options) {
    return (
      <NativeSelect
        size="xs"
        aria-label={name}
        data={[
          ...(options.some((option) => option.value === value) ? [] : [{ value: '', label: 'Choose' }]),
          ...options,
        ]}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
    )
  }
  if (field.type === 'boolean') {
    return (
      <NativeSelect
        size="xs"
        aria-label={name}
        data={[
          { value: 'true', label: 'yes' },
          { value: 'false', label: 'no' },
        ]}
        value={value === false ? 'false' : 'true'}
        onChange={(event) => onChange({ value: event.currentTarget.value === 'true' })}
      />
    )
  }
  if (field.type === 'number') {
    return (
      <NumberInput
        size="xs"
        aria-label={name}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange({ value: typeof next === 'number' ? next : null })}
      />
    )
  }
  return (
    <TextInput
      size="xs"
      aria-label={name}
      type={INPUTS[field.type] ?? 'text'}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange({ value: event.currentTarget.value })}
    />
  )
}
