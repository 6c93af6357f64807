import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Single } from '../../api_types/answer.ts'
import type { Role, Workspace } from '../../api_types/workspaces.ts'
import { api } from './client.ts'

/** The person's workspaces. */
const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await api.get<Single<Workspace[]>>('/api/open/workspaces/', signal)).data,
})

/** The workspaces that were chosen last, newest first: here, and in other instances on this host. */
function rememberedIds(): string[] {
  const cookie = document.cookie.split('; ').find((part) => part.startsWith('currentWorkspace='))
  return cookie?.slice('currentWorkspace='.length).split('.') ?? []
}

/** The workspace the person works in: the one they chose last, else the first. */
export function useWorkspaces() {
  const query = useQuery(workspacesQuery)
  const remembered = useQuery({
    queryKey: ['current-workspace'],
    queryFn: rememberedIds,
    staleTime: 0,
  })
  const list = query.data ?? []
  const chosen = remembered.data?.find((id) => list.some((workspace) => workspace.id === id))
  const current = list.find((workspace) => workspace.id === chosen) ?? list[0]
  return { list, current, error: query.error, refetch: query.refetch }
}

/** Chooses the workspace to work in. */
export function useSwitchWorkspace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.put('/api/workspaces/current', { workspace_id: id }),
    onSuccess: (_answer, id) => client.setQueryData(['current-workspace'], [id]),
  })
}

/** Makes a workspace and reads the list anew. */
export function useCreateWorkspace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => (await api.post<Single<Workspace>>('/api/workspaces', { name })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ['workspaces'] }),
  })
}

const RANK: Record<Role, number> = { viewer: 0, editor: 1, admin: 2, owner: 3 }

/** Whether a role suffices for what asks for at least `least`. */
export function may(role: Role | undefined, least: Role): boolean {
  return role !== undefined && RANK[role] >= RANK[least]
}
