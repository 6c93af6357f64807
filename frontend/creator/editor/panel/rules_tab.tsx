import { ActionIcon, Button, NativeSelect, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useContext, useEffect, useRef, useState } from 'react'
import type { Condition, Rule } from '../../../../engine/document/document.ts'
import { ConditionBuilder } from '../../logic/condition_builder.tsx'
import { asGroup, comparisonOf, sentence, type KeyedComparable } from '../../logic/conditions.ts'
import { FormerLabels } from '../../logic/former_labels.ts'
import { patchBlock } from '../blocks/change_block.ts'
import { blockOf } from '../blocks/block_of.ts'
import { familyOf, titleOf, type Family } from '../blocks/kinds.ts'
import { spoken } from '../blocks/references.ts'
import type { RowView } from '../draft/store.ts'
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
}
const ACTIONS_OF: Record<Family, readonly Action[]> = {
  field: ['show', 'hide', 'require', 'enable', 'disable', 'skip'],
  content: ['show', 'hide', 'skip'],
  'page-break': ['show', 'hide', 'skip'],
  section: ['show', 'hide', 'skip'],
  ending: [],
  unknown: ['show', 'hide'],
}

const SOURCES = ['value', 'field', 'now', 'param'] as const

/** What a block does when something was answered, as sentences. */
export function RulesTab(props: { row: RowView }) {
  const { row } = props
  const editor = useEditor()
  const fields = useComparables(row.id)
  const [added, setAdded] = useState<number>()
  const adder = useRef<HTMLButtonElement>(null)
  const family = familyOf(editor.kinds, row.kind)
  if (family === 'ending') return <EndingCondition row={row} fields={fields} />
  const rules = blockOf(row).rules ?? []
  const actions = ACTIONS_OF[family]
  const set = (next: readonly Rule[]) => {
    const state = stateFor(row.content.state, rules, next)
    patchBlock(editor, row.id, { rules: next.length === 0 ? undefined : next, state })
  }
  const add = () => {
    const first = fields[0]
    const when: Condition = { all: first ? [comparisonOf(first)] : [] }
    set([...rules, { when, do: 'show' }])
    setAdded(rules.length)
  }
  return (
    <Stack gap="md">
      {rules.length === 0 && (
        <Text c="dimmed">
          {fields.length === 0
            ? 'Rules ask for answers to other questions. Add another question first.'
            : 'This is always as it is. A rule makes it depend on an answer.'}
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
          fields={fields}
          onChange={(next) => set(rules.map((old, place) => (place === index ? next : old)))}
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
        disabled={fields.length === 0}
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
  onChange: (rule: Rule) => void
  onRemove: () => void
}) {
  const { rule, fields, onChange } = props
  const editor = useEditor()
  const targets = useTargets(editor, props.row.id)
  const formerLabel = useContext(FormerLabels)
  const path = `rules.${props.place}`
  const action = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (props.focused) action.current?.focus()
  }, [props.focused])
  const choose = (next: Action) => {
    const { when } = rule
    if (next !== 'skip') onChange({ when, do: next })
    else onChange({ when, do: 'skip', to: targets[0]?.value ?? '' })
  }
  const target = rule.do === 'skip' ? targets.find((one) => one.value === rule.to) : undefined
  const words = sentence(rule.when, (id) => fields.find((field) => field.id === id), formerLabel)
  return (
    <section className={classes.rule} aria-label={`Rule ${props.place + 1}`} data-setting={path}>
      <p className={classes.sentence}>
        {ACTIONS[rule.do]}
        {rule.do === 'skip' && ` ${target?.label ?? 'a removed page'}`}{' '}
        {ended(words === 'always' ? 'always' : `when ${words}`)}
      </p>
      <Wrong block={props.row.id} path={path} />
      <div style={{ display: 'flex', gap: 4 }}>
        <NativeSelect
          ref={action}
          size="xs"
          style={{ flex: 1 }}
          aria-label="What the rule does"
          data={props.actions
            .filter((action) => action !== 'skip' || targets.length > 0 || rule.do === 'skip')
            .map((action) => ({ value: action, label: ACTIONS[action] }))}
          value={rule.do}
          onChange={(event) => {
            const chosen = props.actions.find((one) => one === event.currentTarget.value)
            if (chosen) choose(chosen)
          }}
        />
        <ActionIcon aria-label="Remove this rule" onClick={props.onRemove}>
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      </div>
      {rule.do === 'skip' && (
        <NativeSelect
          size="xs"
          aria-label="Where it skips to"
          data={[...(target ? [] : [{ value: rule.to, label: 'Choose' }]), ...targets]}
          value={rule.to}
          onChange={(event) => onChange({ ...rule, to: event.currentTarget.value })}
        />
      )}
      <Text size="xs" c="dimmed">
        when
      </Text>
      <ConditionBuilder
        name={`${props.row.id}-rule`}
        fields={fields}
        sources={SOURCES}
        condition={rule.when}
        onChange={(when) => onChange({ ...rule, when })}
      />
    </section>
  )
}

function EndingCondition(props: { row: RowView; fields: readonly KeyedComparable[] }) {
  const { row, fields } = props
  const editor = useEditor()
  const formerLabel = useContext(FormerLabels)
  const condition = blockOf(row).condition
  const empty =
    condition === undefined || (!('formula' in condition) && asGroup(condition).parts.length === 0)
  return (
    <Stack gap="md" data-setting="condition">
      <Text c="dimmed">
        {empty
          ? 'Shown when no other ending fits. A condition makes it an ending of its own.'
          : ended(
              `Shown when ${sentence(condition, (id) => fields.find((field) => field.id === id), formerLabel)}`,
            )}
      </Text>
      <Wrong block={row.id} path="condition" />
      <ConditionBuilder
        name={`${row.id}-condition`}
        fields={fields}
        sources={SOURCES}
        condition={condition}
        onChange={(next) => {
          const none = !('formula' in next) && asGroup(next).parts.length === 0
          patchBlock(editor, row.id, { condition: none ? undefined : next })
        }}
      />
    </Stack>
  )
}

/** What the check says of one rule, or of the condition of an ending. */
function Wrong(props: { block: string; path: string }) {
  const editor = useEditor()
  const found = useProblemsOf(props.block).filter(({ path }) => `${path}.`.startsWith(`${props.path}.`))
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
    const title = titleOf(editor.kinds, row)
    if (family === 'ending') return [{ value: id, label: `the ending “${title || 'Ending'}”` }]
    page += 1
    return id === self ? [] : [{ value: id, label: `page ${page}${title && `, ${title}`}` }]
  })
}

/** A sentence with its full stop; one that waits for an end has none. */
function ended(words: string): string {
  return words.endsWith('…') ? words : `${words}.`
}
