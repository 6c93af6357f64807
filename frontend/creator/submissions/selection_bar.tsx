import { Button, Text } from '@mantine/core'
import { IconTrash, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Form } from '../../../api_types/forms.ts'
import { ApiError } from '../../api/api_error.ts'
import { useDeleteSubmissions, type SubmissionView } from '../../api/submissions.ts'
import { may } from '../../api/workspaces.ts'
import { Confirm } from '../../design/confirm.tsx'
import { toast } from '../../design/toasts.tsx'
import type { AllMatching } from './use_selection.ts'
import { useUndoDeletion } from './use_undo_deletion.tsx'
import classes from './submissions_page.module.css'

/** So many go so quickly that nobody reads how far it is. */
const MANY = 100

/** How many rows are selected, and what can be done with them. */
export function SelectionBar(props: {
  form: Form
  chosen: readonly string[]
  matching: AllMatching | null
  /** that more match than are loaded, and how many in all where that is known */
  whole: { total: number | null } | null
  onSelectMatching: (total: number | null) => void
  onDelete: () => void
  onClear: () => void
}) {
  const { form, chosen, matching, whole } = props
  if (chosen.length === 0 || !may(form.role, 'editor')) return null
  return (
    <div className={classes.notes}>
      <Text role="status">
        {matching ? `All ${counted(matching.total)}matching selected` : `${counted(chosen.length)}selected`}
      </Text>
      {whole && (
        <Button size="compact-sm" variant="default" onClick={() => props.onSelectMatching(whole.total)}>
          {`Select all ${counted(whole.total)}matching`}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTrash size={14} stroke={1.5} />}
        onClick={props.onDelete}
      >
        Delete
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconX size={14} stroke={1.5} />}
        onClick={props.onClear}
      >
        Clear selection
      </Button>
    </div>
  )
}

/** A number before other words; nothing where it is not known. */
function counted(total: number | null): string {
  return total === null ? '' : `${total.toLocaleString()} `
}

/** What became of a deletion: how many are gone, and that somebody else was faster with some. */
function deleted(gone: number, missing: number): string {
  if (gone === 0) return 'Somebody else deleted them before.'
  const said = gone === 1 ? '1 submission deleted.' : `${gone.toLocaleString()} submissions deleted.`
  return missing === 0 ? said : `${said} Somebody else had deleted ${missing.toLocaleString()} before.`
}

/** What became of one that was stopped; `left` is null where nobody knows how many there were. */
function stoppedAt(gone: number, left: number | null): string {
  const count = gone === 1 ? '1 submission' : `${gone.toLocaleString()} submissions`
  if (left === null) return `Stopped. ${count} deleted, the others are still here.`
  return `Stopped. ${count} deleted, ${left.toLocaleString()} ${left === 1 ? 'is' : 'are'} still here.`
}

/** Why it ended early: what is not gone yet is still there to be chosen. */
function endedEarly(failure: unknown): string {
  if (failure instanceof ApiError && failure.code === 'E_OFFLINE')
    return 'No connection. The others were not deleted: delete them when you are back online.'
  return `The others were not deleted: ${failure instanceof Error ? failure.message : 'Try again.'}`
}

/** What is asked about: it stays while the dialog fades. */
interface Asked {
  ids: readonly string[]
  matching: AllMatching | null
}

/** Asks before the selected submissions are deleted. It outlives its rows: they go while it closes. */
export function DeleteSelected(
  props: Asked & {
    form: Form
    view: SubmissionView
    opened: boolean
    onClose: () => void
    onDeleted: () => void
    /** of all that match so many are left; null where that is not known */
    onLeft: (total: number | null) => void
  },
) {
  const [going, setGoing] = useState<Asked & { done: number; busy: boolean }>()
  const wanted = useRef(true)
  const remove = useDeleteSubmissions(props.form, {
    onProgress: (done) => setGoing((now) => now && { ...now, done }),
    isWanted: () => wanted.current,
  })
  const undo = useUndoDeletion(props.form)
  // those that are gone by then are no longer among the chosen ones, and a dialog on its way out is still read
  const { ids, matching } = going && (going.busy || !props.opened) ? going : props
  const total = matching ? matching.total : ids.length
  const one = total === 1
  const what = matching ? `all ${counted(total)}matching submissions` : `${counted(total)}submissions`
  return (
    <Confirm
      opened={props.opened}
      onClose={() => {
        // what is under way ends with the request that is
        wanted.current = false
        props.onClose()
      }}
      title={one ? 'Delete 1 submission?' : `Delete ${what}?`}
      action={one ? 'Delete submission' : 'Delete submissions'}
      onConfirm={async () => {
        wanted.current = true
        setGoing({ ids, matching, done: 0, busy: true })
        try {
          const asked = matching ? { view: props.view, until: matching.until } : { ids }
          const { gone, missing, stopped, failure } = await remove.mutateAsync(asked)
          const left = total === null ? null : Math.max(total - gone.length - missing, 0)
          const words = stopped ? stoppedAt(gone.length, left) : deleted(gone.length, missing)
          toast.success(words, gone.length > 0 ? undo(gone) : undefined)
          if (failure !== undefined) toast.error(endedEarly(failure))
          // what is left stays selected; after a failure nobody knows how many of all that match
          if (stopped) props.onLeft(left)
          else if (failure === undefined || matching) props.onDeleted()
        } catch (error) {
          toast.failure(error)
        } finally {
          setGoing((now) => now && { ...now, busy: false })
        }
      }}
    >
      For 30 days {one ? 'it' : 'they'} can be restored from the bin, with files. Waiting deliveries are
      canceled.
      {matching && ' What arrives from now on stays.'}
      {going?.busy && (total === null || total > MANY) && (
        <Text mt="sm" c="dimmed" className="fw-numbers" role="status">
          {total === null
            ? `${going.done.toLocaleString()} deleted`
            : `${going.done.toLocaleString()} of ${total.toLocaleString()} deleted`}
        </Text>
      )}
    </Confirm>
  )
}
