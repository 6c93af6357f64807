import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Page, Single } from '../../api_types/answer.ts'
import type { Theme } from '../../api_types/themes.ts'
import type { Look } from '../../engine/document/document.ts'
import { api } from './client.ts'

/** The themes of a workspace, and what can be done with them. */
export function useThemes(workspaceId: string) {
  const client = useQueryClient()
  const path = `/api/workspaces/${workspaceId}/themes`
  const key = ['themes', workspaceId]
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.get<Page<Theme>>(path, signal)).data,
  })
  // also after a refusal: somebody else may have deleted it
  const onSettled = () => client.invalidateQueries({ queryKey: key })
  const add = useMutation({
    mutationFn: async (theme: { name: string; look: Look }) =>
      (await api.post<Single<Theme>>(path, theme)).data,
    onSettled,
  })
  const change = useMutation({
    mutationFn: async ({ id, ...patch }: { id: string; name?: string; look?: Look }) =>
      (await api.patch<Single<Theme>>(`${path}/${id}`, patch)).data,
    onSettled,
  })
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${path}/${id}`), onSettled })
  return { query, add, change, remove }
}
