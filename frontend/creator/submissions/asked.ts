import type { Json } from '../../../engine/document/document.ts'
import { BoundField } from '../../../engine/bound/bound_field.ts'
import type { CreatorField } from '@formwright/kit/found'
import type { ShownItems, Submission } from '../../../api_types/submissions.ts'
import { fields } from '../plugins/fields.ts'

/** A question of a submission whose answer can be changed. */
export interface Asked {
  /** where its answer stands: the block, or `section.item.block` */
  path: string
  block: string
  label: string
  plugin: CreatorField
  field: BoundField
  answer: Json | null
}

/** A question whose kind is not there: what was answered stays as it is. */
export interface NotAsked {
  path: string
  kind: string
  label: string
  /** whether something was answered */
  answered: boolean
}

/** A section that repeats, as it was given: items can be added and removed. */
export interface AskedSection {
  given: ShownItems
}

/** One item of it, perhaps a new one. */
export interface AskedItem {
  id: string
  title: string
  isNew: boolean
  asked: readonly (Asked | NotAsked)[]
}

/** The items that sections have now, by section, in order; of a section that is not named those it was given with. */
export type ItemLists = Readonly<Record<string, readonly string[]>>

/** What stands in the sheet for changing answers. */
export type Place = Asked | NotAsked | AskedSection

/** What was asked, in order, without what is computed. */
export function askedIn({ answers }: Submission): Place[] {
  return answers.flatMap((given): Place[] => {
    if (!('items' in given)) return asked({ ...given, path: given.block })
    return hasQuestions(given) ? [{ given }] : []
  })
}

/** All questions that can be answered, those of the items that there are now with them. */
export function everyAsked(places: readonly Place[], lists: ItemLists): Asked[] {
  return places
    .flatMap((place) => ('given' in place ? itemsOf(place, lists).flatMap((item) => item.asked) : [place]))
    .filter(isAsked)
}

/** Whether it can be answered. */
export function isAsked(one: Asked | NotAsked): one is Asked {
  return 'field' in one
}

/** The items of a section as they are now. */
export function itemsOf({ given }: AskedSection, lists: ItemLists): AskedItem[] {
  const { block, label, labels, items } = given
  let added = items.length
  return idsOf({ given }, lists).map((id) => {
    const known = items.find((item) => item.id === id)
    const title = known?.title ?? `${label} ${(added += 1)}`
    return {
      ...{ id, title, isNew: known === undefined },
      asked: given.fields.flatMap((field, index) =>
        asked({
          ...field,
          path: `${block}.${id}.${field.block}`,
          label: (known?.labels ?? labels)[index] ?? '',
          answer: known?.answers[index] ?? null,
        }),
      ),
    }
  })
}

/** The ids of the items of a section as they are now. */
export function idsOf({ given }: AskedSection, lists: ItemLists): readonly string[] {
  return lists[given.block] ?? given.items.map(({ id }) => id)
}

/** Sections whose items are others than they were. */
export function changedLists(places: readonly Place[], lists: ItemLists): ItemLists {
  const changed = places.flatMap((place): [string, readonly string[]][] => {
    if (!('given' in place)) return []
    const now = idsOf(place, lists)
    return now.join() === idsOf(place, {}).join() ? [] : [[place.given.block, now]]
  })
  return Object.fromEntries(changed)
}

/** What stands at a path, as text: the answer of a question, or the items of a section. */
export function stateAt(places: readonly Place[], path: string): string {
  const section = places.find((place) => 'given' in place && place.given.block === path)
  if (section && 'given' in section) return idsOf(section, {}).join()
  return JSON.stringify(everyAsked(places, {}).find((asked) => asked.path === path)?.answer ?? null)
}

/** An id for a new item (app/respond/submission/addresses.ts says how they look). */
export function newItemId(): string {
  return `n${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
}

function hasQuestions(given: ShownItems): boolean {
  return given.fields.some((field) => asked({ ...field, path: '', label: '', answer: null }).length > 0)
}

interface Given {
  path: string
  block: string
  kind: string
  label: string
  settings: { [name: string]: Json }
  answer: Json | null
}

function asked({ path, block, kind, label, settings, answer }: Given): (Asked | NotAsked)[] {
  const plugin = fields[kind]
  if (!plugin) return [{ path, kind, label, answered: answer !== null }]
  const field = new BoundField(plugin, settings)
  if (field.labelling === 'none') return []
  return [{ path, block, label, plugin, field, answer }]
}
