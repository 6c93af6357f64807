import { useContext, type ReactNode } from 'react'
import type { Comparison } from '../../../engine/document/document.ts'
import { OPERATOR_WORDS } from '../../../engine/logic/operator_words.ts'
import { Chip, ChoiceChip } from './chip.tsx'
import type { Choice } from './choice_list.tsx'
import { comparisonWords, OPEN } from './condition_words.ts'
import { withOperator, type Comparable } from './conditions.ts'
import { FormerLabels } from './former_labels.ts'
import { comparisonWith, leftOf, NOW, PARAM, type Source } from './operands.ts'
import { ParamInput, ValueEditor } from './value_editor.tsx'

const VALUES: readonly Source[] = ['value']

interface ComparisonProps {
  comparison: Comparison
  fields: readonly Comparable[]
  /** what a side can be besides a field and what is written out; nothing when absent */
  sources?: readonly Source[]
  /** `typed`: one of the letters of a value */
  onChange: (comparison: Comparison, typed?: boolean) => void
  onRemove?: () => void
  /** what stands behind its last word, on the same line */
  end?: ReactNode
}

/** One comparison as words to press: a question, how it is compared, and with what. */
export function ComparisonChips(props: ComparisonProps) {
  const { comparison, fields, end } = props
  const formerLabel = useContext(FormerLabels)
  const field = leftOf(comparison, fields)
  const fieldOf = (id: string) => fields.find((one) => one.id === id)
  const words = comparisonWords(comparison, { fieldOf, formerLabel })
  if (!field) {
    return (
      <>
        <LeftChips {...props} field={field} text={words.left} />
        <span>{[words.op, words.right].join(' ')}</span>
        {end}
      </>
    )
  }
  const { right, to } = words
  return (
    <>
      <LeftChips {...props} field={field} text={words.left} />
      <OperatorChip {...props} field={field} end={right === undefined && end} />
      {right !== undefined && (
        <SideChip {...props} field={field} side="right" text={right} end={to === undefined && end} />
      )}
      {to !== undefined && (
        <>
          <span>and</span>
          <SideChip {...props} field={field} side="to" text={to} end={end} />
        </>
      )}
    </>
  )
}

function LeftChips(props: ComparisonProps & { field: Comparable | undefined; text: string }) {
  const { comparison, fields, sources = VALUES, field, onChange, onRemove } = props
  const { left } = comparison
  return (
    <>
      <ChoiceChip
        name="Question"
        text={'param' in left ? 'the parameter' : props.text}
        wrong={!field}
        choices={sidesOf(fields, sources)}
        chosen={field?.id}
        onRemove={onRemove}
        onChoose={(id) => {
          const chosen = sideAt(id, fields)
          if (chosen && chosen.id !== field?.id) onChange(comparisonWith(chosen))
        }}
      />
      {'param' in left && (
        <Chip name="Parameter name" text={left.param || OPEN} onRemove={onRemove}>
          {() => (
            <ParamInput
              param={left.param}
              onChange={(param) => onChange({ ...comparison, left: { param } }, true)}
            />
          )}
        </Chip>
      )}
    </>
  )
}

function OperatorChip(props: ComparisonProps & { field: Comparable }) {
  const { comparison, fields, field, onChange } = props
  return (
    <ChoiceChip
      name="Comparison"
      text={OPERATOR_WORDS[comparison.op]}
      choices={field.operators.map((one) => ({ value: one, label: OPERATOR_WORDS[one] }))}
      chosen={comparison.op}
      end={props.end}
      onRemove={props.onRemove}
      onChoose={(next) => {
        const op = field.operators.find((one) => one === next)
        if (op) onChange(withOperator(comparison, leftOf({ ...comparison, op }, fields) ?? field, op))
      }}
    />
  )
}

function SideChip(props: ComparisonProps & { field: Comparable; side: 'right' | 'to'; text: string }) {
  const { comparison, fields, sources = VALUES, field, side, onChange } = props
  const operand = comparison[side]
  const name = side === 'to' ? 'Upper value' : 'Value'
  const gone = operand && 'field' in operand && !fields.some(({ id }) => id === operand.field)
  return (
    <Chip name={name} text={props.text} wrong={gone} end={props.end} onRemove={props.onRemove}>
      {(close) => (
        <ValueEditor
          name={name}
          left={field}
          op={comparison.op}
          operand={operand}
          fields={fields}
          offered={sources}
          onChange={(next, typed) => onChange({ ...comparison, [side]: next }, typed)}
          onChosen={close}
        />
      )}
    </Chip>
  )
}

/** What the left side can be: the questions, and behind them what is none. */
export function sidesOf(fields: readonly Comparable[], sources: readonly Source[]): Choice[] {
  const others = [NOW, PARAM].filter((one) => sources.includes(one === NOW ? 'now' : 'param'))
  return [
    ...fields.map(({ id, label }) => ({ value: id, label })),
    ...others.map(({ id, label }, place) => ({ value: id, label, apart: place === 0 })),
  ]
}

/** What the list of left sides means by an id. */
export function sideAt(id: string, fields: readonly Comparable[]): Comparable | undefined {
  return [...fields, NOW, PARAM].find((one) => one.id === id)
}
