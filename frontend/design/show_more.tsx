import { Button } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** The button under a list that has more pages; nothing where all of them are there. */
export function ShowMore({ query }: { query: UseInfiniteQueryResult }) {
  if (!query.hasNextPage) return null
  return (
    <Button
      variant="default"
      mt="md"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      Show more
    </Button>
  )
}
