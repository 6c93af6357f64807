import { queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { Page, Single } from '../../api_types/answer.ts'
import type { VersionChanges, VersionItem, VersionRows } from '../../api_types/versions.ts'
import { api, withQuery } from './client.ts'

/** Versions of a form, newest first, page by page. */
export function useVersions(slug: string) {
  return useInfiniteQuery({
    // a form that is published or taken off the air has others
    queryKey: ['forms', 'versions', slug],
    gcTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<VersionItem>>(
        withQuery(`/api/forms/${slug}/versions`, { limit: 20, cursor: pageParam }),
        signal,
      ),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

/** How a version differs from an older one; from the one before it where none is named. */
export function versionChangesQuery(slug: string, number: number, since: number | undefined) {
  return queryOptions({
    queryKey: ['version', slug, number, 'changes', since],
    // which one is before it may change, as old ones go
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const address = withQuery(`/api/forms/${slug}/versions/${number}/changes`, { since })
      return (await api.get<Single<VersionChanges>>(address, signal)).data
    },
  })
}

/** One version, which never changes, as the rows of a draft. */
export function versionQuery(slug: string, number: number) {
  return queryOptions({
    queryKey: ['version', slug, number],
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await api.get<Single<VersionRows>>(`/api/forms/${slug}/versions/${number}`, signal)).data,
  })
}
