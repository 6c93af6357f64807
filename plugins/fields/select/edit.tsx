import { ActionIcon, Button, Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { memo, useCallback, useLayoutEffect, useRef, useState, type CSSProperties } from 'react'
import type { EditProps } from '@formwright/kit/control'
import { linesOf, withLines } from '@formwright/kit/pasted_lines'
import { startOption, type Settings } from './field.ts'
import { Gaps, rowsToDraw, useVisibleRows } from './visible_rows.tsx'

type Option = Settings['options'][number]

/** Longer lists are unfolded when asked for. */
const SHOWN_AT_FIRST = 50

/** Height of a row with the gap below it, of which the gap is the second. */
const ROW_REM = 2.75
const GAP_REM = 0.5

/** As high as all its rows, wherever they are drawn, and laid out by itself. */
function listStyle(count: number): CSSProperties {
  return { position: 'relative', blockSize: `${count * ROW_REM - GAP_REM}rem`, contain: 'layout size style' }
}

function rowStyle(index: number): CSSProperties {
  const place = { position: 'absolute', insetInline: 0, insetBlockStart: `${index * ROW_REM}rem` } as const
  return { ...place, blockSize: `${ROW_REM - GAP_REM}rem`, contain: 'layout size style' }
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
  const move = useCallback(
    (id: string, by: -1 | 1) =>
      edit((all) => {
        const index = indexOf(all, id)
        return all.toSpliced(index, 1).toSpliced(index + by, 0, ...all.slice(index, index + 1))
      }),
    [edit],
  )
  const folded = !unfolded && options.length > SHOWN_AT_FIRST
  return (
    <Stack gap={8}>
      <OptionList
        options={options}
        shown={folded ? SHOWN_AT_FIRST : options.length}
        withValue={withValues}
        edit={edit}
        move={move}
        remove={remove}
        paste={paste}
        t={t}
      />
      {folded && (
        <Button variant="subtle" onClick={() => setUnfolded(true)}>
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

interface RowProps {
  withValue: boolean
  edit: (work: (options: Option[]) => Option[]) => void
  move: (id: string, by: -1 | 1) => void
  remove: (id: string) => void
  paste: (lines: readonly string[], into: { id: string; whole: boolean }) => void
  t: EditProps<Settings>['t']
}

/** The first `shown` options. Of a long list only the rows near what is seen are in the page, and the one with the focus. */
function OptionList({ options, shown, ...shared }: RowProps & { options: readonly Option[]; shown: number }) {
  const list = useRef<HTMLDivElement>(null)
  const range = useVisibleRows(list, shown)
  const [focused, setFocused] = useState<string>()
  if (shown === 0) return null
  return (
    <div ref={list} role="list" style={listStyle(shown)}>
      <Gaps range={range} count={shown} />
      {rowsToDraw(range, indexOf(options, focused), shown).map((index) => {
        const option = options[index]
        return (
          option && (
            <OptionRow
              key={option.id}
              id={option.id}
              label={option.label}
              value={option.value}
              index={index}
              count={options.length}
              onFocus={setFocused}
              {...shared}
            />
          )
        )
      })}
    </div>
  )
}

/** Takes the parts of an option, not the option: settings are read anew at each letter, and all their objects are new. */
const OptionRow = memo(function OptionRow(
  props: RowProps & {
    id: string
    label: string
    value: string | undefined
    index: number
    count: number
    onFocus: (id: string) => void
  },
) {
  const { id, label, index, count, edit, move, t } = props
  const put = (part: Partial<Option>) =>
    edit((all) => {
      const index = indexOf(all, id)
      const one = all[index]
      return one ? all.with(index, { ...one, ...part }) : all
    })
  return (
    <Group
      role="listitem"
      aria-setsize={count}
      aria-posinset={index + 1}
      style={rowStyle(index)}
      gap={4}
      wrap="nowrap"
      onFocus={() => props.onFocus(id)}
    >
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
        disabled={index === count - 1}
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

/** A plain loop: a list may be long, and this runs for each key. */
function indexOf(options: readonly Option[], id: string | undefined): number {
  for (let index = 0; index < options.length; index += 1) if (options[index]?.id === id) return index
  return -1
}

function newOption(label: string, id = newId()): Option {
  return { id, label }
}

function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(2))
  return `o${[...random].map((part) => part.toString(36)).join('')}`
}
