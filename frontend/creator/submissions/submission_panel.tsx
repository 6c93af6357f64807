import { ActionIcon, Group, Skeleton, Text, Title, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconPrinter, IconTrash, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Form } from '../../../api_types/forms.ts'
import { ApiError } from '../../api/api_error.ts'
import { useDeleteSubmissions, useSubmission } from '../../api/submissions.ts'
import { may } from '../../api/workspaces.ts'
import { Confirm } from '../../design/confirm.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { dateTime } from '../../design/time.ts'
import { toast } from '../../design/toasts.tsx'
import { AnswerView } from './answer_view.tsx'
import { ItemsView } from './items_view.tsx'
import classes from './submission_panel.module.css'

/** One submission beside the table: its answers as they were asked, the next and the previous one, deleting. */
export function SubmissionPanel(props: {
  form: Form
  id: string
  /** known to be deleted, here or by somebody else */
  deleted: boolean
  onNext?: () => void
  onPrevious?: () => void
  onClose: () => void
  onDeleted: () => void
}) {
  const { form, id } = props
  const query = useSubmission(form.slug, props.deleted ? null : id)
  // It was there: whoever deleted it did so while nobody could tell us.
  const vanished = query.data !== undefined && query.error instanceof ApiError && query.error.status === 404
  const deleted = props.deleted || vanished
  const data = deleted ? undefined : query.data
  const remove = useDeleteSubmissions(form)
  const [deleting, dialog] = useDisclosure(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id])

  return (
    <aside className={classes.panel} aria-label="Submission">
      <div className={classes.head}>
        <div className={classes.title}>
          <Title order={2} size="h4" ref={heading} tabIndex={-1}>
            {data ? dateTime(data.received_at) : 'Submission'}
          </Title>
          {data && (
            <Text size="xs" c="dimmed">
              <span className={classes.printed}>{form.title}. </span>
              Answered version {data.version}
            </Text>
          )}
        </div>
        <Group gap={2} wrap="nowrap" className={classes.actions}>
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
          {data && (
            <Tooltip label="Print">
              <ActionIcon aria-label="Print submission" onClick={() => window.print()}>
                <IconPrinter size={18} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
          )}
          {data && may(form.role, 'editor') && (
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
        {deleted && !remove.isPending && <Text role="status">This submission is deleted.</Text>}
        {query.error && !deleted && <ErrorState error={query.error} retry={() => void query.refetch()} />}
        {query.isPending && !deleted && (
          <DelayedFallback>
            <Skeleton h={16} w="40%" mb="sm" />
            <Skeleton h={20} mb="lg" />
          </DelayedFallback>
        )}
        {data && (
          <dl className={classes.answers}>
            {data.answers.map((given) => (
              <div key={given.block}>
                <dt>{given.label}</dt>
                <dd dir="auto">
                  {'items' in given ? (
                    <ItemsView
                      key={id}
                      slug={form.slug}
                      submission={id}
                      given={given}
                      excused={data.excused}
                    />
                  ) : (
                    <AnswerView
                      {...given}
                      slug={form.slug}
                      submission={id}
                      excused={data.excused.includes(given.block)}
                    />
                  )}
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
