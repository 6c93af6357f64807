import { Button, Group, Stack, Text, Textarea, UnstyledButton } from '@mantine/core'
import { IconClipboardText, IconFile, IconSparkles } from '@tabler/icons-react'
import { useId, useState, type ComponentType } from 'react'
import { FormError } from '../../design/form_error.tsx'
import { submits, textOf } from '../accounts/form_fields.ts'
import classes from './starts.module.css'
import { useNewForm } from './use_new_form.ts'

/** The ways to begin a form, one line each. */
export function Starts(props: { workspaceId: string | undefined; replace?: boolean }) {
  const { workspaceId, replace } = props
  const { begin, isPending, error } = useNewForm(workspaceId, { replace })
  const [pasting, setPasting] = useState(false)
  const [nothing, setNothing] = useState(false)
  const paste = useId()
  const disabled = isPending || workspaceId === undefined
  return (
    <Stack gap="md" w="100%" maw={480} ta="start">
      {error && <FormError>{error.message}</FormError>}
      <ul className={classes.list}>
        <li>
          <StartButton
            icon={IconFile}
            title="Blank form"
            words="Start with an empty page."
            disabled={disabled}
            onClick={() => begin('blank')}
          />
        </li>
        <li>
          <StartButton
            icon={IconClipboardText}
            title="Paste questions"
            words="Each line becomes a question."
            disabled={disabled}
            onClick={() => setPasting(!pasting)}
            aria-expanded={pasting}
            aria-controls={paste}
          />
          <div id={paste} hidden={!pasting}>
            {pasting && (
              <form
                className={classes.paste}
                noValidate
                onSubmit={submits((element) => {
                  const questions = textOf(element, 'questions').trim()
                  setNothing(questions === '')
                  if (questions !== '') return begin({ questions })
                  element.querySelector('textarea')?.focus()
                })}
              >
                <Textarea
                  label="Questions"
                  name="questions"
                  autosize
                  minRows={4}
                  maxRows={12}
                  autoFocus
                  error={nothing && 'Paste or type at least one question.'}
                  placeholder={'What is your name?\nHow did you hear about us?'}
                />
                <Group justify="flex-end">
                  <Button type="submit" loading={isPending} disabled={workspaceId === undefined}>
                    Create form
                  </Button>
                </Group>
              </form>
            )}
          </div>
        </li>
        <li>
          <StartButton
            icon={IconSparkles}
            title="Example"
            words="A workshop registration with two pages, a rule and a price."
            disabled={disabled}
            onClick={() => begin('example')}
          />
        </li>
      </ul>
    </Stack>
  )
}

function StartButton(props: {
  icon: ComponentType<{ size: number; stroke: number }>
  title: string
  words: string
  disabled: boolean
  onClick: () => void
  'aria-expanded'?: boolean
  'aria-controls'?: string
}) {
  const { icon: Icon, title, words, ...button } = props
  return (
    <UnstyledButton className={classes.start} {...button}>
      <Icon size={20} stroke={1.5} />
      <span>
        <Text component="span" display="block" fw={500}>
          {title}
        </Text>
        <Text component="span" display="block" c="dimmed">
          {words}
        </Text>
      </span>
    </UnstyledButton>
  )
}
