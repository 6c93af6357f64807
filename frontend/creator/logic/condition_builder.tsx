import { ActionIcon, Button, Group as Row, NativeSelect, Select } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useContext, useRef, type ComponentProps, type RefObject } from 'react'
import type { Comparison, Condition } from '../../../engine/document/document.ts'
import { OPERATOR_WORDS } from '../../../engine/logic/operator_words.ts'
import {
  asGroup,
  comparisonOf,
  conditionOf,
  groupOf,
  isUnary,
  removedField,
  withOperator,
  type Comparable,
  type Group,
  type KeyedComparable,
} from './conditions.ts'
import classes from './condition_builder.module.css'
import { FormerLabels } from './former_labels.ts'
import { OperandInput, ParamInput } from './operand_input.tsx'
import { comparisonWith, leftOf, NOW, PARAM, type Source } from './operands.ts'

const FormulaInput = lazy(() => import('./formula_input.tsx'))

const MODES = [
  { value: 'all', label: 'all of these' },
  { value: 'any', label: 'any of these' },
  { value: 'none', label: 'none of these' },
]
const DEEPEST = 3
const BOOLEAN = ['boolean'] as const
const VALUES: readonly Source[] = ['value']

interface Parts<Field> {
  fields: readonly Field[]
  /** ids of controls begin with it */
  name: string
  /** what a side can be besides a field and what is written out; nothing when absent */
  sources?: readonly Source[]
}

/** Builds a condition out of sentences: a field, how it is compared, and with what; in groups of all, any or none. */
export function ConditionBuilder(
  props: Parts<KeyedComparable> & {
    condition: Condition | undefined
    onChange: (condition: Condition) => void
  },
) {
  const { condition, onChange, ...parts } = props
  if (condition && 'formula' in condition) {
    return (
      <div className={classes.group}>
        <FormulaPart
          label="When this formula is true"
          formula={condition.formula}
          types={BOOLEAN}
          fields={parts.fields}
          onChange={(formula) => onChange({ formula })}
        />
        <Button size="compact-xs" variant="subtle" onClick={() => onChange({ all: [] })}>
          Use sentences instead
        </Button>
      </div>
    )
  }
  return (
    <GroupRows
      {...parts}
      group={asGroup(condition)}
      depth={1}
      onChange={(group) => onChange(conditionOf(group))}
    />
  )
}

/** A condition that is a formula. Its editor is loaded with the first one: filters of submissions have none. */
function FormulaPart(props: ComponentProps<typeof FormulaInput>) {
  return (
    <Suspense fallback={<div className={classes.formula} />}>
      <FormulaInput {...props} />
    </Suspense>
  )
}

function GroupRows(
  props: Parts<KeyedComparable> & { group: Group; depth: number; onChange: (group: Group) => void },
) {
  const { group, depth, onChange, ...parts } = props
  const adder = useRef<HTMLButtonElement>(null)
  return (
    <div className={classes.group} role="group" aria-label="Conditions">
      {(group.parts.length > 1 || depth > 1 || group.mode !== 'all') && (
        <NativeSelect
          size="xs"
          aria-label="How many of these must hold"
          data={MODES}
          value={group.mode}
          onChange={(event) => {
            const mode = MODES.find((one) => one.value === event.currentTarget.value)?.value
            if (mode === 'all' || mode === 'any' || mode === 'none') onChange({ ...group, mode })
          }}
        />
      )}
      {group.parts.map((part, index) => (
        <div key={index} className={classes.part}>
          <PartOfGroup
            {...parts}
            index={index}
            part={part}
            depth={depth}
            onChange={(next) => onChange({ ...group, parts: group.parts.with(index, next) })}
          />
          <ActionIcon
            size="sm"
            aria-label="Remove this condition"
            onClick={() => {
              onChange({ ...group, parts: group.parts.toSpliced(index, 1) })
              // the button that was pressed goes with its row
              adder.current?.focus()
            }}
          >
            <IconX size={14} stroke={1.5} />
          </ActionIcon>
        </div>
      ))}
      <AddPart
        adder={adder}
        first={parts.fields[0]}
        canBeGroup={depth < DEEPEST}
        canBeFormula={depth === 1 && group.parts.length === 0}
        onAdd={(part) => onChange({ ...group, parts: [...group.parts, part] })}
      />
    </div>
  )
}

/** A group inside the group, a comparison, or a formula. */
function PartOfGroup(
  props: Parts<KeyedComparable> & {
    index: number
    part: Condition
    depth: number
    onChange: (part: Condition) => void
  },
) {
  const { index, part, depth, onChange, ...parts } = props
  const inner = groupOf(part)
  if (inner) {
    return (
      <GroupRows
        {...parts}
        group={inner}
        depth={depth + 1}
        onChange={(next) => onChange(conditionOf(next))}
      />
    )
  }
  if ('left' in part) {
    return <ComparisonRow {...parts} name={`${parts.name}-${index}`} comparison={part} onChange={onChange} />
  }
  if (!('formula' in part)) return null
  return (
    <FormulaPart
      label="Formula"
      formula={part.formula}
      types={BOOLEAN}
      fields={parts.fields}
      onChange={(formula) => onChange({ formula })}
    />
  )
}

/** Buttons that add to a group. */
function AddPart(props: {
  adder: RefObject<HTMLButtonElement | null>
  /** the field a comparison begins with */
  first: KeyedComparable | undefined
  canBeGroup: boolean
  canBeFormula: boolean
  onAdd: (part: Condition) => void
}) {
  const { first, onAdd } = props
  return (
    <Row gap={4}>
      <Button
        ref={props.adder}
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPlus size={14} stroke={1.5} />}
        disabled={!first}
        onClick={() => first && onAdd(comparisonOf(first))}
      >
        Condition
      </Button>
      {props.canBeGroup && (
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={!first}
          onClick={() => first && onAdd({ any: [comparisonOf(first)] })}
        >
          Group
        </Button>
      )}
      {props.canBeFormula && (
        <Button size="compact-xs" variant="subtle" onClick={() => onAdd({ formula: '' })}>
          Formula
        </Button>
      )}
    </Row>
  )
}

/** One comparison: a field, how it is compared, and with what. */
export function ComparisonRow(
  props: Parts<Comparable> & { comparison: Comparison; onChange: (comparison: Comparison) => void },
) {
  const { comparison, fields, onChange, sources = VALUES } = props
  const { left, op } = comparison
  const id = 'field' in left ? left.field : undefined
  const field = leftOf(comparison, fields)
  const formerLabel = useContext(FormerLabels)
  const others = [NOW, PARAM].filter(
    (one) => one.id === field?.id || sources.includes(one === NOW ? 'now' : 'param'),
  )
  const data = [...fields, ...others].map((one) => ({ value: one.id, label: one.label }))
  const operand = { op, fields, offered: sources }
  return (
    <div className={classes.comparison}>
      <Select
        size="xs"
        aria-label="Field"
        openOnFocus={false}
        searchable
        allowDeselect={false}
        data={data}
        value={field?.id ?? null}
        placeholder={(id !== undefined && removedField(id, formerLabel)) || 'A removed question'}
        error={!field}
        onChange={(next) => {
          const chosen = [...fields, ...others].find((one) => one.id === next)
          if (chosen && chosen.id !== field?.id) onChange(comparisonWith(chosen))
        }}
      />
      {'param' in left && (
        <ParamInput
          name="Field"
          param={left.param}
          onChange={(param) => onChange({ ...comparison, left: { param } })}
        />
      )}
      {field && (
        <>
          <NativeSelect
            size="xs"
            aria-label="How it is compared"
            data={field.operators.map((op) => ({ value: op, label: OPERATOR_WORDS[op] }))}
            value={op}
            onChange={(event) => {
              const next = field.operators.find((one) => one === event.currentTarget.value)
              if (next)
                onChange(withOperator(comparison, leftOf({ ...comparison, op: next }, fields) ?? field, next))
            }}
          />
          {!isUnary(op) && (
            <OperandInput
              {...operand}
              left={field}
              name="Value"
              source="What it is compared with"
              operand={comparison.right}
              onChange={(right) => onChange({ ...comparison, right })}
            />
          )}
          {op === 'between' && (
            <OperandInput
              {...operand}
              left={field}
              name="Upper value"
              source="What the upper bound is"
              operand={comparison.to}
              onChange={(to) => onChange({ ...comparison, to })}
            />
          )}
        </>
      )}
    </div>
  )
}
