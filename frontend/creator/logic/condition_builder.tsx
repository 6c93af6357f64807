import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useContext, useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react'
import type { Condition } from '../../../engine/document/document.ts'
import { ChoiceChip } from './chip.tsx'
import chip from './chip.module.css'
import type { Choice } from './choice_list.tsx'
import { ComparisonChips, sideAt, sidesOf } from './comparison_chips.tsx'
import classes from './condition_builder.module.css'
import { ended, groupOpening, JOINS, sentence } from './condition_words.ts'
import {
  asGroup,
  comparisonOf,
  conditionOf,
  groupOf,
  isEmpty,
  isUnfinished,
  type Group,
  type KeyedComparable,
} from './conditions.ts'
import { FormerLabels } from './former_labels.ts'
import { FormulaInput } from './formula_input.tsx'
import { comparisonWith, type Source } from './operands.ts'

const DEEPEST = 3
const BOOLEAN = ['boolean'] as const
const VALUES: readonly Source[] = ['value']
const NEXT: Record<Group['mode'], Group['mode']> = { all: 'any', any: 'none', none: 'all' }
/** What can be added besides a comparison: their values are no ids of questions. */
const GROUP: Choice = { value: '#group', label: 'Conditions in parentheses', apart: true }
const FORMULA: Choice = { value: '#formula', label: 'A formula' }

interface Parts {
  fields: readonly KeyedComparable[]
  /** what a side can be besides a field and what is written out; nothing when absent */
  sources?: readonly Source[]
}

/**
 * A condition as a sentence whose words are pressed to change them: a question, how it is compared, and with what; joined
 * by and, or, nor; groups in parentheses. It is read as one text, and every word by itself.
 */
export function ConditionBuilder(
  props: Parts & {
    /** the words before "when": what depends on the condition */
    opening: string
    /** these words as they are drawn, where they can be pressed themselves */
    lead?: ReactNode
    /** what is said in place of "when …" without a condition */
    otherwise?: string
    condition: Condition | undefined
    /** `typed`: one of the letters of a value, which undo takes back as one */
    onChange: (condition: Condition, typed?: boolean) => void
  },
) {
  const { condition, onChange, opening, lead, otherwise, ...parts } = props
  const { fields } = parts
  const id = useId()
  const line = useRef<HTMLDivElement>(null)
  const formerLabel = useContext(FormerLabels)
  const fieldOf = (field: string) => fields.find((one) => one.id === field)
  const words = condition ? sentence(condition, { fieldOf, formerLabel }) : 'always'
  const said = isEmpty(condition) ? (otherwise ?? words) : `when ${words}`
  const formula = condition && 'formula' in condition
  return (
    <div>
      <VisuallyHidden component="p" id={id}>
        {ended(`${opening} ${said}`)}
      </VisuallyHidden>
      <div role="group" aria-labelledby={id} className={classes.sentence} ref={line}>
        {lead ?? <span>{opening}</span>}
        <span>{isEmpty(condition) ? said : 'when'}</span>
        {formula ? (
          <FormulaPart
            formula={condition.formula}
            fields={fields}
            onChange={(text) => onChange({ formula: text }, true)}
          />
        ) : (
          <GroupChips
            {...parts}
            group={asGroup(condition)}
            depth={1}
            onChange={(group, typed) => onChange(conditionOf(group), typed)}
          />
        )}
      </div>
      {formula && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => {
            onChange({ all: [] })
            // this button goes: what adds the first condition comes in its place
            requestAnimationFrame(() =>
              Array.from(line.current?.querySelectorAll('button') ?? [])
                .at(-1)
                ?.focus(),
            )
          }}
        >
          Use sentences instead
        </Button>
      )}
      <p className={classes.unfinished} role="status">
        {condition && isUnfinished(condition) && 'Not finished: fill in what shows “…”.'}
      </p>
    </div>
  )
}

/** A condition that is a formula. */
function FormulaPart(props: Pick<ComponentProps<typeof FormulaInput>, 'formula' | 'fields' | 'onChange'>) {
  return (
    <div className={classes.formula}>
      <FormulaInput {...props} label="This formula is true" types={BOOLEAN} />
    </div>
  )
}

type GroupProps = Parts & { group: Group; depth: number; onChange: (group: Group, typed?: boolean) => void }

function GroupChips(props: GroupProps) {
  const { group, depth, onChange, ...parts } = props
  const list = useRef<HTMLSpanElement>(null)
  const focusPart = useFocusOfPart(list)
  const opening = groupOpening(group)
  const flip = () => onChange({ ...group, mode: NEXT[group.mode] })
  const replace = (index: number, part: Condition, typed?: boolean) =>
    onChange({ ...group, parts: group.parts.with(index, part) }, typed)
  const remove = (index: number) => {
    onChange({ ...group, parts: group.parts.toSpliced(index, 1) })
    focusPart(Math.min(index, group.parts.length - 2))
  }
  const add = (part: Condition) => {
    onChange({ ...group, parts: [...group.parts, part] })
    focusPart(group.parts.length)
  }
  return (
    <span ref={list} className={classes.group}>
      {opening === 'not' ? <Join word={opening} next="without not" onFlip={flip} /> : opening}
      {group.parts.map((part, index) => {
        const inner = groupOf(part)
        const join = index > 0 && (
          <Join word={JOINS[group.mode]} next={JOINS[NEXT[group.mode]]} onFlip={flip} />
        )
        const end = <RemoveButton part={part} fields={parts.fields} onRemove={() => remove(index)} />
        return (
          <span key={index} className={inner ? classes.group : classes.part} data-part={index}>
            {inner ? (
              <>
                <span className={chip.together}>
                  {join}
                  <span className={classes.bracket}>(</span>
                </span>
                <GroupChips
                  {...parts}
                  group={inner}
                  depth={depth + 1}
                  onChange={(next, typed) => replace(index, conditionOf(next), typed)}
                />
                <span className={chip.together}>
                  <span className={classes.bracket}>)</span>
                  {end}
                </span>
              </>
            ) : (
              <>
                {join}
                <SinglePart
                  {...parts}
                  part={part}
                  end={end}
                  onChange={(next, typed) => replace(index, next, typed)}
                  onRemove={() => remove(index)}
                />
              </>
            )}
          </span>
        )
      })}
      <AddChip {...parts} group={group} depth={depth} onAdd={add} />
    </span>
  )
}

/** What gives the focus to a part of a group as soon as it is drawn; to what adds one where there is none. */
function useFocusOfPart(list: { current: HTMLElement | null }): (index: number) => void {
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const part = list.current?.querySelector(`:scope > [data-part="${wanted.current}"]`)
    wanted.current = undefined
    const chips = (part ?? list.current)?.querySelectorAll<HTMLElement>('[aria-haspopup], [contenteditable]')
    chips?.[0]?.focus()
  })
  return (index) => (wanted.current = index)
}

/** The word between two conditions. Pressed, it becomes the next one, everywhere in its group. */
function Join(props: { word: string; next: string; onFlip: () => void }) {
  return (
    <button
      type="button"
      className={`${chip.chip} ${classes.join}`}
      aria-label={`${props.word}, press for ${props.next}`}
      onClick={props.onFlip}
    >
      {props.word}
    </button>
  )
}

/** A part that is no group: a comparison, or a formula. */
function SinglePart(
  props: Parts & {
    part: Condition
    end: ReactNode
    onChange: (part: Condition, typed?: boolean) => void
    onRemove: () => void
  },
) {
  const { part, onChange, ...others } = props
  if ('left' in part) return <ComparisonChips {...others} comparison={part} onChange={onChange} />
  if (!('formula' in part)) return null
  return (
    <>
      <FormulaPart
        formula={part.formula}
        fields={props.fields}
        onChange={(formula) => onChange({ formula }, true)}
      />
      {props.end}
    </>
  )
}

function RemoveButton(props: { part: Condition; fields: readonly KeyedComparable[]; onRemove: () => void }) {
  const formerLabel = useContext(FormerLabels)
  const fieldOf = (field: string) => props.fields.find((one) => one.id === field)
  return (
    <ActionIcon
      className={classes.remove}
      size={24}
      aria-label={`Remove “${sentence(props.part, { fieldOf, formerLabel })}”`}
      onClick={props.onRemove}
    >
      <IconX size={14} stroke={1.5} />
    </ActionIcon>
  )
}

/** What goes on with the sentence: a question to compare, more in parentheses, or a formula. */
function AddChip(props: Parts & { group: Group; depth: number; onAdd: (part: Condition) => void }) {
  const { fields, sources = VALUES, group, depth, onAdd } = props
  const first = fields[0]
  if (!first) return null
  const empty = group.parts.length === 0
  const text = empty ? 'Add a condition' : JOINS[group.mode]
  const choices = [
    ...sidesOf(fields, sources),
    ...(depth < DEEPEST ? [GROUP] : []),
    ...(depth === 1 && empty ? [FORMULA] : []),
  ]
  return (
    <ChoiceChip
      className={classes.add}
      name="Add a condition"
      text={text}
      label={empty ? text : `${text}: add a condition`}
      icon={<IconPlus size={14} stroke={1.5} aria-hidden />}
      choices={choices}
      onChoose={(value) => {
        if (value === FORMULA.value) return onAdd({ formula: '' })
        if (value === GROUP.value) return onAdd({ any: [comparisonOf(first)] })
        const side = sideAt(value, fields)
        if (side) onAdd(comparisonWith(side))
      }}
    />
  )
}
