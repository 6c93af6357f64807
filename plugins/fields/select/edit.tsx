import { ActionIcon, Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { EditProps } from '../../kit/control.ts'
import type { Settings } from './field.ts'

type Option = Settings['options'][number]

/** The list of options: the rest of the panel is made from the schema. */
export default function EditSelect({ block, change, t, words }: EditProps<Settings>) {
  const { options } = block.settings
  const [withValues, setWithValues] = useState(() => options.some(({ value }) => value !== undefined))
  const put = (index: number, part: Partial<Option>): void => {
    change({ options: options.map((option, at) => (at === index ? { ...option, ...part } : option)) })
  }
  const move = (index: number, by: -1 | 1): void => {
    const moved = options.toSpliced(index, 1)
    change({ options: moved.toSpliced(index + by, 0, ...options.slice(index, index + 1)) })
  }
  return (
    <Stack gap={8}>
      {options.map((option, index) => (
        <Group key={option.id} gap={4} wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={t('edit.label', { number: index + 1 })}
            value={option.label}
            onChange={(event) => put(index, { label: event.currentTarget.value })}
          />
          {withValues && (
            <TextInput
              w={88}
              aria-label={`${t('edit.value')}: ${option.label}`}
              placeholder={t('edit.value')}
              value={option.value ?? ''}
              onChange={(event) => put(index, { value: event.currentTarget.value || undefined })}
            />
          )}
          <ActionIcon
            variant="subtle"
            aria-label={t('edit.up', { label: option.label })}
            disabled={index === 0}
            onClick={() => move(index, -1)}
          >
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={t('edit.down', { label: option.label })}
            disabled={index === options.length - 1}
            onClick={() => move(index, 1)}
          >
            <IconArrowDown size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={t('edit.remove', { label: option.label })}
            onClick={() => change({ options: options.toSpliced(index, 1) })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="light"
        leftSection={<IconPlus size={16} />}
        onClick={() =>
          change({ options: [...options, newOption(words('start.option', { number: options.length + 1 }))] })
        }
      >
        {t('edit.add')}
      </Button>
      <Paste t={t} add={(labels) => change({ options: [...options, ...labels.map(newOption)] })} />
      <Checkbox
        label={t('edit.values')}
        description={t('edit.values.words')}
        checked={withValues}
        onChange={(event) => setWithValues(event.currentTarget.checked)}
      />
    </Stack>
  )
}

function Paste({ add, t }: { add(labels: string[]): void; t: EditProps<Settings>['t'] }) {
  const [text, setText] = useState<string>()
  if (text === undefined) {
    return (
      <Button variant="subtle" onClick={() => setText('')}>
        {t('edit.paste')}
      </Button>
    )
  }
  const labels = text.split('\n').flatMap((line) => line.trim() || [])
  return (
    <Stack gap={4}>
      <Textarea
        autosize
        minRows={3}
        maxRows={12}
        label={t('edit.paste')}
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

function newOption(label: string): Option {
  const random = crypto.getRandomValues(new Uint32Array(2))
  return { id: `o${[...random].map((part) => part.toString(36)).join('')}`, label }
}
