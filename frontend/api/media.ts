import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Single } from '../../api_types/answer.ts'
import type { MediaLibrary } from '../../api_types/media.ts'
import type { MediaFile } from '@formwright/kit/media'
import { api, sendFile, type Sending, withQuery } from './client.ts'

/** Stores a picture or a file of the creator, to be shown by this form. */
export async function uploadMedia(
  form: string,
  use: 'image' | 'file',
  file: File,
  sending: Sending,
): Promise<MediaFile> {
  const path = withQuery(`/api/forms/${form}/media`, { use, name: file.name || 'pasted' })
  const { data } = await sendFile<Single<MediaFile>>(path, file, sending)
  return data
}

/** The media files of a form, newest first, page by page: for this use, of these types, with this in their names. */
export function useMediaLibrary(
  form: string,
  wanted: { name: string; use: 'image' | 'file'; types: readonly string[] },
) {
  const client = useQueryClient()
  const path = `/api/forms/${form}/media`
  const { name, use } = wanted
  const types = wanted.types.join()
  const query = useInfiniteQuery({
    queryKey: ['media', form, name, use, types],
    gcTime: 0,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<MediaLibrary>(withQuery(path, { limit: 100, cursor: pageParam, name, use, types }), signal),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  const refresh = () => client.invalidateQueries({ queryKey: ['media', form] })
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`${path}/${id}`),
    onSettled: refresh,
  })
  return { query, remove, refresh }
}
