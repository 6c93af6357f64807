import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as v from 'valibot'
import { layouts } from 'virtual:plugins'
import type { Single } from '../../../api_types/answer.ts'
import type { Draft, DraftRow } from '../../../api_types/drafts.ts'
import { BoundField } from '../../../engine/bound/bound_field.ts'
import { BoundLayout } from '../../../engine/bound/bound_layout.ts'
import { inDocumentOrder } from '../../../engine/document/order.ts'
import { showKeys } from '../../../engine/logic/references.ts'
import { api } from '../../api/client.ts'
import { textIn } from '@formwright/kit/block_text'
import type { AnySettings } from '@formwright/kit/field'
import type { CreatorField, CreatorLayout } from '@formwright/kit/found'
import { fields } from './fields.ts'
import { comparablesFrom, type NamedBlock } from '../logic/comparables.ts'
import type { FormerLabel, KeyedComparable } from '../logic/conditions.ts'

function comparablesIn(rows: readonly DraftRow[]): KeyedComparable[] {
  const keys = new Map(rows.map((row) => [row.block_id, text(row, 'key')]))
  const live = rows.filter((row) => row.content !== null)
  const ordered = inDocumentOrder(
    live,
    (row) => row.block_id,
    (kind) => layouts[kind]?.definition.role === 'section',
  )
  const sections = new Set<string>()
  const blocks = ordered.flatMap(({ row, parent }): NamedBlock[] => {
    const key = text(row, 'key')
    if (key === undefined) return []
    const named = (said: string) => ({
      id: row.block_id,
      key,
      label: showKeys(said, (id) => keys.get(id)) || key,
    })
    const settings = row.content?.settings ?? {}
    const plugin = fields[row.kind]
    if (plugin) {
      const field = new BoundField(plugin, wholeSettings(plugin, settings))
      if (field.unusable) return []
      const section = parent !== undefined && sections.has(parent) ? { section: parent } : {}
      return [{ ...named(text(row, 'label') ?? ''), field, ...section }]
    }
    const layout = layouts[row.kind]
    const bound = layout && new BoundLayout(layout.definition, wholeSettings(layout, settings))
    if (bound?.repeat === undefined) return []
    sections.add(row.block_id)
    const said = textIn(settings, bound.textPath('title') ?? '')
    return [named(typeof said === 'string' ? said : '')]
  })
  return comparablesFrom(blocks, undefined)
}

/** Stored settings with every default of the kind's schema; the defaults alone where they do not fit any more. */
function wholeSettings({ definition }: CreatorField | CreatorLayout, stored: unknown): AnySettings {
  try {
    const read = v.safeParse(definition.settings, stored)
    return read.success ? read.output : v.parse(definition.settings, {})
  } catch {
    return {}
  }
}

function text(row: DraftRow, name: string): string | undefined {
  const value = row.content?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What conditions may speak of in a form as its draft has it, in order, for pages outside the editor. */
export function useDraftFields(slug: string): readonly KeyedComparable[] {
  const { data } = useQuery(draftRows(slug))
  return useMemo(() => comparablesIn(data?.rows ?? []), [data])
}

/** What questions are called that are no longer in the draft, or not installed, for pages outside the editor. */
export function useFormerLabel(slug: string): FormerLabel {
  const { data } = useQuery(draftRows(slug))
  return useMemo(() => {
    const rows = new Map(data?.rows.map((row) => [row.block_id, row]))
    const keyOf = (id: string) => {
      const row = rows.get(id)
      return row && text(row, 'key')
    }
    return (id) => {
      const row = rows.get(id)
      const key = keyOf(id)
      if (row && key !== undefined && !fields[row.kind] && !layouts[row.kind])
        return { label: showKeys(text(row, 'label') ?? '', keyOf) || key, key }
      const label = data?.former_names?.[id]
      return label ? { label: showKeys(label, keyOf) } : undefined
    }
  }, [data])
}

function draftRows(slug: string) {
  return queryOptions({
    queryKey: ['draft-fields', slug],
    staleTime: 5_000,
    queryFn: async ({ signal }) => {
      const draft = (await api.get<Single<Draft>>(`/api/forms/${slug}/draft`, signal)).data
      return draft
    },
  })
}
