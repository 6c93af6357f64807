import type { FilterField as ServedFilter, SubmissionColumn } from '#api_types/submissions'
import type { Comparable } from '#app/submissions/filter_sql'
import type { NewestLabels } from '#app/submissions/newest_labels'
import type { AnswerContext, Cell } from '@formwright/kit/answer'
import type { BoundField } from '#engine/bound/bound_field'
import type { BoundLayout } from '#engine/bound/bound_layout'
import type { Block, Json } from '#engine/document/document'
import { readBlock } from '#engine/document/reading'
import type { Registry } from '#engine/registry'
import { addressText } from '@formwright/kit/address'
import { type AnySettings, type Part, pathOf } from '@formwright/kit/field'
import { cellText } from '@formwright/kit/text'

/** How a part of a field may be filtered, and where in its answers. */
export interface FilterField extends ServedFilter, Comparable {}

/** What one version of a block tells of its answers: a field by its kind, a section that repeats by its items. */
export interface FieldColumns {
  block: string
  /** what it is called, with references as they are stored */
  name: string
  columns: readonly Part[]
  /** One cell per column. */
  cells(answer: Json): Cell[]
  /** the cells where there is no answer, if they are not empty */
  none?: readonly Cell[]
  comparables: readonly (readonly [address: string, comparable: FilterField])[]
  /** those of its version with the newest labels; absent without its plugin */
  settings?: AnySettings
  /** the cell says how many items the section has */
  counts?: 'items'
}

/** Cells hold values of these types as they are, of all others a text. */
const AS_THEY_ARE = ['number', 'boolean', 'date', 'time', 'datetime'] as const

/** What the cells of a part hold. */
export function columnType({ type }: Part): SubmissionColumn['type'] {
  return AS_THEY_ARE.find((one) => one === type) ?? 'text'
}

/** What a block adds to tables and exports; undefined where that is nothing. */
export function fieldColumns(
  block: Block,
  registry: Registry,
  labels: NewestLabels,
): FieldColumns | undefined {
  const field = labels.field(block)
  if (field) {
    const columns = field.parts.filter(({ column }) => column !== false)
    return {
      block: block.id,
      name: block.label ?? '',
      columns,
      cells: cellsOf(field, columns),
      comparables: comparablesOf(block, field, labels),
      settings: field.settings,
    }
  }
  const { layout } = readBlock(block, registry).read
  if (layout?.repeat) return countOfItems(block, layout)
  // A field whose plugin is gone keeps its data: shown as it is stored.
  if (layout || block.key === undefined) return undefined
  return {
    block: block.id,
    name: block.label ?? '',
    columns: [{ id: '', type: 'text', operators: PRESENCE }],
    cells: (answer) => [typeof answer === 'string' ? answer : JSON.stringify(answer)],
    comparables: [[block.id, whole(block)]],
  }
}

/** The title of a section, with references as they are stored. */
export function titleOf(section: BoundLayout): string {
  const path = section.textPath('title')
  const title = path === undefined ? undefined : section.settings[path]
  return typeof title === 'string' ? title : ''
}

const COUNTING = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'between'] as const

/** A section that repeats is a number: what is in its items stands elsewhere. */
function countOfItems({ id }: Block, section: BoundLayout): FieldColumns {
  const count: Part = { id: '', type: 'number', operators: COUNTING }
  const { type, operators } = count
  return {
    block: id,
    name: titleOf(section),
    columns: [count],
    cells: (items) => [Array.isArray(items) ? items.length : 0],
    none: [0],
    comparables: [[id, { type, operators, path: [id], measure: 'items' }]],
    counts: 'items',
  }
}

/** What is told of stored answers does not depend on where or when they are read. */
const CONTEXT: AnswerContext = { locale: 'en', now: 0, source: 'data' }

function cellsOf(field: BoundField, columns: readonly Part[]): FieldColumns['cells'] {
  const parts = columns.map((part) => ({ id: part.id, isText: columnType(part) === 'text' }))
  return (answer) => {
    const values = field.values(answer, CONTEXT)
    return parts.map(({ id, isText }) => {
      const value = values[id]
      if (value == null) return null
      if (!isText && !Array.isArray(value)) return value
      return cellText(field.toText(answer, id))
    })
  }
}

/** How each part may be filtered; where there are parts only, also whether there is an answer. */
function comparablesOf(block: Block, field: BoundField, labels: NewestLabels): FieldColumns['comparables'] {
  const parts = field.parts.map(({ id, label, type, operators, measure, ...part }) => {
    const options = labels.options(block, id)
    return [
      addressText({ block: block.id, part: id }),
      {
        type,
        operators,
        path: [block.id, ...pathOf({ id, type, operators, ...part })],
        ...(measure && { measure }),
        ...(label !== undefined && { label }),
        ...(options && { options }),
      },
    ] as const
  })
  return field.partOf('') === undefined ? [[block.id, whole(block)], ...parts] : parts
}

const PRESENCE = ['is-not-empty', 'is-empty'] as const

/** An answer of which only is asked whether there is one. */
function whole({ id }: Block): FilterField {
  return { type: 'file', operators: PRESENCE, path: [id] }
}
