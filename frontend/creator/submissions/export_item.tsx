import { Button, Group, Text } from '@mantine/core'
import type { SubmissionExport } from '../../../api_types/submissions.ts'
import { sizeInEnglish } from '@formwright/kit/size'
import { Ago } from '../../design/ago.tsx'
import { dateTime } from '../../design/time.ts'
import classes from './export_button.module.css'

/** One export: what of, how far or how it ended, and what can be done with it. */
export function ExportItem(props: {
  item: SubmissionExport
  onDownload: (file: string) => void
  onRemove: () => void
  onAgain: () => void
}) {
  const { item } = props
  const { file } = item
  const name = nameOf(item)
  const underWay = item.status === 'waiting' || item.status === 'running'
  return (
    <li className={classes.item}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text truncate>{name}</Text>
        <Text size="xs" c="dimmed" className={classes.when}>
          <Ago at={item.created_at} />
        </Text>
      </Group>
      {underWay && (
        <progress
          className={classes.progress}
          aria-label={name}
          max={item.total ?? undefined}
          value={item.total === null ? undefined : Math.min(item.rows, item.total)}
        />
      )}
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" className="fw-numbers" flex="1 1 160px">
          {stateOf(item)}
        </Text>
        <Group gap={4}>
          {file !== null && (
            <Button size="compact-sm" variant="light" onClick={() => props.onDownload(file)}>
              Download
            </Button>
          )}
          {(item.status === 'failed' || item.status === 'expired') && (
            <Button size="compact-sm" variant="light" onClick={props.onAgain}>
              {item.status === 'failed' ? 'Try again' : 'Export again'}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={props.onRemove}>
            {underWay ? 'Cancel' : 'Remove'}
          </Button>
        </Group>
      </Group>
    </li>
  )
}

/** What it is an export of. */
function nameOf({ search, filter }: SubmissionExport): string {
  const filters = filter === '' ? 0 : countOf(filter)
  const parts = [
    ...(search === '' ? [] : [`“${search}”`]),
    ...(filters === 0 ? [] : [filters === 1 ? '1 filter' : `${filters} filters`]),
  ]
  return parts.length === 0 ? 'All submissions' : `Submissions with ${parts.join(' and ')}`
}

function countOf(filter: string): number {
  const read: unknown = JSON.parse(filter)
  return typeof read === 'object' && read !== null && 'all' in read && Array.isArray(read.all)
    ? read.all.length
    : 0
}

function stateOf({ status, rows, total, format, bytes, reason, expires_at }: SubmissionExport): string {
  const written = rows.toLocaleString()
  if (status === 'waiting') return 'Waiting to start. You can leave this page.'
  if (status === 'running') {
    const of = total === null ? '' : ` of about ${total.toLocaleString()}`
    return `${written}${of} rows written. You can leave this page.`
  }
  if (status === 'failed') return `Failed. ${reason ?? ''}`
  if (status === 'expired') return 'The file has expired. Files are kept for 24 hours.'
  return `${written} rows, ${sizeInEnglish(bytes)} ${format.toUpperCase()}. Kept until ${expires_at === null ? '' : dateTime(expires_at)}.`
}
