import type { Comparable } from '#app/submissions/filter_sql'
import { type NewestLabels, newestLabels } from '#app/submissions/newest_labels'
import type { AnswerModule, Cell, Column } from '#kit/answer'
import type { Block, FormDocument, Json } from '#engine/document/document'
import { asWords } from '#engine/document/names'
import { readBlock } from '#engine/document/reading'
import { showKeys } from '#engine/logic/references'
import type { Registry } from '#engine/registry'
import type { Option } from '#kit/field'

/** A column of the table and of exports. */
interface TableColumn {
  block: string
  /** id within the field; empty for the only or main one */
  column: string
  label: string
  type: Column['type']
  kind: string
}

/** Answers by block id, as they are stored. */
export type StoredAnswers = { [block: string]: Json }

/** The columns of a form over all its versions, and how answers of each version fill them. */
export interface Table {
  /** the version that columns and labels are of; 0 where there is none */
  newest: number
  columns: readonly TableColumn[]
  /** One cell per column, from answers as stored or as their JSON text. */
  cells(version: number, answers: StoredAnswers | string): Cell[]
  /** The same, and with it those answers of which a cell does not say everything. */
  row(version: number, answers: StoredAnswers | string): { cells: Cell[]; answers: StoredAnswers }
  /** The settings of the fields of a version, by block, whole, as their kinds draw answers with them. */
  settings(version: number): { [block: string]: { [name: string]: Json } }
  /** How a field may be filtered, as its newest version has it. */
  comparable(block: string): FilterField | undefined
  /** The same of every field, by block. */
  comparables(): { [block: string]: FilterField }
}

/** How a field may be filtered, and what the options are called that its answers can name. */
export interface FilterField extends Comparable {
  options?: readonly Option[]
}

/** A field of one version with what its kind knows about it. */
interface Field {
  block: string
  columns: readonly Column[]
  cells(answer: Json): Cell[]
  comparable: FilterField
  /** those of its version with the newest labels; absent without its plugin */
  settings?: { [name: string]: Json }
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
  const columns: TableColumn[] = []
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
      if (!comparables.has(block.id)) comparables.set(block.id, field.comparable)
      const own = field.columns.map((column) => {
        const name = `${block.id} ${block.kind} ${column.id}`
        const known = places.get(name)
        if (known !== undefined) return known
        const place = columns.length
        columns.push({
          block: block.id,
          column: column.id,
          label: column.label ? `${heading} (${column.label})` : heading,
          type: column.type,
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
    comparable: (block) => comparables.get(block),
    comparables: () => Object.fromEntries(comparables),
  }
}

function fieldOf(block: Block, registry: Registry, labels: NewestLabels): Field | undefined {
  // As methods, a kind's own functions may be called with what its own modules made.
  const behaviour: AnswerModule<unknown, unknown, unknown> | undefined = registry.field(block.kind)?.answer
  const { field } = readBlock(block, registry).read
  if (behaviour && field) {
    const settings = labels.settings(block)
    const options = labels.options(block)
    return {
      block: block.id,
      columns: behaviour.columns(settings),
      cells: (answer) => behaviour.cells(answer, settings),
      comparable: {
        type: field.logic.type(settings),
        operators: field.logic.operators(settings),
        path: [block.id],
        ...(options && { options }),
      },
      settings,
    }
  }
  // A field whose plugin is gone keeps its data: shown as it is stored.
  if (registry.layout(block.kind) || block.key === undefined) return undefined
  return {
    block: block.id,
    columns: [{ id: '', type: 'text' }],
    cells: (answer) => [typeof answer === 'string' ? answer : JSON.stringify(answer)],
    comparable: { type: 'files', operators: ['is-empty', 'is-not-empty'], path: [block.id] },
  }
}
