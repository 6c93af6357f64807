import { ActionIcon, Button, Fieldset, Group, Input, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import type { EditProps } from '@formwright/kit/control'
import { linesOf, withLines } from '@formwright/kit/pasted_lines'
import { type Settings, startLabel } from './field.ts'

type Line = Settings['rows'][number]

/** Rows and columns, one list below the other: the panel has no control for lists of objects. */
export default function EditMatrix(props: EditProps<Settings>) {
  return (
    <>
      <Lines {...props} list="rows" />
      <Lines {...props} list="columns" />
    </>
  )
}

function Lines({ block, change, t, words, list }: EditProps<Settings> & { list: 'rows' | 'columns' }) {
  const lines = block.settings[list]
  const adder = useRef<HTMLButtonElement>(null)
  const put = (next: Line[]) => change(list === 'rows' ? { rows: next } : { columns: next })
  const move = (index: number, by: -1 | 1) => {
    put(lines.toSpliced(index, 1).toSpliced(index + by, 0, ...lines.slice(index, index + 1)))
  }
  const paste = (index: number, whole: boolean, pasted: readonly string[]) => {
    const unnamed = ({ label }: Line, place: number) => label === startLabel(list, place + 1, words)
    put(
      withLines(lines, pasted, {
        at: lines[index]?.id,
        givesWay: (line, place) => (place === index && whole) || unnamed(line, place),
        make: (label, free) => ({ id: free ?? newId(), label }),
      }),
    )
  }
  return (
    <Fieldset
      variant="unstyled"
      p={0}
      legend={<Input.Label component="span">{t(`edit.${list}`)}</Input.Label>}
      data-setting={`settings.${list}`}
    >
      {lines.map(({ id, label }, index) => (
        <Group key={id} gap={4} mb={8} wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={t(`edit.${list}.label`, { number: index + 1 })}
            value={label}
            onChange={(event) => put(lines.with(index, { id, label: event.currentTarget.value }))}
            onPaste={(event) => {
              const pasted = linesOf(event.clipboardData.getData('text/plain'))
              if (pasted.length < 2) return
              event.preventDefault()
              const { selectionStart, selectionEnd, value } = event.currentTarget
              paste(index, selectionStart === 0 && selectionEnd === value.length, pasted)
            }}
          />
          <ActionIcon
            variant="subtle"
            aria-label={t('edit.up', { label })}
            disabled={index === 0}
            onClick={() => move(index, -1)}
          >
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={t('edit.down', { label })}
            disabled={index === lines.length - 1}
            onClick={() => move(index, 1)}
          >
            <IconArrowDown size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={t('edit.remove', { label })}
            disabled={lines.length === 1}
            onClick={() => {
              put(lines.filter((line) => line.id !== id))
              // The button that was pressed goes with its line.
              adder.current?.focus()
            }}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        ref={adder}
        variant="light"
        leftSection={<IconPlus size={16} />}
        onClick={() => put([...lines, { id: newId(), label: startLabel(list, lines.length + 1, words) }])}
      >
        {t(`edit.${list}.add`)}
      </Button>
    </Fieldset>
  )
}

function newId(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `l${number.toString(36)}`
}
