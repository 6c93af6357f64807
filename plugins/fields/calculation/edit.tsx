import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import type { EditProps } from '../../kit/control.ts'
import type { Settings } from './field.ts'
import { shownFormula, storedFormula } from './references.ts'

/** The formula, typed with keys and stored with ids. The rest of the panel is made from the schema. */
export default function EditCalculation({ block, change, references, problems, t }: EditProps<Settings>) {
  const stored = block.settings.formula
  const area = useRef<HTMLTextAreaElement>(null)
  // What is typed stays as it is typed; it gives way only when the stored formula changes from elsewhere.
  const [typed, setTyped] = useState({ stored, text: shownFormula(stored, references) })
  const text = typed.stored === stored ? typed.text : shownFormula(stored, references)
  const type = (next: string): void => {
    const formula = storedFormula(next, references)
    setTyped({ stored: formula, text: next })
    change({ formula })
  }
  const insert = (key: string): void => {
    const at = area.current?.selectionStart ?? text.length
    const end = area.current?.selectionEnd ?? at
    type(`${text.slice(0, at)}{${key}}${text.slice(end)}`)
    area.current?.focus()
  }
  const messages = problems
    .filter(({ path }) => path?.startsWith('settings.formula'))
    .map(({ message }) => message)
  return (
    <Stack gap={8}>
      <Textarea
        ref={area}
        label={t('edit.formula')}
        description={t('edit.formula.words')}
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        value={text}
        error={messages.length > 0 ? messages.join(' ') : undefined}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {references.length > 0 && (
        <Group gap={4} role="group" aria-label={t('edit.references')}>
          <Text size="sm">{t('edit.references')}</Text>
          {references.map(({ id, key, label }) => (
            <Button key={id} size="compact-xs" variant="default" title={label} onClick={() => insert(key)}>
              {key}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  )
}
