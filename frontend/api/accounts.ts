import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { User, Session } from '../../api_types/accounts.ts'
import type { Single } from '../../api_types/answer.ts'
import { ApiError } from './api_error.ts'
import { api } from './client.ts'
import { tellOtherTabs } from './session_news.ts'

/** The signed-in person, or null. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await api.get<User>('/api/user', signal)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

/** Who is signed in now, whatever was known before. */
export function whoIsSignedIn(): Promise<User> {
  return api.get<User>('/api/user')
}

/** The signed-in person; null while unknown or signed out. */
export function useUser(): User | null {
  return useQuery(userQuery).data ?? null
}

/** Signs in; afterwards everything is read anew, as somebody else may have been here before. */
export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { email: string; password: string; remember: boolean }) =>
      api.post('/api/login', body),
    onSuccess: () => {
      client.clear()
      tellOtherTabs('signed-in')
    },
  })
}

/** Signs the same person in once more; what is shown stays. */
export function useSignInAgain(email: string) {
  return useMutation({
    mutationFn: (password: string) => api.post('/api/login', { email, password, remember: false }),
    onSuccess: () => tellOtherTabs('signed-in'),
  })
}

/** What somebody gives who makes an account. */
export interface NewPerson {
  name: string
  email: string
  password: string
}

/** Makes an account with its personal workspace, with an invitation where there is one, and signs in. */
export function useRegister(invitation: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPerson) => api.post('/api/register', invitation ? { ...body, invitation } : body),
    onSuccess: () => client.clear(),
  })
}

/** Makes the first account of an installation with the link that its start printed, and signs in. */
export function useSetup(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPerson) => api.post('/api/setup', { ...body, token }),
    onSuccess: () => client.clear(),
  })
}

/** Ends this session, for every tab of this browser. */
export function useLogout() {
  return useMutation({
    mutationFn: async () => {
      try {
        await api.post('/api/logout')
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error
      }
    },
    onSuccess: () => tellOtherTabs('signed-out'),
  })
}

/** Where the person is signed in. */
export function useSessions() {
  return useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await api.get<Single<Session[]>>('/api/sessions', signal)).data,
  })
}

/** Signs one session out. */
export function useRevokeSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete(`/api/sessions/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  })
}

/** Gives the password once more, for what the server asks it for. */
export function useConfirmPassword() {
  return useMutation({
    mutationFn: (password: string) => api.post('/api/sessions/current/confirmation', { password }),
  })
}

/** Asks for a link to choose a new password; the answer does not tell whether there is such an account. */
export function useAskForReset() {
  return useMutation({ mutationFn: (email: string) => api.post('/api/password-resets', { email }) })
}

/** Chooses a new password with such a link; all sessions end with it. */
export function useResetPassword(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => api.put('/api/password-resets', { token, password }),
    onSuccess: () => {
      client.clear()
      tellOtherTabs('signed-out')
    },
  })
}

/** Sets another password; all other sessions end with it. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { current_password: string; password: string }) => api.put('/api/user/password', body),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  })
}
