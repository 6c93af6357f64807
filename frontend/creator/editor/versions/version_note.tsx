import { Button, Group, Text, Textarea } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { VersionItem } from '../../../../api_types/versions.ts'
import { LONGEST_NOTE } from '../../../../engine/document/limits.ts'
import { firstErrors } from '../../../api/api_error.ts'
import { useNoteVersion } from '../../../api/versions.ts'
import { useOneAtATime } from '../../../design/one_at_a_time.ts'
import classes from './versions.module.css'
import type { WrittenNote } from './written_note.ts'

/** About as much as three lines hold. */
const SHORT_NOTE = 160

/** What members read of a version, folded where it is long. */
export function VersionNote(props: { name: string; text: string }) {
  const { name, text } = props
  const [whole, setWhole] = useState(false)
  const long = text.length > SHORT_NOTE || text.split('\n').length > 3
  return (
    <>
      <Text className={classes.note} dir="auto" lineClamp={long && !whole ? 3 : undefined}>
        {text}
      </Text>
      {long && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.more}
          aria-expanded={whole}
          aria-label={`${whole ? 'Show less' : 'Show all'} of the note of ${name}`}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  )
}

/** The note of a version, being written: Enter saves it, Escape leaves it as it was, and a refusal loses nothing. */
export function NoteField(props: {
  slug: string
  version: VersionItem
  written: WrittenNote
  onWrite: (note: WrittenNote | undefined) => void
  onStored: (sent: WrittenNote) => void
}) {
  const { slug, version, written, onWrite } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const save = useNoteVersion(slug, version.number)
  const note = written.text.trim()
  const now = version.note ?? ''
  const tooLong = note.length > LONGEST_NOTE
  useEffect(() => {
    // the button that led here is gone; whatever else has the focus keeps it
    if (document.activeElement !== document.body) return
    field.current?.focus()
    field.current?.setSelectionRange(-1, -1)
  }, [])
  const go = useOneAtATime(async () => {
    if (note === now) return onWrite(undefined)
    if (tooLong) return
    try {
      await save.mutateAsync(note)
      props.onStored(written)
    } catch {
      // said at the field
      field.current?.focus()
    }
  })
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onWrite(undefined)
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    go()
  }
  return (
    <div className={classes.writing}>
      <Textarea
        ref={field}
        aria-label={`Note for version ${version.number}`}
        description="Only members see it. Shift and Enter begin a new line."
        inputWrapperOrder={['input', 'description', 'error']}
        dir="auto"
        autosize
        minRows={1}
        maxRows={12}
        // Escape is for the note, not for the sheet it stands in
        data-mantine-stop-propagation="true"
        value={written.text}
        error={tooLong ? shorten(note.length) : refusal(save.error)}
        onChange={(event) => {
          save.reset()
          onWrite({ ...written, text: event.currentTarget.value })
        }}
        onKeyDown={keys}
      />
      {written.was !== now && note !== now && <Meanwhile note={now} />}
      <Group gap="sm" mt={8}>
        <Button size="xs" variant="default" loading={save.isPending} onClick={() => go()}>
          Save note
        </Button>
        <Button size="xs" variant="subtle" onClick={() => onWrite(undefined)}>
          Cancel
        </Button>
      </Group>
    </div>
  )
}

/** Somebody else wrote another note since this one was begun. */
function Meanwhile(props: { note: string }) {
  return (
    <Text size="sm" mt={4} role="status" className={classes.note}>
      {props.note === '' ? (
        'The note was removed meanwhile.'
      ) : (
        <>
          The note was changed meanwhile to “<bdi>{props.note}</bdi>”. Yours will replace it.
        </>
      )}
    </Text>
  )
}

function shorten(length: number): string {
  return `Shorten the note to ${LONGEST_NOTE} characters or fewer. It has ${length}.`
}

function refusal(error: Error | null): string | undefined {
  return error ? (firstErrors(error).note ?? error.message) : undefined
}
