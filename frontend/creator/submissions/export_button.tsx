import { Button, Popover, Text, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { ExportRequest, SubmissionExport } from '../../../api_types/submissions.ts'
import { download } from '../../api/download.ts'
import { isUnderWay, useAskForExport, useExports, useRemoveExport } from '../../api/exports.ts'
import { csvPath, viewQuery, type SubmissionView } from '../../api/submissions.ts'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { toast } from '../../design/toasts.tsx'
import classes from './export_button.module.css'
import { ExportItem } from './export_item.tsx'

/** So many rows come while one waits. More are written to a file first. */
const AT_ONCE = 10_000

/**
 * Takes the current view out as CSV, or as several CSV files in one ZIP where a section repeats: at once where it is small, else as a file that the server writes meanwhile. What
 * was asked for stays listed, however often the page is left.
 */
export function ExportButton(props: {
  form: { id: string; slug: string; submissions: number }
  view: SubmissionView
  /** rows of the view, where that is known */
  total: number | null
  /** it is several files in one: a section of the form repeats */
  zipped: boolean
}) {
  const { form, view } = props
  const [opened, setOpened] = useState(false)
  const { data: exports = [] } = useExports(form)
  const ask = useAskForExport(form)
  const remove = useRemoveExport(form)
  useNews(exports)

  const begin = useOneAtATime((request: ExportRequest, inPlaceOf?: string) =>
    ask.mutateAsync(request).then(() => {
      setOpened(true)
      if (inPlaceOf !== undefined) remove.mutate(inPlaceOf)
    }, toast.failure),
  )
  const same = exports.find(
    (one) => isUnderWay(one) && one.search === view.search && one.filter === (viewQuery(view).filter ?? ''),
  )
  const label = {
    leftSection: <IconDownload size={16} stroke={1.5} />,
    children: props.zipped ? 'Export ZIP' : 'Export CSV',
  }
  return (
    <Button.Group>
      {(props.total ?? form.submissions) <= AT_ONCE ? (
        <Button
          component="a"
          href={csvPath(form.slug, view)}
          download
          onClick={(event) => {
            event.preventDefault()
            download(csvPath(form.slug, view)).catch(toast.failure)
          }}
          variant="default"
          {...label}
        />
      ) : (
        <Button
          variant="default"
          loading={ask.isPending}
          onClick={() => (same ? setOpened(true) : begin(viewQuery(view)))}
          {...label}
        />
      )}
      {exports.length > 0 && (
        <ListOfExports
          exports={exports}
          opened={opened}
          onOpened={setOpened}
          onRemove={(id) => void remove.mutateAsync(id).catch(toast.failure)}
          onAgain={({ id, search, filter }) => begin({ search, filter }, id)}
        />
      )}
    </Button.Group>
  )
}

/** What was asked for: how far it is, its file, asking again, removing it. */
function ListOfExports(props: {
  exports: readonly SubmissionExport[]
  opened: boolean
  onOpened: (opened: boolean) => void
  onRemove: (id: string) => void
  onAgain: (item: SubmissionExport) => void
}) {
  const { exports, opened, onOpened } = props
  const list = useRef<HTMLUListElement>(null)
  const underWay = exports.find(isUnderWay)
  return (
    <Popover
      opened={opened}
      onChange={onOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="md"
      width="min(360px, calc(100vw - 16px))"
    >
      <Popover.Target>
        <Button
          variant="default"
          px={underWay ? 'xs' : 6}
          className="fw-numbers"
          onClick={() => onOpened(!opened)}
        >
          <VisuallyHidden>{underWay ? 'Exports, under way: ' : 'Exports'}</VisuallyHidden>
          {underWay && shareOf(underWay)}
          <IconChevronDown size={16} stroke={1.5} />
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby="exports-heading" p={0}>
        <Text component="h2" id="exports-heading" fw={600} px="md" pt="sm">
          Exports
        </Text>
        <ul ref={list} tabIndex={-1} className={classes.list}>
          {exports.map((one) => (
            <ExportItem
              key={one.id}
              item={one}
              onDownload={(file) => void download(file).catch(toast.failure)}
              onRemove={() => {
                // the button that has the focus goes
                list.current?.focus()
                props.onRemove(one.id)
              }}
              onAgain={() => props.onAgain(one)}
            />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Says when something ends that was under way while it was looked at. Small files then come by themselves. */
function useNews(exports: readonly SubmissionExport[]): void {
  const waited = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    for (const { id, status, file, rows, reason } of exports) {
      if (!waited.current.has(id)) continue
      if (status === 'failed') toast.error(`The export failed. ${reason ?? ''}`)
      if (status !== 'done' || file === null) continue
      const load = () => void download(file).catch(toast.failure)
      if (rows <= AT_ONCE) load()
      else toast.success('Your export is ready.', { label: 'Download', click: load })
    }
    waited.current = new Set(exports.filter(isUnderWay).map(({ id }) => id))
  }, [exports])
}

function shareOf({ rows, total }: SubmissionExport): string {
  return total ? `${Math.min(99, Math.floor((rows / total) * 100))}%` : '…'
}
