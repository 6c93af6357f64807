import { NumberInput, Text, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { Operator } from '@formwright/kit/value'
import type { Operand } from '../../../engine/document/document.ts'
import { ChoiceList } from './choice_list.tsx'
import { startOperand, takesList, type Comparable } from './conditions.ts'
import { fieldsBeside, operandOf, sourceOf, sourcesFor, type Source } from './operands.ts'
import classes from './value_editor.module.css'

interface ValueProps {
  name: string
  /** what is compared */
  left: Comparable
  op: Operator
  operand: Operand | undefined
  /** `typed`: one of the letters of a value */
  onChange: (operand: Operand, typed?: boolean) => void
  /** the one that was wanted is chosen */
  onChosen: () => void
}

/** What a field is compared with: something written out, or what the sources offer for it. */
export function ValueEditor(
  props: ValueProps & { fields: readonly Comparable[]; offered: readonly Source[] },
) {
  const { name, left, op, operand, fields, onChange } = props
  const source = sourceOf(operand)
  const sources = sourcesFor(left, op, fields, props.offered)
  const all = sources.includes(source) ? sources : [...sources, source]
  return (
    <>
      {source === 'value' && <Written {...props} />}
      {source === 'field' && (
        <ChoiceList
          name={name}
          choices={fieldsBeside(left, op, fields).map((field) => ({ value: field.id, label: field.label }))}
          chosen={operand && 'field' in operand ? [operand.field] : []}
          onChoose={(field) => {
            onChange({ field })
            props.onChosen()
          }}
        />
      )}
      {source === 'now' && (
        <Text size="xs" c="dimmed" px={8} pt={4}>
          As it is when somebody answers.
        </Text>
      )}
      {operand && 'param' in operand && (
        <ParamInput param={operand.param} onChange={(param) => onChange({ param }, true)} />
      )}
      {all.length > 1 && (
        <Sources
          sources={all}
          source={source}
          today={left.type === 'date'}
          onChange={(next) => onChange(operandOf(next, left, op, fields) ?? startOperand(left, op))}
        />
      )}
    </>
  )
}

/** What it is compared with, as a row of words of which one holds. */
function Sources(props: {
  sources: readonly Source[]
  source: Source
  today: boolean
  onChange: (source: Source) => void
}) {
  const name = useId()
  const words: Record<Source, string> = {
    value: 'a value',
    field: 'another answer',
    now: props.today ? 'today' : 'now',
    param: 'a link parameter',
  }
  return (
    <div role="radiogroup" aria-label="What it is compared with" className={classes.sources}>
      {props.sources.map((one) => (
        <label key={one} className={classes.source}>
          <input
            type="radio"
            data-mantine-stop-propagation="true"
            name={name}
            checked={one === props.source}
            onChange={() => props.onChange(one)}
          />
          {words[one]}
        </label>
      ))}
    </div>
  )
}

/** The name of a link parameter. */
export function ParamInput(props: { param: string; onChange: (param: string) => void }) {
  return (
    <TextInput
      {...WRITTEN}
      aria-label="Parameter name"
      placeholder="Parameter name"
      maxLength={200}
      value={props.param}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

const WRITTEN = {
  size: 'xs',
  autoComplete: 'off',
  'data-autofocus': true,
  'data-mantine-stop-propagation': 'true',
} as const

/** Inputs of the browser for what is written as they write it. */
const INPUTS: Partial<Record<Comparable['type'], string>> = {
  date: 'date',
  time: 'time',
  datetime: 'datetime-local',
}

const YES_NO = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
]

/** What is written out, by the type of the field: an option, several, a number, a day, yes or no, or a text. */
function Written({ left, op, operand, onChange, onChosen, name }: ValueProps) {
  const value = operand && 'value' in operand ? operand.value : undefined
  const choices = (left.options ?? []).map(({ id, label }) => ({ value: id, label: label || id }))
  const choose = (next: string | boolean) => {
    onChange({ value: next })
    onChosen()
  }
  if (takesList(op)) {
    const chosen = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
    return (
      <ChoiceList
        name={name}
        multiple
        choices={choices}
        chosen={chosen}
        onChoose={(one) =>
          onChange({ value: chosen.includes(one) ? chosen.filter((old) => old !== one) : [...chosen, one] })
        }
      />
    )
  }
  if (left.type === 'choice' && left.options) {
    return (
      <ChoiceList
        name={name}
        choices={choices}
        chosen={typeof value === 'string' ? [value] : []}
        onChoose={choose}
      />
    )
  }
  if (left.type === 'boolean') {
    return (
      <ChoiceList
        name={name}
        choices={YES_NO}
        chosen={[String(value !== false)]}
        onChoose={(one) => choose(one === 'true')}
      />
    )
  }
  if (left.type === 'number') {
    return (
      <Amount
        name={name}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange({ value: next }, true)}
      />
    )
  }
  return (
    <TextInput
      {...WRITTEN}
      aria-label={name}
      type={INPUTS[left.type] ?? 'text'}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange({ value: event.currentTarget.value }, true)}
    />
  )
}

/** A number. What is only begun (`1.`, `-`) stays as it is typed, and is no number yet. */
function Amount(props: { name: string; value: number | null; onChange: (value: number | null) => void }) {
  const { value, onChange } = props
  const [typed, setTyped] = useState<number | string>('')
  const amountOf = (text: number | string) => (typeof text === 'number' ? text : null)
  return (
    <NumberInput
      {...WRITTEN}
      aria-label={props.name}
      value={amountOf(typed) === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next)
        onChange(amountOf(next))
      }}
    />
  )
}
