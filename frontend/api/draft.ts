import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Json } from '../../engine/document/document.ts'
import type { DocumentProblem } from '../../engine/document/problems.ts'
import { api, withQuery, type Single } from './client.ts'
import { refreshForms } from './forms.ts'

/** What a row holds: a block without id and kind, or a group of form settings. */
export type Content = { [name: string]: Json }

/** One row of a draft: a block, or a group of form settings (kind `settings.<group>`). */
export interface DraftRow {
  block_id: string
  kind: string
  revision: number
  position: string
  /** null once removed */
  content: Content | null
}

/** One operation of a save; `base` is the revision of the row it was made on. */
export type DraftOp =
  | { op: 'put'; block_id: string; kind: string; position: string; content: Content; base?: number }
  | { op: 'remove'; block_id: string; base?: number }
  | { op: 'move'; block_id: string; position: string; base?: number }

/** A draft, or what changed in it since a revision. */
export interface Draft {
  revision: number
  rows: DraftRow[]
  problems: DocumentProblem[]
  /** keys that published fields have had, with the ids of these fields; comes with all of a draft */
  former_keys?: Record<string, string>
  /** what removed blocks were called, by id; comes with all of a draft */
  former_names?: Record<string, string>
}

/** What became of a save. */
export interface DraftSaved extends Draft {
  applied: string[]
  refused: { op: DraftOp; current: DraftRow | null }[]
}

/** What publishing would do, and what stands in its way. */
export interface Check {
  /** of the draft that was checked */
  revision: number
  /** the number of the version that would be made */
  version: number
  problems: DocumentProblem[]
  changes: Record<'added' | 'changed' | 'removed', { block_id: string; label: string }[]> & {
    settings: string[]
  }
}

/** What was not answered by then is lost on the way, and worth another try. */
const SLOWEST_MS = 60_000

/** Saves operations on top of the revision `base`. `leaving`: the page is going away, the request is not. */
export async function saveDraft(
  slug: string,
  base: number,
  ops: DraftOp[],
  leaving = false,
): Promise<DraftSaved> {
  const path = `/api/forms/${slug}/draft`
  const patience = AbortSignal.timeout(SLOWEST_MS)
  return (await api.patch<Single<DraftSaved>>(path, { base, ops }, patience, leaving)).data
}

/** What others changed since a revision. */
export async function draftChanges(slug: string, since: number): Promise<Draft> {
  const path = withQuery(`/api/forms/${slug}/draft/changes`, { since })
  return (await api.get<Single<Draft>>(path, AbortSignal.timeout(SLOWEST_MS))).data
}

/**
 * The whole draft, asked for a moment before its editor opens: when somebody points at the link that leads there. What
 * the editor takes it takes out of the cache, and what nobody takes is soon gone.
 */
export function draftQuery(formId: string) {
  return queryOptions({
    queryKey: ['draft', formId],
    staleTime: 5_000,
    gcTime: 10_000,
    retry: false,
    networkMode: 'always',
    queryFn: () => draftChanges(formId, 0),
  })
}

/** The check before publishing. */
export function checkQuery(slug: string) {
  return queryOptions({
    queryKey: ['check', slug],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => (await api.get<Single<Check>>(`/api/forms/${slug}/check`, signal)).data,
  })
}

/** Publishes the draft as it is at `revision`. */
export function usePublish(slug: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: { revision: number; note?: string }) =>
      (await api.post<Single<{ version: number }>>(`/api/forms/${slug}/publication`, body)).data,
    onSuccess: () => refreshForms(client),
  })
}

/** Takes the form off the air: its address answers as if it did not exist. */
export function useUnpublish(slug: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.delete(`/api/forms/${slug}/publication`),
    onSuccess: () => refreshForms(client),
  })
}

/** Closes the form for new submissions, or opens it again. */
export function useClosure(slug: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (closed: boolean) =>
      closed ? api.post(`/api/forms/${slug}/closure`) : api.delete(`/api/forms/${slug}/closure`),
    onSuccess: () => refreshForms(client),
  })
}
