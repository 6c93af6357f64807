import { Button, Skeleton, Text } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import type { SubmissionRows } from '../../api/submission_rows.ts'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import classes from './submissions_page.module.css'

/** Where the table stands, which is given as children: with what is said while it loads, fails, is empty or cut. */
export function RowsPane(props: {
  list: SubmissionRows
  scroller: RefObject<HTMLElement | null>
  onShowAll: () => void
  children: ReactNode
}) {
  const { rows, waiting, take, query } = props.list
  const { data, error, isPending, isFetching, hasNextPage, isFetchNextPageError } = query
  return (
    <div className={classes.rows}>
      {waiting > 0 && (
        <Button
          className={classes.arrived}
          size="xs"
          radius="xl"
          leftSection={<IconArrowUp size={14} stroke={1.5} />}
          onClick={() => {
            take()
            props.scroller.current?.scrollTo({ top: 0 })
          }}
        >
          {waiting.toLocaleString()} new
        </Button>
      )}
      {error && !data && (
        <div className={classes.failed}>
          <ErrorState error={error} retry={() => void query.refetch()} />
        </div>
      )}
      {isPending && !error && (
        <DelayedFallback>
          <div className={classes.loading}>
            <Skeleton h={360} />
          </div>
        </DelayedFallback>
      )}
      {props.children}
      {data && rows.length === 0 && !isFetching && !hasNextPage && (
        <div className={classes.none}>
          <Text c="dimmed" role="status">
            No submissions match.
          </Text>
          <Button variant="default" size="compact-sm" mt={8} onClick={props.onShowAll}>
            Show all
          </Button>
        </div>
      )}
      {isFetchNextPageError && (
        <div className={classes.cut}>
          <Text role="alert">More submissions could not be loaded.</Text>
          <Button variant="default" size="compact-sm" onClick={() => void query.fetchNextPage()}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
