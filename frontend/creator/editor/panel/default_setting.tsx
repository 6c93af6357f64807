import { NativeSelect, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { BoundField } from '../../../../engine/bound/bound_field.ts'
import type { Block } from '../../../../engine/document/document.ts'
import { addressesIn } from '../../../../engine/logic/references.ts'
import { ReferenceInput } from '../../text/reference_input.tsx'
import { patchBlock } from '../blocks/change_block.ts'
import { blockOf } from '../blocks/block_of.ts'
import { comparablesFor, spoken } from '../blocks/references.ts'
import type { RowView } from '../draft/row_view.ts'
import type { EditorModel } from '../model.ts'
import { useTyped } from '../undo/typed.ts'
import { useEditor, useProblemsOf } from '../use_editor.ts'
import { DefaultControl } from './default_control.tsx'
import { QuestionSelect } from './question_select.tsx'

const SOURCES = [
  { value: 'none', label: 'Nothing' },
  { value: 'value', label: 'A fixed answer' },
  { value: 'param', label: 'A link parameter' },
  { value: 'text', label: 'Other answers' },
]

/** What stands in the field at first. A fixed answer is read as the field itself reads one. */
export function DefaultSetting(props: { row: RowView; field: BoundField }) {
  const { row, field } = props
  const editor = useEditor()
  const { id, kind, content } = row
  const given = content.default
  // of the whole block only this part is read: its settings may be a long list
  const stored = useMemo(
    () => blockOf({ id, kind, content: given === undefined ? {} : { default: given } }).default,
    [id, kind, given],
  )
  const [typed, setTyped] = useTyped<string>()
  const [error, setError] = useState<string>()
  const example = useMemo(() => exampleOf(field), [field])
  const isWritten = example !== undefined
  const found = useProblemsOf(row.id).find(({ path }) => path === 'default')
  const wrong = (typed !== undefined && error) || (found && spoken(editor, found.message))
  if (field.formula || field.files || field.labelling === 'none') return null
  const chosen = stored ? sourceOf(stored) : typed === undefined ? 'none' : 'value'
  const options = chosen === 'value' && field.partOf('')?.options
  const fixed = stored && 'value' in stored ? stored.value : undefined
  const shown = fixed === undefined ? '' : field.text(fixed)

  const choose = (source: string) => {
    setError(undefined)
    setTyped(source === 'value' ? '' : undefined)
    const param = { param: editor.store.keyOf(row.id) ?? 'value' }
    const given = { param, text: { text: '' } }[source]
    patchBlock(editor, row.id, { default: given })
  }
  const take = (text: string) => {
    setTyped(text)
    const candidate = field.parse(text, { ...WRITTEN, now: Date.now() })
    if (candidate.problems.length > 0) return setError(refusal(example))
    setError(undefined)
    put(candidate.answer)
  }
  const put = (value: unknown) => {
    if (value === undefined && !isWritten) setTyped('')
    patchBlock(editor, row.id, { default: value === undefined ? undefined : { value } }, `default:${row.id}`)
  }

  return (
    <>
      <NativeSelect
        label="Default answer"
        data={SOURCES}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {chosen === 'param' && stored && 'param' in stored && (
        <TextInput
          label="Parameter name"
          description={`In the link: ?${stored.param}=${isWritten ? '…' : jsonExample(field)}`}
          value={stored.param}
          error={wrong}
          maxLength={200}
          onChange={(event) =>
            patchBlock(editor, row.id, { default: { param: event.currentTarget.value } }, `default:${row.id}`)
          }
        />
      )}
      {chosen === 'text' && stored && 'text' in stored && (
        <PipedDefault {...{ row, field, isWritten }} text={stored.text} error={wrong || undefined} />
      )}
      {chosen === 'value' && !isWritten && (
        <DefaultControl row={row} field={field} value={fixed} error={wrong || undefined} onValue={put} />
      )}
      {chosen === 'value' && isWritten && (
        <WrittenDefault
          options={options || undefined}
          shown={shown}
          typed={typed}
          wrong={wrong}
          refused={typed !== undefined && error !== undefined}
          onText={take}
          onBlur={() => stored && setTyped(undefined)}
        />
      )}
    </>
  )
}

/** A fixed answer of which a text is read: chosen, or typed. */
function WrittenDefault(props: {
  options: readonly { id: string; label: string }[] | undefined
  shown: string
  typed: string | undefined
  wrong: string | false | undefined
  /** what is typed is not taken */
  refused: boolean
  onText: (text: string) => void
  onBlur: () => void
}) {
  const { options, shown, wrong } = props
  if (options)
    return (
      <NativeSelect
        label="Answer"
        error={wrong}
        data={[{ value: '', label: 'Choose' }, ...options.map(({ id, label }) => ({ value: id, label }))]}
        value={options.find(({ label }) => label === shown)?.id ?? ''}
        onChange={(event) => props.onText(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      label="Answer"
      value={props.typed ?? shown}
      error={wrong}
      data-own-undo={props.refused || undefined}
      onChange={(event) => props.onText(event.currentTarget.value)}
      onBlur={props.onBlur}
    />
  )
}

/** As the answer is read that a creator writes. */
const WRITTEN = { locale: 'en', now: 0, source: 'data' } as const

/**
 * How an answer to the question is written, empty where that is not known; undefined where none can be: an answer in parts
 * is filled in in its control.
 */
function exampleOf(field: BoundField): string | undefined {
  if (field.partOf('') === undefined) return undefined
  const sample = field.sample()
  if (sample === undefined) return ''
  const texts = [field.text(sample), field.partOf('')?.options?.[0]?.id ?? '']
  return texts.find((text) => text !== '' && field.parse(text, WRITTEN).answer !== undefined)
}

/** How a link says an answer in parts. */
function jsonExample(field: BoundField): string {
  const json = JSON.stringify(field.sample()) ?? '…'
  return json.length > LONGEST_EXAMPLE ? `${json.slice(0, LONGEST_EXAMPLE)}…` : json
}

const LONGEST_EXAMPLE = 120

/** Whether a text is the answer of one question, or yet to become it. */
function isOneAnswer(text: string): boolean {
  const [address] = addressesIn(text)
  return text === '' || text === `{#${address}}`
}

/** Questions whose answers are taken as they are by what no text is read of. */
function alike(editor: EditorModel, row: RowView, field: BoundField) {
  const type = field.partOf('')?.type ?? 'whole'
  return comparablesFor(editor, row.id, 'default').filter((one) => {
    // a part of an answer is no row
    const from = one.type === type && one.section === undefined ? editor.store.row(one.id) : undefined
    return from !== undefined && (type !== 'whole' || from.kind === row.kind)
  })
}

function refusal(example: string | undefined): string {
  const wrong = 'This is not a valid answer to this question.'
  return example ? `${wrong} Write it like this: ${example}` : wrong
}

/** An answer that others make: a text with answers in it, or the answer of one question. */
function PipedDefault(props: {
  row: RowView
  field: BoundField
  isWritten: boolean
  text: string
  error: string | undefined
}) {
  const { row, field, isWritten, text, error } = props
  const editor = useEditor()
  if (isWritten || !isOneAnswer(text))
    return (
      <ReferenceInput
        block={row.id}
        text={text}
        error={error}
        path="default"
        label="Answer"
        description="It follows the answers in it until somebody changes it."
        offersAnswers
        onText={(text) => patchBlock(editor, row.id, { default: { text } }, `default:${row.id}`)}
      />
    )
  return (
    <QuestionSelect
      label="Answer"
      description="It follows that answer until somebody changes it."
      error={error}
      placeholder="Choose a question"
      value={text}
      choices={() => alike(editor, row, field)}
      none="Only a question of the same type can fill this in, and there is no other."
      onChange={(text = '') => patchBlock(editor, row.id, { default: { text } })}
    />
  )
}

function sourceOf(stored: NonNullable<Block['default']>): string {
  return 'param' in stored ? 'param' : 'text' in stored ? 'text' : 'value'
}
