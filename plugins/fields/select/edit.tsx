import { ActionIcon, Button, Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import {
  memo,
  startTransition,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
} from 'react'
import { chunksOf, type Chunk } from '../../kit/chunks.ts'
import type { EditProps } from '../../kit/control.ts'
import { linesOf, withLines } from '../../kit/pasted_lines.ts'
import { startOption, type Settings } from './field.ts'

type Option = Settings['options'][number]

/** Longer lists are unfolded when asked for. */
const SHOWN_AT_FIRST = 50

/**
 * Rows out of sight are in the page, for keys and for those who listen, and the browser does not draw them. What is
 * drawn is cut at the edge of its rows, so there is room for the ring of a part that has the focus.
 */
function rowsStyle(count: number): CSSProperties {
  return {
    contentVisibility: 'auto',
    containIntrinsicBlockSize: `auto ${count * 44 - 8}px`,
    margin: -4,
    padding: 4,
  }
}

/** The list of options: the rest of the panel is made from the schema. */
export default function EditSelect({ block, change, t, words }: EditProps<Settings>) {
  const { options } = block.settings
  const [withValues, setWithValues] = useState(() => options.some(({ value }) => value !== undefined))
  const [unfolded, setUnfolded] = useState(false)
  const adder = useRef<HTMLButtonElement>(null)
  const now = useRef({ options, change, words })
  useLayoutEffect(() => {
    now.current = { options, change, words }
  })
  // always the same function: a row is drawn anew only when its own option changed
  const edit = useCallback((work: (options: Option[]) => Option[]) => {
    now.current.change({ options: work(now.current.options) })
  }, [])
  const remove = useCallback(
    (id: string) => {
      edit((all) => all.filter((option) => option.id !== id))
      // the button that was pressed goes with its row
      adder.current?.focus()
    },
    [edit],
  )
  const paste = useCallback(
    (lines: readonly string[], into?: { id: string; whole: boolean }) => {
      const unnamed = ({ label, value }: Option, index: number) =>
        value === undefined && label === startOption(index + 1, now.current.words)
      edit((all) =>
        withLines(all, lines, {
          at: into?.id,
          givesWay: (option, index) => (option.id === into?.id && into.whole) || unnamed(option, index),
          make: newOption,
        }),
      )
    },
    [edit],
  )
  const moved = useRef('')
  const move = useCallback(
    (id: string, by: -1 | 1) => {
      moved.current = id
      edit((all) => {
        const index = all.findIndex((option) => option.id === id)
        return all.toSpliced(index, 1).toSpliced(index + by, 0, ...all.slice(index, index + 1))
      })
    },
    [edit],
  )
  const folded = !unfolded && options.length > SHOWN_AT_FIRST
  const shown = folded ? options.slice(0, SHOWN_AT_FIRST) : options
  const chunks = useChunks(shown, (id) => id === moved.current)
  let end = 0
  return (
    <Stack gap={8}>
      {chunks.map(({ id, items }) => {
        const start = end
        end += items.length
        return (
          <NumberedRows
            key={id}
            options={shown.slice(start, end)}
            start={start}
            ends={end === options.length}
            withValue={withValues}
            edit={edit}
            move={move}
            remove={remove}
            paste={paste}
            t={t}
          />
        )
      })}
      {folded && (
        <Button variant="subtle" onClick={() => startTransition(() => setUnfolded(true))}>
          {t('edit.all', { count: options.length })}
        </Button>
      )}
      <Button
        ref={adder}
        variant="light"
        leftSection={<IconPlus size={16} />}
        onClick={() => {
          setUnfolded(true)
          edit((all) => [...all, newOption(startOption(all.length + 1, words))])
        }}
      >
        {t('edit.add')}
      </Button>
      <Paste t={t} add={paste} />
      <Switch
        label={t('edit.values')}
        description={t('edit.values.words')}
        checked={withValues}
        onChange={(event) => setWithValues(event.currentTarget.checked)}
      />
    </Stack>
  )
}

/** The options in chunks: those that nothing happened to are left alone. */
function useChunks(options: readonly Option[], held: (id: string) => boolean): readonly Chunk[] {
  const [chunks, setChunks] = useState<readonly Chunk[]>([])
  if (sameOrder(options, chunks)) return chunks
  const now = chunksOf(
    options.map(({ id }) => [id]),
    chunks,
    held,
  )
  setChunks(now)
  return now
}

function sameOrder(options: readonly Option[], chunks: readonly Chunk[]): boolean {
  let at = 0
  for (const { items } of chunks) {
    for (const id of items) {
      if (options[at]?.id !== id) return false
      at += 1
    }
  }
  return at === options.length
}

interface Rows {
  options: readonly Option[]
  /** how many options are before them */
  start: number
  /** whether they are the last ones */
  ends: boolean
  withValue: boolean
  edit: (work: (options: Option[]) => Option[]) => void
  move: (id: string, by: -1 | 1) => void
  remove: (id: string) => void
  paste: (lines: readonly string[], into: { id: string; whole: boolean }) => void
  t: EditProps<Settings>['t']
}

/** Numbers follow a moment later: one option less above is no reason to draw all that follow before anything else. */
function NumberedRows(props: Rows) {
  return <OptionRows {...props} start={useDeferredValue(props.start)} />
}

const OptionRows = memo(
  function OptionRows({ options, start, ends, ...shared }: Rows) {
    return (
      <Stack gap={8} style={rowsStyle(options.length)}>
        {options.map((option, index) => (
          <OptionRow
            key={option.id}
            id={option.id}
            label={option.label}
            value={option.value}
            index={start + index}
            last={ends && index === options.length - 1}
            {...shared}
          />
        ))}
      </Stack>
    )
  },
  (before, after) =>
    before.start === after.start &&
    before.ends === after.ends &&
    before.withValue === after.withValue &&
    before.t === after.t &&
    before.edit === after.edit &&
    sameOptions(before.options, after.options),
)

function sameOptions(before: readonly Option[], after: readonly Option[]): boolean {
  for (const [index, now] of after.entries()) {
    const was = before[index]
    if (was?.id !== now.id || was.label !== now.label || was.value !== now.value) return false
  }
  return before.length === after.length
}

/** Takes the parts of an option, not the option: settings are read anew at each letter, and all their objects are new. */
const OptionRow = memo(function OptionRow(props: {
  id: string
  label: string
  value: string | undefined
  index: number
  last: boolean
  withValue: boolean
  edit: (work: (options: Option[]) => Option[]) => void
  move: (id: string, by: -1 | 1) => void
  remove: (id: string) => void
  paste: (lines: readonly string[], into: { id: string; whole: boolean }) => void
  t: EditProps<Settings>['t']
}) {
  const { id, label, index, edit, move, t } = props
  const put = (part: Partial<Option>) =>
    edit((all) => {
      const index = all.findIndex((one) => one.id === id)
      const one = all[index]
      return one ? all.with(index, { ...one, ...part }) : all
    })
  return (
    <Group gap={4} wrap="nowrap">
      <TextInput
        flex={1}
        aria-label={t('edit.label', { number: index + 1 })}
        value={label}
        onChange={(event) => put({ label: event.currentTarget.value })}
        onPaste={(event) => {
          const lines = linesOf(event.clipboardData.getData('text/plain'))
          if (lines.length < 2) return
          event.preventDefault()
          const { selectionStart, selectionEnd, value } = event.currentTarget
          props.paste(lines, { id, whole: selectionStart === 0 && selectionEnd === value.length })
        }}
      />
      {props.withValue && (
        <TextInput
          w={88}
          aria-label={`${t('edit.value')}: ${label}`}
          placeholder={t('edit.value')}
          value={props.value ?? ''}
          onChange={(event) => put({ value: event.currentTarget.value || undefined })}
        />
      )}
      <ActionIcon
        variant="subtle"
        aria-label={t('edit.up', { label })}
        disabled={index === 0}
        onClick={() => move(id, -1)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={t('edit.down', { label })}
        disabled={props.last}
        onClick={() => move(id, 1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={t('edit.remove', { label })} onClick={() => props.remove(id)}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  )
})

function Paste({ add, t }: { add(labels: string[]): void; t: EditProps<Settings>['t'] }) {
  const [text, setText] = useState<string>()
  if (text === undefined) {
    return (
      <Button variant="subtle" onClick={() => setText('')}>
        {t('edit.paste')}
      </Button>
    )
  }
  const labels = linesOf(text)
  return (
    <Stack gap={4}>
      <Textarea
        autosize
        minRows={3}
        maxRows={12}
        label={t('edit.paste')}
        data-own-undo
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Text size="sm">{t('edit.paste.words')}</Text>
      <Button
        disabled={labels.length === 0}
        onClick={() => {
          add(labels)
          setText(undefined)
        }}
      >
        {t('edit.paste.done')}
      </Button>
    </Stack>
  )
}

function newOption(label: string, id = newId()): Option {
  return { id, label }
}

function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(2))
  return `o${[...random].map((part) => part.toString(36)).join('')}`
}
