import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fields } from 'virtual:plugins'
import { showKeys } from '../../../engine/logic/references.ts'
import { api, type Single } from '../../api/client.ts'
import type { Draft, DraftRow } from '../../api/draft.ts'
import type { Comparable, FormerLabel } from '../logic/conditions.ts'
import { fieldLogic } from './comparable.ts'

/** A field of a draft as conditions and formulas speak of it. */
export interface DraftField extends Comparable {
  kind: string
  key: string
}

function fieldsOf(rows: readonly DraftRow[]): DraftField[] {
  const keys = new Map(rows.map((row) => [row.block_id, text(row, 'key')]))
  return rows.flatMap((row) => {
    const plugin = fields[row.kind]
    const key = text(row, 'key')
    if (!plugin || !row.content || key === undefined) return []
    const label = showKeys(text(row, 'label') ?? '', (id) => keys.get(id)) || key
    return [
      { id: row.block_id, kind: row.kind, key, label, ...fieldLogic(plugin, row.content.settings ?? {}) },
    ]
  })
}

function text(row: DraftRow, name: string): string | undefined {
  const value = row.content?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The fields of a form as its draft has them, in order, for pages outside the editor. */
export function useDraftFields(slug: string): readonly DraftField[] {
  const { data } = useQuery(draftRows(slug))
  return useMemo(() => fieldsOf(data?.rows ?? []), [data])
}

/** What questions were called that are no longer in the draft, for pages outside the editor. */
export function useFormerLabel(slug: string): FormerLabel {
  const { data } = useQuery(draftRows(slug))
  return useMemo(() => {
    const keys = new Map(data?.rows.map((row) => [row.block_id, text(row, 'key')]))
    return (id) => {
      const label = data?.former_names?.[id]
      return label && showKeys(label, (block) => keys.get(block))
    }
  }, [data])
}

function draftRows(slug: string) {
  return queryOptions({
    queryKey: ['draft-fields', slug],
    staleTime: 5_000,
    queryFn: async ({ signal }) => {
      const draft = (await api.get<Single<Draft>>(`/api/forms/${slug}/draft`, signal)).data
      return { ...draft, rows: [...draft.rows].sort((a, b) => (a.position < b.position ? -1 : 1)) }
    },
  })
}
