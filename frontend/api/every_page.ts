import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Reads on while all pages of a list are wanted. One that cannot be had ends that, until the list is read again. */
export function useEveryPage(query: UseInfiniteQueryResult, wanted: boolean): void {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    if (wanted && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [wanted, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
}
