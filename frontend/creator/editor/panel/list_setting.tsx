import { Button, Fieldset, Input, Stack, Switch, Text, Textarea, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from 'react'
import { showKeys, storeIds } from '../../../../engine/logic/references.ts'
import { isUnnamed, linesOf, withLines } from '@formwright/kit/pasted_lines'
import type { SettingEntry } from '@formwright/kit/settings_form'
import { toast } from '../../../design/toasts.tsx'
import { startItem } from '../blocks/kinds.ts'
import { namesOf, spoken, takesReferences } from '../blocks/references.ts'
import { newItemId } from '../blocks/text_path.ts'
import type { RowView } from '../draft/store.ts'
import { useEditor, useLanguage, useProblemsOf } from '../use_editor.ts'
import { ListRow, type Item, type RowActions } from './list_row.tsx'
import { Gaps, rowsToDraw, useVisibleRows } from './visible_rows.tsx'

/** Longer lists are unfolded when asked for. */
const SHOWN_AT_FIRST = 50

/** Height of a line of a row, and the gap below the row. */
const LINE_REM = 2.25
const GAP_REM = 0.5

type ListEntry = SettingEntry & { item: NonNullable<SettingEntry['item']> }

/** A list of objects in the settings of a block: options, rows, columns. */
export function ListSetting(props: {
  row: RowView
  entry: ListEntry
  value: unknown
  /** `step` names changes that are one step of undo when they follow one another */
  onChange: (value: readonly Item[], step?: string) => void
}) {
  const { entry, row, onChange } = props
  const { title, entries } = entry.item
  const editor = useEditor()
  const language = useLanguage()
  const { value } = props
  const items = isList(value) ? value : NONE
  const problems = useProblemsOf(row.id).filter(({ path }) => isWithin(path, `settings.${entry.name}`))
  const [more, setMore] = useState(() =>
    advancedOf(entry)
      .filter((one) => items.some((item) => item[one.name] !== undefined))
      .map(({ name }) => name),
  )
  const [unfolded, setUnfolded] = useState(false)
  const [moved, setMoved] = useState('')
  const adder = useRef<HTMLButtonElement>(null)

  const plugin = editor.kinds.fields[row.kind]
  const began = useCallback(
    (number: number) => plugin && startItem(plugin, entry.name, number, language),
    [plugin, entry.name, language],
  )
  const most = entry.maxLength ?? Infinity
  const now = useRef({ items, onChange })
  useLayoutEffect(() => {
    now.current = { items, onChange }
  })
  const actions = useMemo((): RowActions => {
    const edit = (work: (items: readonly Item[]) => readonly Item[], step?: string) =>
      now.current.onChange(work(now.current.items), step)
    const names = namesOf(editor)
    return {
      put(id, name, value) {
        edit((all) => withItem(all, id, name, value), `${entry.name}.${id}.${name}`)
      },
      move(id, by) {
        const { items: all } = now.current
        const place = indexOf(all, id) + by
        if (place < 0 || place >= all.length) return
        edit((list) => swapped(list, id, by))
        setMoved(`${title} ${place + 1} of ${all.length}`)
      },
      remove(id) {
        const { items: all } = now.current
        const place = indexOf(all, id)
        const near = all[place + 1] ?? all[place - 1]
        edit((list) => list.filter((item) => item.id !== id))
        // the button that was pressed goes with its row
        ;((near && textOf(adder.current, `settings.${entry.name}.${near.id}.`)) ?? adder.current)?.focus()
      },
      paste(property, lines, into) {
        const { items: all } = now.current
        const taken = new Set(all.map(({ id }) => id))
        const next = withLines<Item>(all, lines, {
          at: into?.id,
          givesWay: (item, index) =>
            (item.id === into?.id && into.whole) || isUnnamed(item, began(index + 1)),
          make(line, free) {
            const id = free ?? newItemId(taken)
            taken.add(id)
            return newItem(entries, id, { [property]: line })
          },
        })
        if (next.length > most)
          toast.warning(
            `There can be ${most} at most. ${(next.length - most).toLocaleString('en')} were left out.`,
          )
        edit(() => next.slice(0, most))
      },
      shown: (text) => showKeys(text, editor.store.keyOf),
      stored: (text) => storeIds(text, names.idOf, names.addressIn),
    }
  }, [editor, entry.name, entries, title, most, began])

  const drawn = entries.filter((one) => !one.advanced || more.includes(one.name))
  const [text] = drawn.filter(({ type }) => type === 'text')
  const piped = useMemo(
    () =>
      drawn
        .filter(
          (one) =>
            items[0] &&
            takesReferences(editor.kinds, row.kind, `${entry.name}.${items[0].id}.${one.name}`, row.content),
        )
        .map(({ name }) => name)
        .join(),
    [drawn, items, editor.kinds, row.kind, row.content, entry.name],
  )
  const folded = !unfolded && items.length > SHOWN_AT_FIRST
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
          list={entry}
          items={items}
          shown={folded ? SHOWN_AT_FIRST : items.length}
          entries={drawn}
          piped={piped}
          actions={actions}
        />
        {problems.map(({ message }) => (
          <Input.Error key={message}>{spoken(editor, message)}</Input.Error>
        ))}
        {folded && (
          <Button variant="subtle" onClick={() => setUnfolded(true)}>
            {`Show all ${items.length} ${entry.title.toLowerCase()}`}
          </Button>
        )}
        <Button
          ref={adder}
          variant="light"
          leftSection={<IconPlus size={16} />}
          disabled={items.length >= most}
          onClick={() => {
            setUnfolded(true)
            const id = newItemId(items.map((item) => item.id))
            onChange([...items, newItem(entries, id, began(items.length + 1))])
          }}
        >
          {`Add ${title.toLowerCase()}`}
        </Button>
        {text && <Paste title={title} add={(lines) => actions.paste(text.name, lines)} />}
        {advancedOf(entry).map((one) => (
          <Switch
            key={one.name}
            label={one.title}
            description={one.description}
            checked={more.includes(one.name)}
            onChange={(event) => {
              const { checked } = event.currentTarget
              setMore((names) => (checked ? [...names, one.name] : names.filter((name) => name !== one.name)))
            }}
          />
        ))}
        <VisuallyHidden aria-live="polite">{moved}</VisuallyHidden>
      </Stack>
    </Fieldset>
  )
}

/** The first `shown` items. Of a long list only the rows near what is seen are in the page, and the one with the focus. */
function Rows(props: {
  list: ListEntry
  items: readonly Item[]
  shown: number
  entries: readonly SettingEntry[]
  piped: string
  actions: RowActions
}) {
  const { list, items, shown, entries, piped, actions } = props
  const element = useRef<HTMLDivElement>(null)
  const range = useVisibleRows(element, shown)
  const [focused, setFocused] = useState<string>()
  if (shown === 0) return null
  // what an item has besides its text stands below it: the panel is narrow
  const height = LINE_REM * (entries.length > 1 ? 2 : 1)
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

function Paste({ title, add }: { title: string; add(lines: string[]): void }) {
  const [text, setText] = useState<string>()
  if (text === undefined) {
    return (
      <Button variant="subtle" onClick={() => setText('')}>
        Paste a list
      </Button>
    )
  }
  const lines = linesOf(text)
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

/** What items may have besides, and mostly have not. */
function advancedOf({ item }: ListEntry): SettingEntry[] {
  return item.entries.filter(({ advanced }) => advanced)
}

const NONE: readonly Item[] = []

/** A plain loop, as below. */
function isList(value: unknown): value is readonly Item[] {
  if (!Array.isArray(value)) return false
  for (const item of value) if (typeof Object(item).id !== 'string') return false
  return true
}

/** An item that says `texts`, with what its schema says of the rest. */
function newItem(
  entries: readonly SettingEntry[],
  id: string,
  texts: Readonly<Record<string, string>> = {},
): Item {
  const rest = entries.flatMap(({ name, type, optional, default: begins }): [string, unknown][] => {
    if (begins !== undefined) return [[name, begins]]
    return !optional && type === 'text' ? [[name, '']] : []
  })
  return { ...Object.fromEntries(rest), ...texts, id }
}

function withItem(items: readonly Item[], id: string, name: string, value: unknown): readonly Item[] {
  const index = indexOf(items, id)
  const item = items[index]
  return item ? items.with(index, { ...item, [name]: value }) : items
}

function swapped(items: readonly Item[], id: string, by: -1 | 1): readonly Item[] {
  const index = indexOf(items, id)
  return items.toSpliced(index, 1).toSpliced(index + by, 0, ...items.slice(index, index + 1))
}

/** The first text of an item that is drawn. */
function textOf(list: HTMLElement | null, path: string): HTMLElement | null | undefined {
  return list?.closest('fieldset')?.querySelector<HTMLElement>(`input[data-setting^="${CSS.escape(path)}"]`)
}

/** A plain loop: a list may be long, and this runs for each key. */
function indexOf(items: readonly Item[], id: string): number {
  for (let index = 0; index < items.length; index += 1) if (items[index]?.id === id) return index
  return -1
}

/** Whether a problem is one of this setting or of something in it. */
function isWithin(path: string | undefined, setting: string): boolean {
  return path === setting || (path?.startsWith(`${setting}.`) ?? false)
}
