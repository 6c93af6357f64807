import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Single } from '../../api_types/answer.ts'
import type { MailSender, MailSendingState, MailSettings } from '../../api_types/mail.ts'
import { api } from './client.ts'

/** A mail server as somebody typed it; without a password the one that is kept stays. */
export type TypedSender = Omit<MailSender, 'has_password' | 'unread' | 'verified_at'> & { password?: string }

/** Whether anybody sends the mail of a workspace, for all of its members. */
export function useSendsMail(workspaceId: string) {
  return useQuery({
    queryKey: ['mail-sender', workspaceId, 'state'],
    queryFn: async ({ signal }) =>
      (await api.get<Single<MailSendingState>>(`/api/workspaces/${workspaceId}/mail-sender/state`, signal))
        .data,
  })
}

/** Who sends the mail of a workspace, for its admins, and what can be done about it. */
export function useMailSender(workspaceId: string) {
  const client = useQueryClient()
  const path = `/api/workspaces/${workspaceId}/mail-sender`
  const key = ['mail-sender', workspaceId]
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.get<Single<MailSettings>>(path, signal)).data,
  })
  const onSuccess = (settings: MailSettings) => {
    client.setQueryData(key, settings)
    return client.invalidateQueries({ queryKey: [...key, 'state'] })
  }
  const keep = useMutation({
    mutationFn: async (typed: TypedSender) => (await api.put<Single<MailSettings>>(path, typed)).data,
    onSuccess,
    // its password is not kept here
    gcTime: 0,
  })
  const test = useMutation({
    mutationFn: async () => (await api.post<Single<MailSettings>>(`${path}/test`, {})).data,
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: () => api.delete(path),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
  return { query, keep, test, remove }
}
