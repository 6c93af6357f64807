import { Button, Group, Loader, Modal, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { Form } from '../../../api_types/forms.ts'
import type { Integration } from '../../../api_types/integrations.ts'
import { useSendTest } from '../../api/integrations.ts'
import { useSomeSubmissions } from '../../api/some_submissions.ts'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { useReturnFocus } from '../../design/return_focus.ts'
import { dateTime } from '../../design/time.ts'
import { toast } from '../../design/toasts.tsx'
import { PreviewText } from './preview.tsx'

const INVENTED = 'invented'

/** Sends a test with answers of one's choice, and shows before what will arrive. */
export function TestDialog(props: {
  form: Form
  integration: Integration
  onSent: (delivery: string) => void
  onClose: () => void
}) {
  const { form, integration } = props
  const [submission, setSubmission] = useState<string>()
  const test = useSendTest(form.slug, integration.id)
  useReturnFocus(true)
  const send = useOneAtATime(() =>
    test.mutateAsync(submission).then(({ id }) => props.onSent(id), toast.failure),
  )
  return (
    <Modal
      opened
      onClose={props.onClose}
      returnFocus={false}
      title="Send a test"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <AnswersOf slug={form.slug} value={submission} onChange={setSubmission} />
        <div>
          <Text size="sm" fw={500}>
            What will arrive
          </Text>
          <PreviewText
            slug={form.slug}
            kind={integration.kind}
            settings={integration.settings}
            submission={submission}
          />
        </div>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            leftSection={<IconSend size={16} stroke={1.5} />}
            loading={test.isPending}
            onClick={() => send()}
          >
            Send test
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Invented answers, or those of a submission: the latest first, others by what they say. */
function AnswersOf(props: {
  slug: string
  value: string | undefined
  onChange: (submission: string | undefined) => void
}) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState({ value: INVENTED, label: 'Invented answers' })
  // what was chosen stands in the box, and is nothing to look for
  const [search] = useDebouncedValue(typed === chosen.label ? '' : typed.trim(), 300)
  const { data, isFetching } = useSomeSubmissions(props.slug, search)
  const found = (data ?? []).map(({ id, received_at: at, words }) => ({
    value: id,
    label: [dateTime(at), words].filter((part) => part !== '').join(': '),
  }))
  const options = [{ value: INVENTED, label: 'Invented answers' }, ...found]
  const all = options.some(({ value }) => value === chosen.value) ? options : [chosen, ...options]
  return (
    <Select
      label="Answers"
      description="Choose a submission, or search for what it says."
      searchable
      // the server has looked already
      filter={({ options: those }) => those}
      data={all}
      value={chosen.value}
      searchValue={typed}
      onSearchChange={setTyped}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={isFetching ? <Loader size={16} aria-label="Loading" /> : undefined}
      allowDeselect={false}
      maxDropdownHeight={280}
      onChange={(value) => {
        const one = all.find((option) => option.value === value)
        if (!one) return
        setChosen(one)
        props.onChange(one.value === INVENTED ? undefined : one.value)
      }}
    />
  )
}
