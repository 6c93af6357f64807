import { ActionIcon, Group, Skeleton, Text, Title, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconTrash, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Form } from '../../api/forms.ts'
import { useDeleteSubmissions, useSubmission } from '../../api/submissions.ts'
import { may } from '../../api/workspaces.ts'
import { Confirm } from '../../design/confirm.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { Late } from '../../design/late.tsx'
import { dateTime } from '../../design/time.ts'
import { toast } from '../../design/toasts.tsx'
import { AnswerView } from './answer_view.tsx'
import classes from './submission_panel.module.css'

/** One submission beside the table: its answers as they were asked, the next and the previous one, deleting. */
export function SubmissionPanel(props: {
  form: Form
  id: string
  onNext?: () => void
  onPrevious?: () => void
  onClose: () => void
  onDeleted: () => void
}) {
  const { form, id } = props
  const query = useSubmission(form.slug, id)
  const remove = useDeleteSubmissions(form)
  const [deleting, dialog] = useDisclosure(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id])

  return (
    <aside className={classes.panel} aria-label="Submission">
      <div className={classes.head}>
        <div className={classes.title}>
          <Title order={2} size="h4" ref={heading} tabIndex={-1}>
            {query.data ? dateTime(query.data.received_at) : 'Submission'}
          </Title>
          {query.data && (
            <Text size="xs" c="dimmed">
              Answered version {query.data.version}
            </Text>
          )}
        </div>
        <Group gap={2} wrap="nowrap">
          <Tooltip label="Previous (K)">
            <ActionIcon
              aria-label="Previous submission"
              disabled={!props.onPrevious}
              onClick={props.onPrevious}
            >
              <IconChevronUp size={18} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Next (J)">
            <ActionIcon aria-label="Next submission" disabled={!props.onNext} onClick={props.onNext}>
              <IconChevronDown size={18} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
          {may(form.role, 'editor') && (
            <Tooltip label="Delete">
              <ActionIcon aria-label="Delete submission" onClick={dialog.open}>
                <IconTrash size={18} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label="Close (Escape)">
            <ActionIcon aria-label="Close submission" onClick={props.onClose}>
              <IconX size={18} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </div>
      <div className={classes.body} tabIndex={0} role="region" aria-label="Answers">
        {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
        {query.isPending && (
          <Late>
            <Skeleton h={16} w="40%" mb="sm" />
            <Skeleton h={20} mb="lg" />
          </Late>
        )}
        {query.data && (
          <dl className={classes.answers}>
            {query.data.answers.map((given) => (
              <div key={given.block}>
                <dt>{given.label}</dt>
                <dd dir="auto">
                  <AnswerView slug={form.slug} submission={id} given={given} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <Confirm
        opened={deleting}
        onClose={dialog.close}
        title="Delete this submission?"
        action="Delete submission"
        onConfirm={async () => {
          try {
            await remove.mutateAsync([id])
            toast.success('The submission is deleted.')
            props.onDeleted()
          } catch (error) {
            toast.failure(error)
          }
        }}
      >
        Its answers and files are removed for good. Deliveries that wait are cancelled.
      </Confirm>
    </aside>
  )
}
