import type { FilterField as ShownField, SubmissionColumn } from '#api_types/submissions'
import type { Comparable } from '#app/submissions/filter_sql'
import { type NewestLabels, newestLabels } from '#app/submissions/newest_labels'
import type { AnswerContext, Cell } from '@formwright/kit/answer'
import type { BoundField } from '#engine/bound/bound_field'
import type { Block, FormDocument, Json } from '#engine/document/document'
import { asWords } from '#engine/document/names'
import { showKeys } from '#engine/logic/references'
import type { Registry } from '#engine/registry'
import { addressText } from '@formwright/kit/address'
import { type AnySettings, type Part, pathOf } from '@formwright/kit/field'
import { cellText } from '@formwright/kit/text'

/** Cells hold values of these types as they are, of all others a text. */
const AS_THEY_ARE = ['number', 'boolean', 'date', 'time', 'datetime'] as const

function columnType({ type }: Part): SubmissionColumn['type'] {
  return AS_THEY_ARE.find((one) => one === type) ?? 'text'
}

/** Answers by block id, as they are stored. */
export type StoredAnswers = { [block: string]: Json }

/** The columns of a form over all its versions, and how answers of each version fill them. */
export interface Table {
  /** the version that columns and labels are of; 0 where there is none */
  newest: number
  columns: readonly SubmissionColumn[]
  /** One cell per column, from answers as stored or as their JSON text. */
  cells(version: number, answers: StoredAnswers | string): Cell[]
  /** The same, and with it those answers of which a cell does not say everything. */
  row(version: number, answers: StoredAnswers | string): { cells: Cell[]; answers: StoredAnswers }
  /** The settings of the fields of a version, by block, whole, as their kinds draw answers with them. */
  settings(version: number): { [block: string]: AnySettings }
  /** How a part of a field may be filtered, as its newest version has it; by address. */
  comparable(address: string): FilterField | undefined
  /** The same of every part, by address. */
  comparables(): { [address: string]: FilterField }
}

/** How a part of a field may be filtered, and where in its answers. */
export interface FilterField extends ShownField, Comparable {}

/** A field of one version with what its kind knows about it. */
interface Field {
  block: string
  columns: readonly Part[]
  cells(answer: Json): Cell[]
  comparables: readonly (readonly [address: string, comparable: FilterField])[]
  /** those of its version with the newest labels; absent without its plugin */
  settings?: AnySettings
}

/**
 * Columns are the union over versions, by block (docs/decisions.md: Columns): those of the newest version in its
 * order, then those only earlier ones have. A field that changed its kind has columns of both. Options are called
 * what they are called now. `versions` begins with the newest; their documents are whole.
 */
export function tableOf(
  versions: readonly { number: number; document: FormDocument }[],
  registry: Registry,
): Table {
  const columns: SubmissionColumn[] = []
  const places = new Map<string, number>()
  const comparables = new Map<string, FilterField>()
  const fillers = new Map<number, { field: Field; places: number[] }[]>()
  const labels = newestLabels(
    versions.map(({ document }) => document),
    registry,
  )
  for (const { number, document } of versions) {
    const keys = new Map(document.blocks.map((block) => [block.id, block.key]))
    const fields = document.blocks.flatMap((block) => {
      const field = fieldOf(block, registry, labels)
      if (!field) return []
      const heading = showKeys(block.label ?? '', (id) => keys.get(id)) || asWords(block.key ?? block.kind)
      for (const [address, comparable] of field.comparables)
        if (!comparables.has(address)) comparables.set(address, comparable)
      const own = field.columns.map((column) => {
        const name = `${block.id} ${block.kind} ${column.id}`
        const known = places.get(name)
        if (known !== undefined) return known
        const place = columns.length
        columns.push({
          block: block.id,
          part: column.id,
          heading,
          label: column.label ? `${heading} (${column.label})` : heading,
          type: columnType(column),
          kind: block.kind,
        })
        places.set(name, place)
        return place
      })
      return [{ field, places: own }]
    })
    fillers.set(number, fields)
  }
  const rowOf: Table['row'] = (version, stored) => {
    const given: StoredAnswers = typeof stored === 'string' ? JSON.parse(stored) : stored
    const cells: Cell[] = new Array<Cell>(columns.length).fill(null)
    const answers: StoredAnswers = {}
    for (const { field, places: own } of fillers.get(version) ?? []) {
      const answer = given[field.block]
      if (answer === undefined) continue
      const filled = field.cells(answer)
      for (const [index, place] of own.entries()) cells[place] = filled[index]
      if (field.settings && (filled.length !== 1 || filled[0] !== answer)) answers[field.block] = answer
    }
    return { cells, answers }
  }
  return {
    newest: versions[0]?.number ?? 0,
    columns,
    cells: (version, stored) => rowOf(version, stored).cells,
    row: rowOf,
    settings(version) {
      const own = (fillers.get(version) ?? []).flatMap(({ field }) =>
        field.settings ? [[field.block, field.settings] as const] : [],
      )
      return Object.fromEntries(own)
    },
    comparable: (address) => comparables.get(address),
    comparables: () => Object.fromEntries(comparables),
  }
}

/** What is told of stored answers does not depend on where or when they are read. */
const CONTEXT: AnswerContext = { locale: 'en', now: 0, source: 'data' }

function fieldOf(block: Block, registry: Registry, labels: NewestLabels): Field | undefined {
  const field = labels.field(block)
  if (field) {
    const columns = field.parts.filter(({ column }) => column !== false)
    return {
      block: block.id,
      columns,
      cells: (answer) => cellsOf(field, columns, answer),
      comparables: comparablesOf(block, field, labels),
      settings: field.settings,
    }
  }
  // A field whose plugin is gone keeps its data: shown as it is stored.
  if (registry.layout(block.kind) || block.key === undefined) return undefined
  return {
    block: block.id,
    columns: [{ id: '', type: 'text', operators: PRESENCE }],
    cells: (answer) => [typeof answer === 'string' ? answer : JSON.stringify(answer)],
    comparables: [[block.id, whole(block)]],
  }
}

function cellsOf(field: BoundField, columns: readonly Part[], answer: Json): Cell[] {
  const values = field.values(answer, CONTEXT)
  return columns.map((part) => {
    const value = values[part.id]
    if (value == null) return null
    if (columnType(part) !== 'text' && !Array.isArray(value)) return value
    return cellText(field.toText(answer, part.id))
  })
}

/** How each part may be filtered; where there are parts only, also whether there is an answer. */
function comparablesOf(block: Block, field: BoundField, labels: NewestLabels): Field['comparables'] {
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
