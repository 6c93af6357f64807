import { Alert, Button, FileButton, Modal, Progress, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconPhoto, IconSearch, IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MediaRoom } from '../../../../api_types/media.ts'
import { sizeInEnglish } from '@formwright/kit/size'
import { useMediaLibrary } from '../../../api/media.ts'
import { EmptyState } from '../../../design/empty_state.tsx'
import { ErrorState } from '../../../design/error_state.tsx'
import { useReturnFocus } from '../../../design/return_focus.ts'
import { toast } from '../../../design/toasts.tsx'
import { useEditor, useObserved } from '../use_editor.ts'
import classes from './library.module.css'
import { LibraryFooter } from './library_footer.tsx'
import { LibraryGrid } from './library_grid.tsx'
import { accepted, type WantedMedia } from './media_place.ts'
import { takeMedia } from './take_media.ts'
import { useLibraryUploads } from './use_library_uploads.ts'

/** What was uploaded into this form: to choose again for a setting, to look through, to remove. */
export function Library(props: { formId: string }) {
  const { library } = useEditor()
  const asked = useObserved(library)
  const opened = asked !== undefined
  // what it was opened for is still read for a moment while it closes
  const [last, setLast] = useState<WantedMedia>()
  if (opened && (asked === 'all' ? undefined : asked) !== last) setLast(asked === 'all' ? undefined : asked)
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  useReturnFocus(opened)
  return (
    <Modal
      opened={opened}
      onClose={() => library.set(undefined)}
      returnFocus={false}
      fullScreen={narrow}
      size={800}
      title={last ? `Media library: ${last.label}` : 'Media library'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      {opened && <Shelves {...props} wanted={last} />}
    </Modal>
  )
}

function Shelves(props: { formId: string; wanted: WantedMedia | undefined }) {
  const { wanted } = props
  const editor = useEditor()
  const { library } = editor
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.trim(), 250)
  const { query, remove, refresh } = useMediaLibrary(props.formId, {
    name,
    use: wanted?.use ?? 'file',
    types: wanted?.types ?? [],
  })
  const [chosen, choose] = useState<string>()
  const grid = useRef<HTMLDivElement>(null)
  const files = query.data?.pages.flatMap((page) => page.data) ?? []
  const file = files.find(({ src }) => src === chosen)
  const uploads = useLibraryUploads(wanted, (stored) => {
    setTyped('')
    choose(stored.src)
    void refresh()
  })
  const take = (src: string | undefined) => {
    const taken = files.find((one) => one.src === src)
    if (!wanted || !taken) return
    // the focus is back in the setting before what it holds changes
    flushSync(() => library.set(undefined))
    takeMedia(editor, wanted, taken)
  }
  const discard = (id: string) => {
    const index = files.findIndex((one) => one.id === id)
    const next = files[index + 1] ?? files[index - 1]
    remove.mutate(id, {
      onSuccess: () => {
        choose(next?.src)
        grid.current?.querySelector<HTMLElement>(`[value="${next?.src}"]`)?.focus()
      },
      onError: toast.failure,
    })
  }
  return (
    <>
      <Tools typed={typed} onTyped={setTyped} wanted={wanted} uploads={uploads} />
      <div className={classes.shelves} aria-busy={query.isFetching}>
        {query.error && files.length === 0 ? (
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        ) : query.data && files.length === 0 ? (
          <Nothing searched={name !== ''} />
        ) : (
          <LibraryGrid
            ref={grid}
            files={files}
            chosen={chosen}
            onChoose={choose}
            onTake={wanted && take}
            more={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
            loading={query.isFetchingNextPage}
            failed={query.isFetchNextPageError}
          />
        )}
      </div>
      <LibraryFooter
        file={file}
        onTake={wanted && (() => take(chosen))}
        onRemove={discard}
        removing={remove.isPending}
      />
      <Room room={query.data?.pages.at(-1)?.room} />
    </>
  )
}

/** Searching and uploading, and how the latter goes. */
function Tools(props: {
  typed: string
  onTyped: (typed: string) => void
  wanted: WantedMedia | undefined
  uploads: ReturnType<typeof useLibraryUploads>
}) {
  const { uploads, wanted } = props
  const { sending, failures } = uploads
  return (
    <div>
      <div className={classes.tools}>
        <TextInput
          type="search"
          aria-label="Search by name"
          placeholder="Search by name"
          data-autofocus
          leftSection={<IconSearch size={16} stroke={1.5} />}
          value={props.typed}
          onChange={(event) => props.onTyped(event.currentTarget.value)}
        />
        {sending ? (
          <Button variant="default" onClick={uploads.cancel}>
            Cancel
          </Button>
        ) : (
          <FileButton multiple accept={wanted && accepted(wanted)} onChange={uploads.begin}>
            {(button) => (
              <Button {...button} variant="default" leftSection={<IconUpload size={16} stroke={1.5} />}>
                Upload
              </Button>
            )}
          </FileButton>
        )}
      </div>
      <div className={classes.progress}>
        {sending && (
          <Progress.Root size="sm">
            <Progress.Section value={sending.share * 100} aria-label={`Uploading ${sending.name}`} />
          </Progress.Root>
        )}
      </div>
      {failures.length > 0 && (
        <Alert color="red" role="alert" py={8}>
          {failures.map((failure) => (
            <div key={failure}>{failure}</div>
          ))}
        </Alert>
      )}
      <VisuallyHidden role="status">{uploads.announced}</VisuallyHidden>
    </div>
  )
}

function Nothing(props: { searched: boolean }) {
  if (props.searched) {
    return (
      <Text c="dimmed" ta="center" py={48} role="status">
        No file has this in its name.
      </Text>
    )
  }
  return (
    <EmptyState title="No files yet" icon={<IconPhoto size={32} stroke={1.5} />}>
      Pictures and files that you upload into this form appear here, to use them more than once.
    </EmptyState>
  )
}

/** How full the workspace is. */
function Room({ room }: { room: MediaRoom | undefined }) {
  return (
    <Text size="xs" c="dimmed" className="fw-numbers">
      {room
        ? `The workspace stores ${sizeInEnglish(room.bytes)} of ${size(room.max_bytes)}, and ${count(room.files)} of ${count(room.max_files)} files.`
        : '\u00a0'}
    </Text>
  )
}

const count = (files: number) => files.toLocaleString('en')

/** Bounds are round numbers. */
function size(bytes: number): string {
  return bytes % 1_000_000_000 === 0 ? `${count(bytes / 1_000_000_000)} GB` : sizeInEnglish(bytes)
}
