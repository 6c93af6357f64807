import {
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import type { Page, Single } from '../../api_types/answer.ts'
import type { VersionChanges, VersionItem, VersionRows } from '../../api_types/versions.ts'
import { api, withQuery } from './client.ts'

// a form that is published or taken off the air has others
const versionsKey = (slug: string) => ['forms', 'versions', slug]

/** Versions of a form, newest first, page by page. */
export function useVersions(slug: string) {
  return useInfiniteQuery({
    queryKey: versionsKey(slug),
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

/** Writes what members read of a version. */
export function useNoteVersion(slug: string, number: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (note: string) =>
      (await api.patch<Single<VersionItem>>(`/api/forms/${slug}/versions/${number}`, { note })).data,
    onSuccess: (noted) =>
      client.setQueryData<InfiniteData<Page<VersionItem>>>(
        versionsKey(slug),
        (known) => known && { ...known, pages: known.pages.map((page) => withItem(page, noted)) },
      ),
  })
}

function withItem(page: Page<VersionItem>, item: VersionItem): Page<VersionItem> {
  return { ...page, data: page.data.map((one) => (one.number === item.number ? item : one)) }
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
