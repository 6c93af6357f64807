import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NativeSelect,
  NumberInput,
  Popover,
  TextInput,
} from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { memo, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { bareLinesOf } from '@formwright/kit/pasted_lines'
import type { SettingEntry } from '@formwright/kit/settings_form'
import { MediaButton } from '../media/media_button.tsx'
import { mediaFile } from '../media/media_file.ts'
import { same } from '../draft/same.ts'
import type { Item } from './list_items.ts'
import type { RowActions } from './row_actions.ts'

interface RowProps {
  item: Item
  title: string
  /** of whose settings the list is one */
  block: string
  path: string
  entries: readonly SettingEntry[]
  /** names of the texts that answers may stand in */
  piped: string
  index: number
  count: number
  /** so many stay */
  fewest: number
  style: CSSProperties
  onFocus: (id: string) => void
  actions: RowActions
}

/** One item: its text, what else it has, and the buttons that move and remove it. */
export const ListRow = memo(function ListRow(props: RowProps) {
  const { item, title, entries, index, count, actions } = props
  const text = entries.find(({ type }) => type === 'text')
  const label = text && typeof item[text.name] === 'string' ? actions.shown(String(item[text.name])) : ''
  const called = label.trim() === '' ? `${title.toLowerCase()} ${index + 1}` : label
  const rest = entries.filter((entry) => entry !== text)
  const others = rest.map((entry) => <Member key={entry.name} {...props} entry={entry} called={called} />)
  return (
    <div
      role="listitem"
      aria-setsize={count}
      aria-posinset={index + 1}
      style={props.style}
      onFocus={() => props.onFocus(item.id)}
      onKeyDown={(event) => moveByKey(event, props)}
    >
      <Group gap={4} wrap="nowrap">
        {text && <ItemText {...props} entry={text} />}
        <Action name={`Move ${called} up`} disabled={index === 0} onClick={() => actions.move(item.id, -1)}>
          <IconArrowUp size={16} />
        </Action>
        <Action
          name={`Move ${called} down`}
          disabled={index === count - 1}
          onClick={() => actions.move(item.id, 1)}
        >
          <IconArrowDown size={16} />
        </Action>
        <Action
          name={`Remove ${called}`}
          disabled={count <= props.fewest}
          onClick={() => actions.remove(item.id)}
        >
          <IconTrash size={16} />
        </Action>
      </Group>
      {rest.length > 0 && <Group gap={4}>{others}</Group>}
    </div>
  )
}, isSame)

/** Settings are read anew at each letter, and their objects may be new. */
function isSame(before: RowProps, now: RowProps): boolean {
  return (
    same(before.item, now.item) &&
    same(before.style, now.style) &&
    before.entries.length === now.entries.length &&
    before.entries.every((entry, at) => entry === now.entries[at]) &&
    before.index === now.index &&
    before.count === now.count &&
    before.fewest === now.fewest &&
    before.piped === now.piped &&
    before.actions === now.actions
  )
}

/** Alt and the arrow keys move an item, as they move blocks. */
function moveByKey(event: KeyboardEvent, { item, actions }: RowProps): void {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  if (by === 0 || !event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  event.stopPropagation()
  actions.move(item.id, by)
}

function Action(props: { name: string; disabled: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="subtle" aria-label={props.name} disabled={props.disabled} onClick={props.onClick}>
      {props.children}
    </ActionIcon>
  )
}

/** The text of an item. Several lines that are pasted into it become items. */
function ItemText({ item, title, path, index, piped, actions, entry }: RowProps & { entry: SettingEntry }) {
  const value = item[entry.name]
  const text = typeof value === 'string' ? value : ''
  const takes = piped.split(',').includes(entry.name)
  return (
    <TextInput
      flex={1}
      aria-label={`${entry.title} of ${title.toLowerCase()} ${index + 1}`}
      data-setting={`${path}.${entry.name}`}
      maxLength={entry.maxLength}
      value={takes ? actions.shown(text) : text}
      onChange={(event) => {
        const typed = event.currentTarget.value
        actions.put(item.id, entry.name, takes ? actions.stored(typed) : typed)
      }}
      onPaste={(event) => {
        const lines = bareLinesOf(event.clipboardData.getData('text/plain'))
        if (lines.length < 2) return
        event.preventDefault()
        const { selectionStart, selectionEnd, value: whole } = event.currentTarget
        actions.paste(entry.name, lines, {
          id: item.id,
          whole: selectionStart === 0 && selectionEnd === whole.length,
        })
      }}
    />
  )
}

/** So many pixels of a picture are enough at an option, which is a tile at most. */
const ITEM_SIDE = 1200

/** Something else that an item has: small, beside its text. */
function Member(props: RowProps & { entry: SettingEntry; called: string }) {
  const { item, path, actions, entry } = props
  const value = item[entry.name]
  const put = (next: unknown) => actions.put(item.id, entry.name, next)
  const shared = {
    'aria-label': `${entry.title}: ${props.called}`,
    'data-setting': `${path}.${entry.name}`,
  }
  if (entry.type === 'boolean') {
    return (
      <Checkbox
        {...shared}
        label={entry.title}
        checked={value === true}
        onChange={(event) => put(event.currentTarget.checked)}
      />
    )
  }
  if (entry.type === 'image' || entry.type === 'file') {
    return (
      <MediaButton
        name={shared['aria-label']}
        place={`${props.block} ${shared['data-setting']}`}
        data-setting={shared['data-setting']}
        use={entry.type}
        maxSide={ITEM_SIDE}
        value={mediaFile(value)}
        onChange={put}
      />
    )
  }
  if (entry.type === 'choice') {
    return (
      <NativeSelect
        {...shared}
        data={[...(entry.optional ? [''] : []), ...(entry.choices ?? [])]}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => put(event.currentTarget.value || undefined)}
      />
    )
  }
  if (entry.type === 'list') return <Chosen {...shared} entry={entry} value={value} put={put} />
  if (entry.type === 'number') {
    return (
      <NumberInput
        {...shared}
        w={104}
        placeholder={entry.title}
        allowDecimal={entry.integer !== true}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => {
          if (typeof next === 'number') put(next)
          else if (next === '') put(entry.optional ? undefined : entry.default)
        }}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      w={104}
      placeholder={entry.title}
      maxLength={entry.maxLength}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => put(event.currentTarget.value || (entry.optional ? undefined : ''))}
    />
  )
}

/** So many options are listed at a time; typing finds the others. */
const LISTED = 100

/** Several options of another field: what is chosen on a button, the choice below it, since a row is low. */
function Chosen(props: {
  'aria-label': string
  'data-setting': string
  entry: SettingEntry
  value: unknown
  put: (next: readonly string[] | undefined) => void
}) {
  const { entry, value, put } = props
  const ids = Array.isArray(value) ? value.map(String) : []
  const choices = entry.choices ?? []
  const [first] = ids
  const label = choices.find((choice) => choice.value === first)?.label ?? (first ? 'Gone' : 'Always')
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="compact-sm"
          h={32}
          maw={160}
          fw={400}
          aria-label={`${props['aria-label']}, ${ids.length > 1 ? `${label} and ${ids.length - 1} more` : label}`}
          data-setting={props['data-setting']}
        >
          {ids.length > 1 ? `${label} +${ids.length - 1}` : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <MultiSelect
          w={240}
          label={entry.title}
          description="Nothing chosen: always."
          data={choices.map((choice) => ({ ...choice }))}
          limit={LISTED}
          searchable
          clearable
          hidePickedOptions
          comboboxProps={{ withinPortal: false }}
          value={ids}
          onChange={(next) => put(next.length > 0 ? next : undefined)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
