import { Fieldset, Input, Stack, Switch, TextInput } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import type { AnyEdit, CreatorField, CreatorLayout } from '@formwright/kit/found'
import { HELP } from '../../../../engine/document/schema.ts'
import type { BoundField } from '../../../../engine/bound/bound_field.ts'
import type { ValueType } from '@formwright/kit/value'
import { isWanted, settingsForm, type SettingEntry } from '@formwright/kit/settings_form'
import { changeSetting, changeText, patchBlock, patchSettings } from '../blocks/change_block.ts'
import { isObject } from '../blocks/json.ts'
import { hasKey } from '../blocks/key.ts'
import { boundField, fullSettings, pluginOf, wordsOf } from '../blocks/kinds.ts'
import { spoken, takesReferences } from '../blocks/references.ts'
import { richTextAt, textAt } from '../blocks/text_path.ts'
import { BlockBoundary } from '../block_boundary.tsx'
import type { RowView } from '../draft/row_view.ts'
import { loaded } from '../loaded.ts'
import { whyUnknown } from '../../plugins/unusable.ts'
import { StrayFault } from '../../plugins/stray_fault.tsx'
import { useBoundedChange } from '../../plugins/use_bounded_change.ts'
import { ReferenceInput } from '../../text/reference_input.tsx'
import { RichInput } from '../../text/rich_input.tsx'
import { useTyped } from '../undo/typed.ts'
import { useComparables } from '../use_comparables.ts'
import { useEditor, useLanguage, useProblemsOf } from '../use_editor.ts'
import { DefaultSetting } from './default_setting.tsx'
import { MediaSetting } from './media_setting.tsx'
import { FormulaSetting } from './formula_setting.tsx'
import { type ChangeItems, itemsOf, type ListEntry } from './list_items.ts'
import { ListSetting } from './list_setting.tsx'
import classes from './panel.module.css'
import { Setting } from './setting.tsx'

const edits = new WeakMap<object, AnyEdit>()

/** What a block says and asks: texts, whether it must be answered, and its kind's own settings. */
export function ContentTab(props: { row: RowView }) {
  const { row } = props
  const editor = useEditor()
  const { kinds } = editor
  const stored = row.content.settings
  const settings = useMemo(
    () => fullSettings(kinds, row.kind, isObject(stored) ? stored : {}),
    [kinds, row.kind, stored],
  )
  const plugin = pluginOf(kinds, row.kind)
  const field = boundField(kinds, row.kind, row.content)
  const said = useMemo(() => field?.withTexts((_, text) => spoken(editor, text)), [field, editor])
  // always the same entries: a list draws its rows anew only where they changed
  const entries = useMemo(
    () => (plugin ? settingsForm(plugin.definition.settings).filter(isDrawn) : []),
    [plugin],
  )
  if (!plugin) return <p>{`${whyUnknown(row.kind, kinds.unusable ?? [])} Its settings are kept.`}</p>
  const line = (entry: SettingEntry) => (
    <Entry key={entry.name} row={row} entry={entry} settings={settings} formula={field?.formula?.type} />
  )
  const keyed = hasKey(kinds, row.kind, row.content)
  const shown = entries.filter((entry) => isWanted(entry, settings))
  const advanced = shown.filter((entry) => entry.advanced)
  return (
    <Stack gap="sm">
      {field && <FieldTexts row={row} field={field} />}
      {plugin.edit && (
        <Stack gap="sm" data-setting="settings">
          <Edit row={row} plugin={plugin} settings={settings} />
        </Stack>
      )}
      {shown.filter((entry) => !entry.advanced).map(line)}
      {said && (
        <Stack gap="sm" data-setting="default">
          <DefaultSetting row={row} field={said} />
        </Stack>
      )}
      {(advanced.length > 0 || keyed) && (
        <details className={classes.advanced}>
          <summary>Advanced</summary>
          <Stack gap="sm">
            {keyed && <KeyInput row={row} />}
            {advanced.map(line)}
          </Stack>
        </details>
      )}
    </Stack>
  )
}

/** What the panel makes from the schema: all but lists without items of their own, and what the kind draws itself. */
function isDrawn({ control, type, item }: SettingEntry): boolean {
  return control !== 'own' && type !== 'other' && (type !== 'list' || item !== undefined)
}

/** One entry of the schema: a list, a formula, or what has a control of its own. */
function Entry(props: {
  row: RowView
  entry: SettingEntry
  /** all of the block */
  settings: Readonly<Record<string, unknown>>
  /** of what type a formula of the block is */
  formula: ValueType | undefined
}) {
  const { row, entry, settings } = props
  const value = settings[entry.name]
  const editor = useEditor()
  // each picture is a step of undo, as letters are not
  const step = entry.type === 'image' || entry.type === 'file' ? undefined : `setting:${row.id}:${entry.name}`
  const change = (path: string, next: unknown) => changeSetting(editor, row.id, path, () => next, step)
  const item = useItem(entry, settings)
  const list = useMemo(() => item && { ...entry, item }, [entry, item])
  if (list !== undefined) {
    const put: ChangeItems = (work, tag) =>
      changeSetting(
        editor,
        row.id,
        entry.name,
        (list) => work(itemsOf(list)),
        tag && `setting:${row.id}:${tag}`,
      )
    const from = list.item.entries.find((one) => one.from !== undefined)?.from
    const shared = { row, entry: list, value, onChange: put }
    return from === undefined ? (
      <ListSetting {...shared} />
    ) : (
      <OfferedList {...shared} reference={settings[from]} />
    )
  }
  if (entry.control === 'formula') {
    return (
      <div data-setting={`settings.${entry.name}`}>
        <FormulaSetting
          entry={entry}
          block={row.id}
          type={props.formula}
          formula={typeof value === 'string' ? value : ''}
          onChange={(next) => change(entry.name, next)}
        />
      </div>
    )
  }
  return <SettingOf row={row} entry={entry} path={entry.name} value={value} onChange={change} />
}

/** What an item of a list has beside these settings; the same as long as that is so. */
function useItem({ item }: SettingEntry, settings: Readonly<Record<string, unknown>>): SettingEntry['item'] {
  const wanted = item?.entries.filter((entry) => isWanted(entry, settings)).map(({ name }) => name)
  const names = wanted?.join()
  return useMemo(
    () => item && { ...item, entries: item.entries.filter(({ name }) => names?.split(',').includes(name)) },
    [item, names],
  )
}

/** A list whose items name options of the field that a setting refers to. */
function OfferedList(props: {
  row: RowView
  entry: ListEntry
  /** the setting that refers to it */
  reference: unknown
  value: unknown
  onChange: ChangeItems
}) {
  const { row, entry, reference } = props
  const options = useComparables(row.id).find(({ id }) => reference === `{#${id}}`)?.options
  const known = JSON.stringify(options?.map(({ id, label }) => ({ value: id, label })) ?? [])
  const whole = useMemo(() => {
    const choices: SettingEntry['choices'] = JSON.parse(known)
    const entries = entry.item.entries.map((one) => (one.from === undefined ? one : { ...one, choices }))
    return { ...entry, item: { ...entry.item, entries } }
  }, [entry, known])
  return <ListSetting row={row} entry={whole} value={props.value} onChange={props.onChange} />
}

/** One setting; of an object all its members, under its title. */
function SettingOf(props: {
  row: RowView
  entry: SettingEntry
  path: string
  value: unknown
  onChange: (path: string, value: unknown) => void
}) {
  const { row, entry, path, value } = props
  const { kinds } = useEditor()
  if (entry.type !== 'object') {
    const piped = takesReferences(kinds, row.kind, path, row.content)
    return (
      <Setting
        entry={entry}
        path={path}
        value={value}
        piped={piped}
        block={row.id}
        onChange={(next) => props.onChange(path, next)}
      />
    )
  }
  const members: Record<string, unknown> = { ...Object(value) }
  return (
    <Fieldset variant="unstyled" p={0} legend={<Input.Label component="span">{entry.title}</Input.Label>}>
      <Stack gap="xs" data-setting={`settings.${path}`}>
        {entry.description && <Input.Description>{entry.description}</Input.Description>}
        {(entry.entries ?? [])
          .filter((inner) => isDrawn(inner) && inner.type !== 'list' && isWanted(inner, members))
          .map((inner) => (
            <SettingOf
              key={inner.name}
              row={row}
              entry={inner}
              path={`${path}.${inner.name}`}
              value={members[inner.name]}
              onChange={props.onChange}
            />
          ))}
      </Stack>
    </Fieldset>
  )
}

function FieldTexts(props: { row: RowView; field: BoundField }) {
  const { row } = props
  const editor = useEditor()
  const { labelling } = props.field
  return (
    <>
      <TextSetting row={row} path="label" label="Label" />
      {labelling !== 'none' && (
        <Switch
          label="Required"
          checked={row.content.required === true}
          onChange={(event) =>
            patchBlock(editor, row.id, { required: event.currentTarget.checked || undefined })
          }
        />
      )}
      {props.field.single && (
        <Switch
          label="Each answer only once"
          description="Nobody can give an answer that was given before."
          checked={row.content.unique === true}
          onChange={(event) =>
            patchBlock(editor, row.id, { unique: event.currentTarget.checked || undefined })
          }
        />
      )}
      <RichInput
        block={row.id}
        label="Help"
        place={HELP}
        text={richTextAt(row.content, 'help')}
        onText={(text) => changeText(editor, row.id, 'help', text)}
      />
      {props.field.placeholder && <TextSetting row={row} path="placeholder" label="Placeholder" />}
      <MediaSetting row={row} />
    </>
  )
}

/** A text of the block in the panel: the same that can be changed on the page. */
function TextSetting(props: { row: RowView; path: string; label: string }) {
  const { row, path } = props
  const editor = useEditor()
  return (
    <ReferenceInput
      block={row.id}
      label={props.label}
      text={textAt(row.content, path)}
      onText={(text) => changeText(editor, row.id, path, text)}
    />
  )
}

/** The name in exports, the API, and formulas. Only a whole and unused name is taken. */
function KeyInput(props: { row: RowView }) {
  const { row } = props
  const editor = useEditor()
  const key = typeof row.content.key === 'string' ? row.content.key : ''
  const [typed, setTyped] = useTyped<string>()
  const shown = typed ?? key
  const wrong =
    typed === undefined || typed === key
      ? undefined
      : !/^[a-z][a-z0-9_]{0,63}$/.test(typed)
        ? 'Use lowercase letters, digits, and _. Start with a letter.'
        : editor.store.keysBesides(row.id).has(typed)
          ? 'Another question uses this key, or used it in a published version.'
          : undefined
  return (
    <TextInput
      label="Key"
      description="The name in exports, the API, and formulas."
      value={shown}
      error={wrong}
      spellCheck={false}
      // until it is taken it is not part of the draft
      data-own-undo={shown !== key || undefined}
      data-setting="key"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (typed !== undefined && wrong === undefined && typed !== key)
          patchBlock(editor, row.id, { key: typed })
        setTyped(undefined)
      }}
    />
  )
}

interface EditOf {
  row: RowView
  plugin: CreatorField | CreatorLayout
  settings: Record<string, unknown>
}

/** The part of the panel that the plugin draws itself, if it has one. */
function Edit(props: EditOf) {
  const Part = editOf(props.plugin)
  if (!Part) return null
  const family = 'answer' in props.plugin ? 'fields' : 'layout'
  return (
    <>
      <BlockBoundary family={family} plugin={props.plugin} part="edit" of={props.settings}>
        <EditPart {...props} part={Part} />
      </BlockBoundary>
      <StrayFault family={family} kind={props.row.kind} />
    </>
  )
}

function EditPart(props: EditOf & { part: AnyEdit }) {
  const { row, plugin, settings, part: Part } = props
  const editor = useEditor()
  const problems = useProblemsOf(row.id)
  const references = useComparables(row.id)
  const language = useLanguage()
  const change = useBoundedChange((patch: Record<string, unknown>) =>
    patchSettings(editor, row.id, patch, `setting:${row.id}:${Object.keys(patch).join()}`),
  )
  return (
    <Suspense fallback={null}>
      <Part
        block={{ id: row.id, settings }}
        change={change}
        references={references}
        problems={problems}
        t={wordsOf(plugin, 'en')}
        words={wordsOf(plugin, language)}
      />
    </Suspense>
  )
}

function editOf(plugin: CreatorField | CreatorLayout): AnyEdit | undefined {
  if (!plugin.edit) return undefined
  const known = edits.get(plugin)
  if (known) return known
  const { edit } = plugin
  const part = lazy(() => loaded(edit(), () => edits.delete(plugin)))
  edits.set(plugin, part)
  return part
}
