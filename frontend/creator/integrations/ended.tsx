import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconPlugX } from '@tabler/icons-react'
import { integrations as kinds } from 'virtual:plugins'
import type { Form } from '../../../api_types/forms.ts'
import type { EndedSubscription } from '../../../api_types/integrations.ts'
import { useDismissEnded, useEndedSubscriptions } from '../../api/integrations.ts'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { dateTime } from '../../design/time.ts'
import { toast } from '../../design/toasts.tsx'

/** What programs had added to this form, and ended: a notice each, until somebody dismisses it. */
export function Ended({ form }: { form: Form }) {
  const { data = [] } = useEndedSubscriptions(form.slug, true)
  if (data.length === 0) return null
  return (
    <Stack gap="sm" mb="lg">
      {data.map((one) => (
        <Notice key={one.id} form={form} ended={one} />
      ))}
    </Stack>
  )
}

function Notice({ form, ended }: { form: Form; ended: EndedSubscription }) {
  const dismiss = useDismissEnded(form.slug)
  const service = kinds[ended.kind]?.texts.name ?? ended.kind
  const dismissIt = useOneAtATime(() => dismiss.mutateAsync(ended.id).then(() => undefined, toast.failure))
  return (
    <Alert
      color="amber"
      variant="light"
      title={`${service} has ended “${ended.name}”`}
      icon={<IconPlugX size={20} stroke={1.5} />}
    >
      <Text>
        Submissions of “{form.title}” have not been sent to it since {dateTime(ended.ended_at)}, and its log
        is deleted. Submissions stay. If you still need it, switch it on again at {service}: it comes back
        here by itself.
      </Text>
      <Button
        mt="sm"
        size="xs"
        variant="default"
        loading={dismiss.isPending}
        aria-label={`Dismiss the notice about “${ended.name}”`}
        onClick={() => dismissIt()}
      >
        Dismiss
      </Button>
    </Alert>
  )
}
