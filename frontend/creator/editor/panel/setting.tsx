import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { SettingEntry } from '@formwright/kit/settings_form'
import { comparablesFor, spoken } from '../blocks/references.ts'
import { MediaInput } from '../media/media_input.tsx'
import { mediaFile } from '../media/media_file.ts'
import type { EditorModel } from '../model.ts'
import { ReferenceInput } from '../../text/reference_input.tsx'
import { isRichText } from '@formwright/kit/rich/tree'
import { RichInput } from '../../text/rich_input.tsx'
import { NO_TEXT } from '../../text/rich_format.ts'
import { isList } from '../../logic/conditions.ts'
import { useTyped } from '../undo/typed.ts'
import { useEditor, useProblemsOf } from '../use_editor.ts'
import { QuestionSelect } from './question_select.tsx'

/** One setting of a kind, drawn from its schema. */
export function Setting(props: {
  entry: SettingEntry
  /** where it stands in the settings */
  path: string
  value: unknown
  /** a text with references */
  piped: boolean
  block: string
  /** changes this setting as it stands when it is called, which may be after the panel has closed */
  onChange: (value: unknown) => void
}) {
  const { entry, value, onChange } = props
  const editor = useEditor()
  // that something is not filled in yet is seen, and said on the page
  const problems = useProblemsOf(props.block).filter(
    ({ path, code }) => path === `settings.${props.path}` && code !== 'unfinished',
  )
  const shared = {
    label: entry.title,
    description: entry.description,
    error: problems.length > 0 ? problems.map(({ message }) => spoken(editor, message)).join(' ') : undefined,
    'data-setting': `settings.${props.path}`,
  }
  if (entry.type === 'boolean') {
    return (
      <Switch
        {...shared}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  if (entry.type === 'number') return <NumberEntry {...props} shared={shared} />
  if (entry.control === 'question')
    return (
      <QuestionSelect
        {...shared}
        value={value}
        choices={() => questionsWithOptions(editor, props.block)}
        none="No other question has options."
        onChange={onChange}
      />
    )
  if (entry.type === 'choice') {
    return (
      <Select
        {...shared}
        data={(entry.choices ?? []).map((choice) => ({ ...choice }))}
        allowDeselect={entry.optional}
        value={typeof value === 'string' ? value : null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    )
  }
  if (entry.type === 'image' || entry.type === 'file') {
    return (
      <MediaInput
        {...shared}
        place={`${props.block} ${shared['data-setting']}`}
        use={entry.type}
        types={entry.types}
        value={mediaFile(value)}
        onChange={onChange}
      />
    )
  }
  if (entry.rich) {
    return (
      <RichInput
        {...shared}
        block={props.block}
        place={entry.rich}
        text={isRichText(value) ? value : NO_TEXT}
        onText={onChange}
      />
    )
  }
  return <TextEntry {...props} shared={shared} />
}

function questionsWithOptions(editor: EditorModel, block: string) {
  return comparablesFor(editor, block).filter(
    (field) => field.options !== undefined && !isList(field) && field.id !== block,
  )
}

interface SharedProps {
  label: string
  description?: string
  error?: string
  'data-setting': string
}

/** A number is taken as soon as it is one; what else was typed (`-`) stays until it is. */
function NumberEntry(props: {
  entry: SettingEntry
  value: unknown
  shared: SharedProps
  onChange: (value: unknown) => void
}) {
  const { entry, value, onChange } = props
  const [typed, setTyped] = useTyped<string>()
  return (
    <NumberInput
      {...props.shared}
      value={typed ?? (typeof value === 'number' ? value : '')}
      allowDecimal={entry.integer !== true}
      data-own-undo={typed !== undefined || undefined}
      onChange={(next) => {
        const half = typeof next === 'string' && next !== ''
        setTyped(half ? next : undefined)
        if (next === '') onChange(entry.optional ? undefined : entry.default)
        else if (!half) onChange(next)
      }}
    />
  )
}

function TextEntry(props: {
  entry: SettingEntry
  path: string
  value: unknown
  piped: boolean
  block: string
  shared: SharedProps
  onChange: (value: unknown) => void
}) {
  const { entry, piped } = props
  const text = typeof props.value === 'string' ? props.value : ''
  const take = (next: string) => props.onChange(next === '' && entry.optional ? undefined : next)
  const long = entry.control === 'textarea'
  if (piped)
    return (
      <ReferenceInput
        {...props.shared}
        block={props.block}
        path={props.path}
        multiline={long}
        text={text}
        onText={take}
      />
    )
  if (long) {
    return (
      <Textarea
        {...props.shared}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={entry.maxLength}
        value={text}
        onChange={(event) => take(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...props.shared}
      type={entry.control === 'date' ? 'date' : undefined}
      maxLength={entry.maxLength}
      value={text}
      onChange={(event) => take(event.currentTarget.value)}
    />
  )
}
