import { ActionIcon, Button, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Condition, Rule } from '../../../../engine/document/document.ts'
import { ChoiceChip } from '../../logic/chip.tsx'
import { ConditionBuilder } from '../../logic/condition_builder.tsx'
import { comparisonOf, isEmpty, type KeyedComparable } from '../../logic/conditions.ts'
import { ReferenceInput } from '../../text/reference_input.tsx'
import { patchBlock } from '../blocks/change_block.ts'
import { blockOf } from '../blocks/block_of.ts'
import { familyOf, titleOf, type Family } from '../blocks/kinds.ts'
import { spoken } from '../blocks/references.ts'
import type { RowView } from '../draft/row_view.ts'
import type { EditorModel } from '../model.ts'
import { useComparables } from '../use_comparables.ts'
import { useEditor, useOrder, useProblemsOf } from '../use_editor.ts'
import classes from './panel.module.css'

type Action = Rule['do']

const ACTIONS: Record<Action, string> = {
  show: 'Show this',
  hide: 'Hide this',
  require: 'Require an answer',
  enable: 'Enable this',
  disable: 'Disable this',
  skip: 'Skip to',
  error: 'Show an error',
}
const ACTIONS_OF: Record<Family, readonly Action[]> = {
  field: ['show', 'hide', 'require', 'enable', 'disable', 'error', 'skip'],
  content: ['show', 'hide', 'skip'],
  'page-break': ['show', 'hide', 'skip'],
  section: ['show', 'hide', 'skip'],
  ending: [],
  welcome: ['show', 'hide', 'skip'],
  unknown: ['show', 'hide'],
}

const SOURCES = ['value', 'field', 'now', 'param'] as const

/** What a block does when something was answered, as sentences. */
export function RulesTab(props: { row: RowView }) {
  const { row } = props
  const editor = useEditor()
  const fields = useComparables(row.id)
  const withOwn = useComparables(row.id, 'rules.0.message')
  const [added, setAdded] = useState<number>()
  const adder = useRef<HTMLButtonElement>(null)
  const family = familyOf(editor.kinds, row.kind)
  if (family === 'ending') return <EndingCondition row={row} fields={fields} />
  const rules = blockOf(row).rules ?? []
  const actions = ACTIONS_OF[family]
  const canAdd = fields.length > 0 || (actions.includes('error') && withOwn.length > 0)
  const set = (next: readonly Rule[], tag?: string) => {
    const state = stateFor(row.content.state, rules, next)
    patchBlock(editor, row.id, { rules: next.length === 0 ? undefined : next, state }, tag)
  }
  const add = () => {
    const first = fields[0]
    const whenOf = (one: KeyedComparable | undefined): Condition => ({ all: one ? [comparisonOf(one)] : [] })
    // where nothing else is asked, the answer itself can still be wrong
    const rule: Rule = first
      ? { when: whenOf(first), do: 'show' }
      : { when: whenOf(withOwn[0]), do: 'error', message: '' }
    set([...rules, rule])
    setAdded(rules.length)
  }
  return (
    <Stack gap="md">
      {rules.length === 0 && (
        <Text c="dimmed">
          {!canAdd
            ? 'Rules ask for answers to other questions. Add another question first.'
            : 'A rule makes this depend on an answer.'}
        </Text>
      )}
      {rules.map((rule, index) => (
        <RuleRow
          key={index}
          place={index}
          focused={index === added}
          row={row}
          rule={rule}
          actions={actions}
          fields={rule.do === 'error' ? withOwn : fields}
          onChange={(next, typed) =>
            set(
              rules.map((old, place) => (place === index ? next : old)),
              typed ? `rule:${row.id}:${index}` : undefined,
            )
          }
          onRemove={() => {
            set(rules.filter((_, place) => place !== index))
            setAdded(undefined)
            adder.current?.focus()
          }}
        />
      ))}
      <Button
        ref={adder}
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} stroke={1.5} />}
        disabled={!canAdd}
        onClick={add}
      >
        Add a rule
      </Button>
    </Stack>
  )
}

/**
 * "Show this when …" means that it is hidden otherwise, and "Enable this when …" that it is disabled: the state at
 * first goes with the first such rule and comes back with the last.
 */
function stateFor(state: unknown, before: readonly Rule[], after: readonly Rule[]): unknown {
  const has = (rules: readonly Rule[], action: Action) => rules.some((rule) => rule.do === action)
  const pairs = [
    ['show', 'hidden'],
    ['enable', 'disabled'],
  ] as const
  for (const [action, otherwise] of pairs) {
    if (has(after, action) && !has(before, action) && state === undefined) return otherwise
    if (!has(after, action) && has(before, action) && state === otherwise)
      return stateFor(undefined, [], after)
  }
  return state
}

function RuleRow(props: {
  place: number
  focused: boolean
  row: RowView
  rule: Rule
  actions: readonly Action[]
  fields: readonly KeyedComparable[]
  onChange: (rule: Rule, typed?: boolean) => void
  onRemove: () => void
}) {
  const { rule, fields, onChange, onRemove } = props
  const editor = useEditor()
  const targets = useTargets(editor, props.row.id)
  const path = `rules.${props.place}`
  const action = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (props.focused) action.current?.focus()
  }, [props.focused])
  const choose = (next: string) => {
    const { when } = rule
    const chosen = props.actions.find((one) => one === next)
    if (chosen === 'skip') onChange({ when, do: 'skip', to: targets[0]?.value ?? '' })
    else if (chosen === 'error') onChange({ when, do: 'error', message: '' })
    else if (chosen) onChange({ when, do: chosen })
  }
  const target = rule.do === 'skip' ? targets.find((one) => one.value === rule.to) : undefined
  const targetWords = target?.label ?? 'a removed page'
  return (
    <section className={classes.rule} aria-label={`Rule ${props.place + 1}`} data-setting={path}>
      <div className={classes.ruleHead}>
        <ConditionBuilder
          fields={fields}
          sources={SOURCES}
          opening={rule.do === 'skip' ? `${ACTIONS.skip} ${targetWords}` : ACTIONS[rule.do]}
          lead={
            <>
              <ChoiceChip
                ref={action}
                name="What the rule does"
                text={ACTIONS[rule.do]}
                choices={props.actions
                  .filter((one) => one !== 'skip' || targets.length > 0 || rule.do === 'skip')
                  .map((one) => ({ value: one, label: ACTIONS[one] }))}
                chosen={rule.do}
                onRemove={onRemove}
                onChoose={choose}
              />
              {rule.do === 'skip' && (
                <ChoiceChip
                  name="Where it skips to"
                  text={targetWords}
                  wrong={!target}
                  choices={targets}
                  chosen={rule.to}
                  onChoose={(to) => onChange({ ...rule, to })}
                />
              )}
            </>
          }
          condition={rule.when}
          onChange={(when, typed) => onChange({ ...rule, when }, typed)}
        />
        <ActionIcon size={26} aria-label="Remove this rule" onClick={onRemove}>
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      </div>
      {rule.do === 'error' && (
        <ReferenceInput
          block={props.row.id}
          path={`${path}.message`}
          label="What is wrong"
          placeholder="Choose a day after the first."
          text={rule.message}
          onText={(message) => onChange({ ...rule, message }, true)}
        />
      )}
      <Wrong block={props.row.id} path={path} />
    </section>
  )
}

function EndingCondition(props: { row: RowView; fields: readonly KeyedComparable[] }) {
  const { row, fields } = props
  const editor = useEditor()
  const condition = blockOf(row).condition
  return (
    <Stack gap="md" data-setting="condition">
      <ConditionBuilder
        fields={fields}
        sources={SOURCES}
        opening="Shown"
        otherwise="when no other ending fits"
        condition={condition}
        onChange={(next, typed) =>
          patchBlock(
            editor,
            row.id,
            { condition: isEmpty(next) ? undefined : next },
            typed ? `condition:${row.id}` : undefined,
          )
        }
      />
      {isEmpty(condition) && <Text c="dimmed">A condition makes it an ending of its own.</Text>}
      <Wrong block={row.id} path="condition" />
    </Stack>
  )
}

/** What the check says of one rule, or of the condition of an ending; that it is not finished its sentence says itself. */
function Wrong(props: { block: string; path: string }) {
  const editor = useEditor()
  const found = useProblemsOf(props.block).filter(
    ({ path, code }) => `${path}.`.startsWith(`${props.path}.`) && code !== 'unfinished',
  )
  return found.map(({ message, severity }, index) => (
    <p key={index} className={classes.wrong} data-severity={severity}>
      {spoken(editor, message)}
    </p>
  ))
}

/** Pages and endings a rule may skip to. */
function useTargets(editor: EditorModel, self: string): { value: string; label: string }[] {
  const order = useOrder()
  let page = 1
  return order.flatMap((id) => {
    const row = editor.store.row(id)
    const family = row && familyOf(editor.kinds, row.kind)
    if (!row || (family !== 'page-break' && family !== 'ending')) return []
    const title = spoken(editor, titleOf(editor.kinds, row)).trim()
    if (family === 'ending') return [{ value: id, label: `the ending “${title || 'Ending'}”` }]
    page += 1
    return id === self ? [] : [{ value: id, label: `page ${page}${title && `, ${title}`}` }]
  })
}
