import { NativeSelect, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { BoundField } from '../../../../engine/bound/bound_field.ts'
import type { Block } from '../../../../engine/document/document.ts'
import { ReferenceInput } from '../../text/reference_input.tsx'
import { patchBlock } from '../blocks/change_block.ts'
import { blockOf } from '../blocks/block_of.ts'
import { spoken } from '../blocks/references.ts'
import type { RowView } from '../draft/row_view.ts'
import { useTyped } from '../undo/typed.ts'
import { useEditor, useProblemsOf } from '../use_editor.ts'

/** Those that are written as a text are for what is read of one. */
const SOURCES = [
  { value: 'none', label: 'Nothing', written: false },
  { value: 'value', label: 'A fixed answer', written: true },
  { value: 'param', label: 'A link parameter', written: false },
  { value: 'text', label: 'Other answers', written: true },
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
  const found = useProblemsOf(row.id).find(({ path }) => path === 'default')
  const wrong = (typed !== undefined && error) || (found && spoken(editor, found.message))
  if (field.formula || field.files || field.labelling === 'none') return null
  const chosen = stored ? sourceOf(stored) : typed === undefined ? 'none' : 'value'
  const options = chosen === 'value' && field.partOf('')?.options
  const shown = stored && 'value' in stored ? field.text(stored.value) : ''

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
    const value = candidate.answer
    patchBlock(editor, row.id, { default: value === undefined ? undefined : { value } }, `default:${row.id}`)
  }

  return (
    <>
      <NativeSelect
        label="Default answer"
        data={SOURCES.filter(({ value, written }) => !written || example !== undefined || chosen === value)}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {chosen === 'param' && stored && 'param' in stored && (
        <TextInput
          label="Parameter name"
          description={`In the link: ?${stored.param}=…`}
          value={stored.param}
          error={wrong}
          maxLength={200}
          onChange={(event) =>
            patchBlock(editor, row.id, { default: { param: event.currentTarget.value } }, `default:${row.id}`)
          }
        />
      )}
      {chosen === 'text' && stored && 'text' in stored && (
        <PipedDefault block={row.id} text={stored.text} error={wrong || undefined} />
      )}
      {chosen === 'value' &&
        (options ? (
          <NativeSelect
            label="Answer"
            error={wrong}
            data={[{ value: '', label: 'Choose' }, ...options.map(({ id, label }) => ({ value: id, label }))]}
            value={options.find(({ label }) => label === shown)?.id ?? ''}
            onChange={(event) => take(event.currentTarget.value)}
          />
        ) : (
          <TextInput
            label="Answer"
            value={typed ?? shown}
            error={wrong}
            data-own-undo={(typed !== undefined && error !== undefined) || undefined}
            onChange={(event) => take(event.currentTarget.value)}
            onBlur={() => stored && setTyped(undefined)}
          />
        ))}
    </>
  )
}

/** As the answer is read that a creator writes. */
const WRITTEN = { locale: 'en', now: 0, source: 'data' } as const

/**
 * How an answer to the question is written, empty where that is not known; undefined where none can be: an answer in parts
 * has no text that is read.
 */
function exampleOf(field: BoundField): string | undefined {
  const sample = field.sample()
  if (sample === undefined) return ''
  const texts = [field.text(sample), field.partOf('')?.options?.[0]?.id ?? '']
  return texts.find((text) => text !== '' && field.parse(text, WRITTEN).answer !== undefined)
}

function refusal(example: string | undefined): string {
  const wrong = 'This is not a valid answer to this question.'
  return example ? `${wrong} Write it like this: ${example}` : wrong
}

/** An answer that others make. */
function PipedDefault(props: { block: string; text: string; error: string | undefined }) {
  const { block } = props
  const editor = useEditor()
  return (
    <ReferenceInput
      {...props}
      path="default"
      label="Answer"
      description="It follows the answers in it until somebody changes it."
      offersAnswers
      onText={(text) => patchBlock(editor, block, { default: { text } }, `default:${block}`)}
    />
  )
}

function sourceOf(stored: NonNullable<Block['default']>): string {
  return 'param' in stored ? 'param' : 'text' in stored ? 'text' : 'value'
}
