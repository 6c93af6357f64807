import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as v from 'valibot'
import { fields } from 'virtual:plugins'
import type { Single } from '../../../api_types/answer.ts'
import type { Draft, DraftRow } from '../../../api_types/drafts.ts'
import { BoundField } from '../../../engine/bound/bound_field.ts'
import { showKeys } from '../../../engine/logic/references.ts'
import { api } from '../../api/client.ts'
import type { AnySettings } from '@formwright/kit/field'
import type { CreatorField } from '@formwright/kit/found'
import { comparablesOf } from '../logic/comparables.ts'
import type { FormerLabel, KeyedComparable } from '../logic/conditions.ts'

function fieldsOf(rows: readonly DraftRow[]): KeyedComparable[] {
  const keys = new Map(rows.map((row) => [row.block_id, text(row, 'key')]))
  return rows.flatMap((row) => {
    const plugin = fields[row.kind]
    const key = text(row, 'key')
    if (!plugin || !row.content || key === undefined) return []
    const label = showKeys(text(row, 'label') ?? '', (id) => keys.get(id)) || key
    const field = new BoundField(plugin, wholeSettings(plugin, row.content.settings ?? {}))
    return comparablesOf({ id: row.block_id, key, label }, field)
  })
}

/** Stored settings with every default of the kind's schema; the defaults alone where they do not fit any more. */
function wholeSettings({ definition }: CreatorField, stored: unknown): AnySettings {
  const read = v.safeParse(definition.settings, stored)
  return read.success ? read.output : v.parse(definition.settings, {})
}

function text(row: DraftRow, name: string): string | undefined {
  const value = row.content?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What conditions may speak of in a form as its draft has it, in order, for pages outside the editor. */
export function useDraftFields(slug: string): readonly KeyedComparable[] {
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
