import type { FilterField as ShownFilterField, SubmissionColumn } from '#api_types/submissions'
import { RECEIVED_ADDRESS, VERSION_ADDRESS } from '#engine/document/submission_addresses'
import { columnType, type FieldColumns, fieldColumns, type FilterField } from '#app/submissions/field_columns'
import { labelSteps } from '#app/submissions/newest_labels'
import type { Cell } from '@formwright/kit/answer'
import type { Block, FormDocument, Json } from '#engine/document/document'
import { outlineOf } from '#engine/document/outline'
import { asWords } from '#engine/document/names'
import { showKeys } from '#engine/logic/references'
import type { Registry } from '#engine/registry'
import { finish, type Steps } from '#engine/steps'
import { itemsIn } from '#engine/response/stored'
import type { AnySettings } from '@formwright/kit/field'

/** Answers by block id, as they are stored. */
export type StoredAnswers = { [block: string]: Json }

/** The columns of a form over all its versions, and how answers of each version fill them. */
export interface Table {
  /** the version that columns and labels are of; 0 where there is none */
  newest: number
  /** whole, the newest first */
  versions: readonly { number: number; document: FormDocument }[]
  columns: readonly SubmissionColumn[]
  /** One cell per column, from answers as stored or as their JSON text. */
  cells(version: number, answers: StoredAnswers | string): Cell[]
  /** The same, and with it those answers of which a cell does not say everything. */
  row(version: number, answers: StoredAnswers | string): Row
  /** the sections that repeat, or did in an earlier version */
  sections: readonly SectionColumns[]
  /** For each of `sections` its items in order, each with one cell per column of the section. */
  items(version: number, answers: StoredAnswers): Cell[][][]
  /** The settings of the fields of a version, by block, whole, as their kinds draw answers with them. */
  settings(version: number): { [block: string]: AnySettings }
  /** How a part of a field may be filtered, as its newest version has it; by address, which may be written with keys. */
  comparable(address: string): FilterField | undefined
  /** The same of every part, by address, as the API tells it. */
  comparables(): { [address: string]: ShownFilterField }
}

interface Row {
  cells: Cell[]
  answers: StoredAnswers
}

/** A section and the columns of its items. */
export interface SectionColumns {
  section: string
  heading: string
  columns: readonly SubmissionColumn[]
}

/** A field of one version and where its cells stand among the columns. */
interface Filler {
  readonly field: FieldColumns
  places: readonly number[]
}

/** What the answers of a version fill: the columns of the table, and those of its sections that repeat. */
interface VersionFillers {
  fields: Filler[]
  sections: Map<string, Filler[]>
}

/** Columns, each once: of a block, a kind and a part. */
class ColumnSet {
  readonly all: SubmissionColumn[] = []
  readonly #places = new Map<string, number>()
  /** of a block the kind of its newest columns */
  readonly #kinds = new Map<string, string>()
  /** a field that is the same in several versions fills the same */
  readonly #fillers = new Map<FieldColumns, Filler>()

  /** What a field of a version fills, the newest version first; `headingOf` says what new columns are called. */
  add(field: FieldColumns, block: Block, version: number, headingOf: () => string): Filler {
    const filler = this.#fillers.get(field) ?? this.#begun(field, block, version, headingOf)
    this.#fillers.set(field, filler)
    return filler
  }

  #begun(field: FieldColumns, { id, kind }: Block, version: number, headingOf: () => string): Filler {
    if (field.columns.length > 0 && !this.#kinds.has(id)) this.#kinds.set(id, kind)
    const places = field.columns.map((part) => {
      const name = `${id} ${kind} ${part.id}`
      const known = this.#places.get(name)
      if (known !== undefined) return known
      const heading = headingOf()
      const label = part.label ? `${heading} (${part.label})` : heading
      this.#places.set(name, this.all.length)
      this.all.push({
        block: id,
        part: part.id,
        heading,
        label: kind === this.#kinds.get(id) ? label : `${label} (until version ${version})`,
        type: columnType(part),
        kind,
        ...(field.counts && { counts: field.counts }),
      })
      return this.all.length - 1
    })
    return { field, places }
  }

  /** Puts the columns that a block had as another kind behind those that it has now. Called once all are there. */
  arrange(): void {
    const isFormer = ({ block, kind }: SubmissionColumn) => this.#kinds.get(block) !== kind
    const former = Map.groupBy(this.all.filter(isFormer), ({ block }) => block)
    if (former.size === 0) return
    const arranged = this.all.flatMap((column, place) => {
      if (isFormer(column)) return []
      const next = this.all.slice(place + 1, place + 2)
      if (next.some((one) => one.block === column.block && !isFormer(one))) return [column]
      const behind = former.get(column.block) ?? []
      former.delete(column.block)
      return [column, ...behind]
    })
    const places = new Map(arranged.map((column, place) => [column, place]))
    for (const filler of this.#fillers.values())
      filler.places = filler.places.map((place) => places.get(this.all[place]) ?? place)
    this.all.splice(0, this.all.length, ...arranged)
  }

  /** The cells that these answers fill; into `more` go those of which a cell does not say everything. */
  cells(fillers: readonly Filler[] = [], stored: StoredAnswers | string, more?: StoredAnswers): Cell[] {
    const given: StoredAnswers = typeof stored === 'string' ? JSON.parse(stored) : stored
    const cells: Cell[] = new Array<Cell>(this.all.length).fill(null)
    for (const { field, places } of fillers) {
      const answer = given[field.block]
      const filled = answer === undefined ? field.none : field.cells(answer)
      if (filled === undefined) continue
      for (let index = 0; index < places.length; index++) cells[places[index]] = filled[index] ?? null
      if (more === undefined || answer === undefined || !field.settings) continue
      if (filled.length !== 1 || filled[0] !== answer) more[field.block] = answer
    }
    return cells
  }

  /** The cells, and with them the answers of which a cell does not say everything. */
  row(fillers: readonly Filler[] | undefined, stored: StoredAnswers | string): Row {
    const answers: StoredAnswers = {}
    return { cells: this.cells(fillers, stored, answers), answers }
  }
}

/**
 * Columns are the union over versions, by block (docs/decisions.md: Columns): those of the newest version in its
 * order, then those only earlier ones have. A field that changed its kind has columns of both, side by side. A field of a section that
 * repeats has them among those of its items; one that was moved there, or away, in both places. Options are called what
 * they are called now. `versions` begins with the newest; their documents are whole.
 */
export function tableOf(versions: Table['versions'], registry: Registry): Table {
  return finish(tableSteps(versions, registry))
}

/** The same in steps. Blocks that are the same object in several versions are looked at once. */
export function* tableSteps(versions: Table['versions'], registry: Registry): Steps<Table> {
  const columns = new ColumnSet()
  const sections = new Map<string, { heading: string; columns: ColumnSet }>()
  const comparables = new Map<string, FilterField>()
  const keyed = new KeyedAddresses()
  const fillers = new Map<number, VersionFillers>()
  const labels = yield* labelSteps(
    versions.map(({ document }) => document),
    registry,
  )
  const columnsOf = onceEach((block) => fieldColumns(block, registry, labels))
  for (const { number, document } of versions) {
    const version: VersionFillers = { fields: [], sections: new Map() }
    const keys = new Map(document.blocks.map((block) => [block.id, block.key]))
    const headingOf = (field: FieldColumns, block: Block) =>
      showKeys(field.name, (id) => keys.get(id)) || asWords(block.key ?? block.kind)
    yield
    for (const { block, inItems } of outlineOf(document.blocks, registry)) {
      yield
      const field = columnsOf(block)
      if (!field) continue
      version.fields.push(columns.add(field, block, number, () => headingOf(field, block)))
      for (const [address, comparable] of field.comparables) {
        if (!comparables.has(address)) comparables.set(address, comparable)
        keyed.add(address, [block])
      }
      if (!inItems) continue
      const section = sections.get(block.id) ?? {
        heading: headingOf(field, block),
        columns: new ColumnSet(),
      }
      sections.set(block.id, section)
      const own: Filler[] = []
      for (const inside of inItems) {
        yield
        const inner = columnsOf(inside)
        if (!inner) continue
        const nameOf = () => headingOf(inner, inside)
        for (const [address, comparable] of inner.comparables) {
          const inAny = `${block.id}.${address}`
          if (!comparables.has(inAny)) comparables.set(inAny, inAnyItem(block.id, nameOf(), comparable))
          keyed.add(inAny, [block, inside])
        }
        own.push(section.columns.add(inner, inside, number, nameOf))
      }
      version.sections.set(block.id, own)
    }
    fillers.set(number, version)
  }
  for (const set of [columns, ...[...sections.values()].map((section) => section.columns)]) set.arrange()
  comparables.set(RECEIVED_ADDRESS, OF_TIME)
  if (versions.length > 1) comparables.set(VERSION_ADDRESS, OF_VERSION)
  const fieldsOf = (version: number) => fillers.get(version)?.fields
  return {
    newest: versions[0]?.number ?? 0,
    versions,
    columns: columns.all,
    cells: (version, stored) => columns.cells(fieldsOf(version), stored),
    row: (version, stored) => columns.row(fieldsOf(version), stored),
    sections: [...sections].map(([section, { heading, columns: own }]) => {
      return { section, heading, columns: own.all }
    }),
    items: (version, answers) =>
      [...sections].map(([section, { columns: own }]) => {
        const fields = fillers.get(version)?.sections.get(section)
        return fields ? itemsIn(answers[section]).map((item) => own.cells(fields, item.answers)) : []
      }),
    settings(version) {
      const own = (fillers.get(version)?.fields ?? []).flatMap(({ field }) =>
        field.settings ? [[field.block, field.settings] as const] : [],
      )
      return Object.fromEntries(own)
    },
    comparable: (address) => comparables.get(address) ?? comparables.get(keyed.addressOf(address)),
    comparables: () =>
      Object.fromEntries([...comparables].map(([address, field]) => [address, shownField(field)])),
  }
}

/** What is made of a block, once for each. */
function onceEach<T>(make: (block: Block) => T): (block: Block) => T {
  const known = new Map<Block, { made: T }>()
  return (block) => {
    const before = known.get(block)
    if (before) return before.made
    const made = make(block)
    known.set(block, { made })
    return made
  }
}

/** Addresses by what programs know of them: keys in the place of ids, in the newest version that has such a key. */
class KeyedAddresses {
  readonly #addresses = new Map<string, string>()

  /** An address that begins with the ids of these blocks. */
  add(address: string, blocks: readonly Block[]): void {
    if (!blocks.every(({ key }) => key !== undefined)) return
    const ids = blocks.map(({ id }) => id).join('.')
    const named = blocks.map(({ key }) => key).join('.') + address.slice(ids.length)
    if (!this.#addresses.has(named)) this.#addresses.set(named, address)
  }

  addressOf(named: string): string {
    return this.#addresses.get(named) ?? ''
  }
}

/** Of a field what whoever filters needs; where its values lie is nobody else's business. */
function shownField({ label, type, operators, options }: FilterField): ShownFilterField {
  return { ...(label !== undefined && { label }), type, operators, ...(options && { options }) }
}

/** How the table is narrowed by the time at which submissions came in. */
const OF_TIME: FilterField = {
  label: 'Received',
  type: 'date',
  operators: ['eq', 'before', 'after', 'between'],
  path: [],
  column: 'received_at',
}

/** How the table is narrowed by the version that was answered. */
const OF_VERSION: FilterField = {
  label: 'Version',
  type: 'number',
  operators: ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'between'],
  path: [],
  column: 'version',
}

/** How the table is narrowed by a field of a section: it holds where it does in any item. */
function inAnyItem(section: string, name: string, comparable: FilterField): FilterField {
  const { label } = comparable
  const own = label === undefined ? name : `${name} (${label})`
  return { ...comparable, label: `${own}, in any item`, inItems: section }
}
