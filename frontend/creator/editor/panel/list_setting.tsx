import {
  Button,
  Fieldset,
  FileButton,
  Input,
  Stack,
  Switch,
  Text,
  Textarea,
  VisuallyHidden,
} from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
} from 'react'
import { bareLinesOf } from '@formwright/kit/pasted_lines'
import type { SettingEntry } from '@formwright/kit/settings_form'
import { pastedItem, startItem } from '../blocks/kinds.ts'
import { toast } from '../../../design/toasts.tsx'
import { spoken, takesReferences } from '../blocks/references.ts'
import { newItemId } from '../blocks/text_path.ts'
import type { RowView } from '../draft/row_view.ts'
import { useEditor, useLanguage, useProblemsOf } from '../use_editor.ts'
import {
  advancedOf,
  indexOf,
  itemsOf,
  newItem,
  type ChangeItems,
  type Item,
  type ListEntry,
  type PastedItem,
  type StartTexts,
  usedOf,
} from './list_items.ts'
import { ListRow } from './list_row.tsx'
import { textOf, useRowActions, type RowActions } from './row_actions.ts'
import { Gaps, rowsToDraw, useVisibleRows } from './visible_rows.tsx'

const ImportDialog = lazy(() => import('./import_dialog.tsx'))

/** Longer lists are unfolded when asked for. */
const SHOWN_AT_FIRST = 50

/** Height of a line of a row, and the gap below the row. */
const LINE_REM = 2.25
const GAP_REM = 0.5
/** So many of the other properties stand in a line. */
const BESIDE = 2

/** A list of objects in the settings of a block: options, rows, columns. */
export function ListSetting(props: {
  row: RowView
  entry: ListEntry
  value: unknown
  onChange: ChangeItems
}) {
  const { entry, row, onChange } = props
  const { title, entries } = entry.item
  const editor = useEditor()
  const items = itemsOf(props.value)
  const problems = useProblemsOf(row.id).filter(({ path }) => isWithin(path, `settings.${entry.name}`))
  const [more, setMore] = useShown(entry, items)
  const { folded, unfold, wanted, want } = useFold(items)
  const adder = useRef<HTMLButtonElement>(null)
  const startTexts = useStartTexts(row, entry)
  const pastedItem = usePastedItem(row, entry)
  const list = { entry, items, onChange, startTexts, pastedItem }
  const { actions, moved } = useRowActions({ ...list, adder, onPasted: want })
  const drawn = entries.filter((one) => !one.advanced || more.includes(one.name))
  const [text] = drawn.filter(({ type }) => type === 'text')
  const [first] = items
  const piped = drawn.filter(
    ({ name }) =>
      first && takesReferences(editor.kinds, row.kind, `${entry.name}.${first.id}.${name}`, row.content),
  )
  return (
    <Fieldset
      variant="unstyled"
      p={0}
      legend={<Input.Label component="span">{entry.title}</Input.Label>}
      data-setting={`settings.${entry.name}`}
    >
      <Stack gap={8}>
        {entry.description && <Input.Description>{entry.description}</Input.Description>}
        <Rows
          block={row.id}
          list={entry}
          items={items}
          shown={folded ? SHOWN_AT_FIRST : items.length}
          entries={drawn}
          piped={piped.map(({ name }) => name).join()}
          wanted={wanted}
          onWanted={want}
          actions={actions}
        />
        {problems.map(({ message }) => (
          <Input.Error key={message}>{spoken(editor, message)}</Input.Error>
        ))}
        {folded && (
          <Button variant="subtle" onClick={unfold}>
            {`Show all ${items.length.toLocaleString('en')} ${entry.title.toLowerCase()}`}
          </Button>
        )}
        <Button
          ref={adder}
          variant="light"
          leftSection={<IconPlus size={16} />}
          disabled={items.length >= (entry.maxLength ?? Infinity)}
          onClick={() => {
            unfold()
            const id = newItemId(new Set(items.map((item) => item.id)))
            onChange((all) => [...all, newItem(entries, id, startTexts(all.length + 1))])
          }}
        >
          {`Add ${title.toLowerCase()}`}
        </Button>
        {text && <Paste title={title} add={(lines) => actions.paste(text.name, lines)} />}
        {text && (
          <ImportCsv list={entry} text={text.name} pasted={pastedItem} {...{ items, startTexts, onChange }} />
        )}
        <AdvancedSwitches entries={advancedOf(entry)} more={more} onMore={setMore} />
        <VisuallyHidden aria-live="polite">{moved}</VisuallyHidden>
      </Stack>
    </Fieldset>
  )
}

/** Whether the list is folded, and the item that is to get the caret, which is never behind the fold. */
function useFold(items: readonly Item[]) {
  const [unfolded, setUnfolded] = useState(false)
  const [wanted, want] = useState<string>()
  const folded = !unfolded && items.length > SHOWN_AT_FIRST
  if (folded && wanted !== undefined && indexOf(items, wanted) >= SHOWN_AT_FIRST) setUnfolded(true)
  return { folded, unfold: () => setUnfolded(true), wanted, want }
}

/** The texts that a new item of the list begins with. */
function useStartTexts(row: RowView, entry: ListEntry): StartTexts {
  const { kinds } = useEditor()
  const language = useLanguage()
  const plugin = kinds.fields[row.kind]
  return useCallback(
    (number) => plugin && startItem(plugin, entry.name, number, language),
    [plugin, entry.name, language],
  )
}

/** What lines become that are pasted into the list. */
function usePastedItem({ kind }: RowView, { name }: ListEntry): PastedItem {
  const plugin = useEditor().kinds.fields[kind]
  return useCallback((property, line) => pastedItem(plugin, { list: name, property }, line), [plugin, name])
}

/** Which properties that items mostly have not are shown: those that some item has, and as one likes. */
function useShown(entry: ListEntry, items: readonly Item[]): [string[], (shown: string[]) => void] {
  const used = usedOf(entry, items).map(({ name }) => name)
  const [shown, setShown] = useState(used)
  const [known, setKnown] = useState(used)
  const added = used.filter((name) => !known.includes(name))
  if (used.join() !== known.join()) {
    setKnown(used)
    if (added.length > 0) setShown([...new Set([...shown, ...added])])
  }
  return [shown, setShown]
}

/** Says of each property that items mostly have not whether it is shown. */
function AdvancedSwitches(props: {
  entries: readonly SettingEntry[]
  more: readonly string[]
  onMore: (more: string[]) => void
}) {
  const { more } = props
  return props.entries.map((one) => (
    <Switch
      key={one.name}
      label={one.title}
      description={one.description}
      checked={more.includes(one.name)}
      onChange={({ currentTarget: { checked } }) =>
        props.onMore(checked ? [...more, one.name] : more.filter((name) => name !== one.name))
      }
    />
  ))
}

/** The first `shown` items. Of a long list only the rows near what is seen are in the page, and the one with the focus. */
function Rows(props: {
  block: string
  list: ListEntry
  items: readonly Item[]
  shown: number
  entries: readonly SettingEntry[]
  piped: string
  /** whose text gets the caret as soon as it is there */
  wanted: string | undefined
  onWanted: (id: undefined) => void
  actions: RowActions
}) {
  const { list, items, shown, entries, piped, wanted, onWanted, actions } = props
  const element = useRef<HTMLDivElement>(null)
  const range = useVisibleRows(element, shown)
  const [focused, setFocused] = useState<string>()
  if (wanted !== undefined && wanted !== focused) setFocused(wanted)
  useEffect(() => {
    if (wanted === undefined) return
    const text = textOf(element.current, `settings.${list.name}.${wanted}.`)
    text?.setSelectionRange(text.value.length, text.value.length)
    text?.focus()
    if (text || indexOf(items, wanted) < 0) onWanted(undefined)
  })
  if (shown === 0) return null
  // what an item has besides its text stands below it: the panel is narrow
  const height = LINE_REM * (1 + Math.ceil((entries.length - 1) / BESIDE))
  return (
    <div ref={element} role="list" style={listStyle(shown, height)}>
      <Gaps range={range} count={shown} />
      {rowsToDraw(range, focused === undefined ? -1 : indexOf(items, focused), shown).map((index) => {
        const item = items[index]
        return (
          item && (
            <ListRow
              key={item.id}
              item={item}
              block={props.block}
              title={list.item.title}
              path={`settings.${list.name}.${item.id}`}
              entries={entries}
              piped={piped}
              index={index}
              count={items.length}
              fewest={list.minLength ?? 0}
              style={rowStyle(index, height)}
              onFocus={setFocused}
              actions={actions}
            />
          )
        )
      })}
    </div>
  )
}

/** As high as all its rows, wherever they are drawn, and laid out by itself. */
function listStyle(count: number, height: number): CSSProperties {
  const blockSize = `${count * (height + GAP_REM) - GAP_REM}rem`
  return { position: 'relative', blockSize, contain: 'layout size style' }
}

function rowStyle(index: number, height: number): CSSProperties {
  const place = { insetInline: 0, insetBlockStart: `${index * (height + GAP_REM)}rem` }
  return { position: 'absolute', ...place, blockSize: `${height}rem`, contain: 'layout size style' }
}

/** More is no list of options. */
const LARGEST_CSV = 5_000_000

/** Many items at once from a file, after a look at what comes. */
function ImportCsv(list: Omit<ComponentProps<typeof ImportDialog>, 'opened' | 'file' | 'onClose'>) {
  const reset = useRef<() => void>(null)
  const [file, setFile] = useState<{ name: string; bytes: Uint8Array; number: number }>()
  const [opened, setOpened] = useState(false)
  const take = async (chosen: File | null) => {
    // corrected, the same file can be chosen again
    reset.current?.()
    if (!chosen) return
    if (chosen.size > LARGEST_CSV) {
      toast.warning('This file is larger than 5 MB. Choose a smaller one.')
      return
    }
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer())
      setFile((last) => ({ name: chosen.name, bytes, number: (last?.number ?? 0) + 1 }))
      setOpened(true)
    } catch {
      toast.warning('This file could not be read. Choose it again.')
    }
  }
  // of texts alone, lines are pasted
  if (list.list.item.entries.length < 2) return null
  return (
    <>
      <FileButton
        resetRef={reset}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={(chosen) => void take(chosen)}
      >
        {(props) => (
          <Button variant="subtle" {...props}>
            Import a CSV file
          </Button>
        )}
      </FileButton>
      {file && (
        <Suspense>
          <ImportDialog
            key={file.number}
            {...list}
            opened={opened}
            file={file}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function Paste({ title, add }: { title: string; add(lines: string[]): void }) {
  const [text, setText] = useState<string>()
  if (text === undefined) {
    return (
      <Button variant="subtle" onClick={() => setText('')}>
        Paste a list
      </Button>
    )
  }
  const lines = bareLinesOf(text)
  return (
    <Stack gap={4}>
      <Textarea
        autosize
        minRows={3}
        maxRows={12}
        label="Paste a list"
        data-own-undo
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Text size="sm">{`One ${title.toLowerCase()} per line.`}</Text>
      <Button
        disabled={lines.length === 0}
        onClick={() => {
          add(lines)
          setText(undefined)
        }}
      >
        Add these
      </Button>
    </Stack>
  )
}

/** Whether a problem is one of this setting or of something in it. */
function isWithin(path: string | undefined, setting: string): boolean {
  return path === setting || (path?.startsWith(`${setting}.`) ?? false)
}
