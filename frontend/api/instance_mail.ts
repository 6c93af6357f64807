import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Page, Single } from '../../api_types/answer.ts'
import type {
  InstanceMail,
  InstanceMailServer,
  InstanceMailText,
  MailState,
} from '../../api_types/instance.ts'
import { api, withQuery } from './client.ts'

const KEY = ['instance-mails']
const path = (id: string) => `/api/instance/mails/${id}`

/** How the instance sends mail, and how much of it waits; asked again now and then. */
export function useInstanceMailServer() {
  return useQuery({
    queryKey: [...KEY, 'server'],
    queryFn: async ({ signal }) =>
      (await api.get<Single<InstanceMailServer>>('/api/instance/mail', signal)).data,
    refetchInterval: 15_000,
  })
}

/** The mails of all workspaces, newest first; without a state those of each. */
export function useInstanceMails(state: MailState | undefined) {
  return useInfiniteQuery({
    queryKey: [...KEY, 'list', state],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<InstanceMail>>(withQuery('/api/instance/mails', { state, cursor: pageParam }), signal),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    // what comes is seen; who reads on below is left alone
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : 5000),
  })
}

/** One of them with its text. While it waits it is asked for again, as something may happen at any moment. */
export function useInstanceMail(id: string) {
  return useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: async ({ signal }) => (await api.get<Single<InstanceMailText>>(path(id), signal)).data,
    refetchInterval: (query) => (query.state.data?.state === 'waiting' ? 3000 : false),
    // a text that was meant for others is not kept once nobody reads it
    gcTime: 0,
  })
}

/** Sends one that waits now, or one that has failed again. */
export function useSendInstanceMail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.post(`${path(id)}/send`, {}),
    // also when it was refused: it has gone meanwhile
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

/** Deletes one that was not sent. */
export function useDeleteInstanceMail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete(path(id)),
    // its own text is not asked for again: it is gone
    onSettled: () =>
      Promise.all(['list', 'server'].map((part) => client.invalidateQueries({ queryKey: [...KEY, part] }))),
  })
}
