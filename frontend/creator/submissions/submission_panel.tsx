import { ActionIcon, Group, Skeleton, Text, Title, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconChevronDown,
  IconChevronUp,
  IconPencil,
  IconPrinter,
  IconTrash,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Form } from '../../../api_types/forms.ts'
import type { Submission } from '../../../api_types/submissions.ts'
import { ApiError } from '../../api/api_error.ts'
import { filePath, useDeleteSubmissions, useSubmission } from '../../api/submissions.ts'
import { may } from '../../api/workspaces.ts'
import { Confirm } from '../../design/confirm.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { dateTime } from '../../design/time.ts'
import { toast } from '../../design/toasts.tsx'
import { SubmissionAnswers } from './submission_answers.tsx'
import { useUndoDeletion } from './use_undo_deletion.tsx'
import classes from './submission_panel.module.css'

const EditAnswers = lazy(() => import('./edit_answers.tsx'))

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
  const undo = useUndoDeletion(form)
  const [deleting, dialog] = useDisclosure(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id])

  return (
    <aside className={classes.panel} aria-label="Submission">
      <div className={classes.head}>
        <div className={classes.title}>
          <Title order={2} size="h4" ref={heading} tabIndex={-1} dir="auto" lineClamp={2}>
            {data ? (data.title ?? dateTime(data.received_at)) : 'Submission'}
          </Title>
          {data && (
            <Text size="xs" c="dimmed" className={classes.about}>
              <span className={classes.printed}>{form.title}. </span>
              {data.title !== null && <span>{dateTime(data.received_at)}</span>}
              <span>{`Version\u00a0${data.version}`}</span>
            </Text>
          )}
        </div>
        <PanelActions
          shown={data !== undefined}
          onPrevious={props.onPrevious}
          onNext={props.onNext}
          edit={may(form.role, 'editor') && <EditButton form={form} data={data} deleted={deleted} />}
          onDelete={may(form.role, 'editor') ? dialog.open : undefined}
          onClose={props.onClose}
        />
      </div>
      <div className={classes.body} tabIndex={0} role="region" aria-label="Answers">
        {deleted && !remove.isPending && <Text role="status">This submission was deleted.</Text>}
        {query.error && !deleted && <ErrorState error={query.error} retry={() => void query.refetch()} />}
        {query.isPending && !deleted && (
          <DelayedFallback>
            <Skeleton h={16} w="40%" mb="sm" />
            <Skeleton h={20} mb="lg" />
          </DelayedFallback>
        )}
        {data && <SubmissionAnswers data={data} fileUrl={(file) => filePath(form.slug, data.id, file)} />}
      </div>
      <Confirm
        opened={deleting}
        onClose={dialog.close}
        title="Delete this submission?"
        action="Delete submission"
        onConfirm={async () => {
          try {
            const { gone } = await remove.mutateAsync({ ids: [id] })
            toast.success('Submission deleted.', gone.length > 0 ? undo(gone) : undefined)
            props.onDeleted()
          } catch (error) {
            toast.failure(error)
          }
        }}
      >
        For 30 days it can be restored from the bin, with its files. Waiting deliveries are canceled.
      </Confirm>
    </aside>
  )
}

/** To the next and the previous submission, editing, printing, deleting, closing. */
function PanelActions(props: {
  /** nothing to print or delete before the submission is here */
  shown: boolean
  onPrevious?: () => void
  onNext?: () => void
  edit: ReactNode
  onDelete?: () => void
  onClose: () => void
}) {
  return (
    <Group gap={2} wrap="nowrap" className={classes.actions}>
      <PanelAction
        tip="Previous (K)"
        label="Previous submission"
        icon={IconChevronUp}
        onClick={props.onPrevious}
      />
      <PanelAction tip="Next (J)" label="Next submission" icon={IconChevronDown} onClick={props.onNext} />
      {props.edit}
      {props.shown && (
        <PanelAction tip="Print" label="Print submission" icon={IconPrinter} onClick={() => window.print()} />
      )}
      {props.shown && props.onDelete && (
        <PanelAction tip="Delete" label="Delete submission" icon={IconTrash} onClick={props.onDelete} />
      )}
      <PanelAction tip="Close (Escape)" label="Close submission" icon={IconX} onClick={props.onClose} />
    </Group>
  )
}

function PanelAction(props: { tip: string; label: string; icon: Icon; onClick: (() => void) | undefined }) {
  return (
    <Tooltip label={props.tip}>
      <ActionIcon aria-label={props.label} disabled={!props.onClick} onClick={props.onClick}>
        <props.icon size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  )
}

/** Opens the dialog in which answers are changed: each time anew. It stays where the submission goes meanwhile. */
function EditButton(props: { form: Form; data: Submission | undefined; deleted: boolean }) {
  const { form, data, deleted } = props
  const [opened, dialog] = useDisclosure(false)
  const [openings, setOpenings] = useState(0)
  const [edited, setEdited] = useState(data)
  if (data && opened && data !== edited) setEdited(data)
  const open = () => {
    setEdited(data)
    setOpenings(openings + 1)
    dialog.open()
  }
  return (
    <>
      {data && <PanelAction tip="Edit" label="Edit answers" icon={IconPencil} onClick={open} />}
      {openings > 0 && edited && (
        <Suspense>
          <EditAnswers
            key={`${edited.id} ${openings}`}
            form={form}
            data={edited}
            deleted={deleted}
            opened={opened}
            onClose={dialog.close}
          />
        </Suspense>
      )}
    </>
  )
}
