import { plugins } from '#app/plugins/registry'
import { inSlices } from '#app/http/in_slices'
import type { Cursor } from '#app/http/cursor'
import type { FormSummary, QuestionSummary } from '#api_types/submissions'
import { batchAfter } from '#app/submissions/export_csv'
import { filterSql } from '#app/submissions/filter_sql'
import type { Table } from '#app/submissions/columns'
import { withTable } from '#app/submissions/load_table'
import { labelSteps, type NewestLabels } from '#app/submissions/newest_labels'
import { readRows } from '#app/submissions/read_rows'
import { withReadPlace } from '#app/submissions/read_places'
import type { StoredRow } from '#app/submissions/stored_rows'
import type { View } from '#app/submissions/view'
import { type Scope, within } from '#app/workspaces/within'
import type { AnswerContext } from '@formwright/kit/answer'
import { type Summary, summaryOf } from '@formwright/kit/summary'
import type { ValueType } from '@formwright/kit/value'
import type { BoundField } from '#engine/bound/bound_field'
import type { Block, FormDocument, Json } from '#engine/document/document'
import { asWords } from '#engine/document/names'
import { outlineOf } from '#engine/document/outline'
import { faultProblem, readBlock } from '#engine/document/reading'
import { showKeys } from '#engine/logic/references'
import { itemsIn } from '#engine/response/stored'
import type { Steps } from '#engine/steps'

/** So many submissions are taken in at most, and so long it goes on: a page waits for it. */
const LIMITS = { rows: 100_000, ms: 4_000 }

const CONTEXT: AnswerContext = { locale: 'en', now: 0, source: 'data' }

/** A question with the summary of what was answered so far. */
interface Fold {
  block: Block
  label: string
  /** what the section is called in whose items it is asked */
  section: string | null
  removed: boolean
  /** absent: of a section that repeats, and where nobody can say what an answer is */
  field?: BoundField
  /** why nobody can */
  fault?: string
  labels: NewestLabels
  summary: Summary
  state: unknown
  answered: number
}

/** How many items the answers of a section have. */
const ITEMS: Summary = summaryOf([{ id: '', type: 'number' }])
const NOTHING: Summary = summaryOf([])

/**
 * What the submissions of a view say together, question by question, newest first and in short transactions; of a form with
 * more than `limits` allow, what the newest of them say. Questions of all versions are told, called as they are now. What
 * nobody wants any more ends early.
 */
export async function summarise(
  workspaceId: string,
  formId: string,
  view: View,
  limits: { rows: number; ms: number } = LIMITS,
  isWanted: () => boolean = () => true,
): Promise<FormSummary> {
  const { table, filters, start } = await withTable(workspaceId, formId, async (scope, loaded) => {
    const { rows } = await scope.trx.rawQuery<{ rows: { start: string }[] }>(
      'select clock_timestamp()::text as start',
    )
    return { table: loaded, filters: filterSql(view.filters, loaded.comparable), start: rows[0].start }
  })
  const { versions } = table
  const headings = new Map(table.sections.map(({ section, heading }) => [section, heading]))
  const folds = await inSlices(
    foldSteps(
      versions.map(({ document }) => document),
      headings,
    ),
  )
  const readers = new Readers(versions, folds)
  const began = performance.now()
  let submissions = 0
  let after: Cursor | undefined
  let batch = batchAfter(table)
  for (;;) {
    const limit = Math.min(batch, limits.rows - submissions)
    const read = (scope: Scope) => readRows(scope, { formId, view, filters }, limit, after, start)
    const { rows, next } = await withReadPlace(workspaceId, view, () => within(workspaceId, read))
    await inSlices(readers.take(rows))
    submissions += rows.length
    batch = batchAfter(table, rows)
    after = next
    const enough = submissions >= limits.rows || performance.now() - began > limits.ms
    if (after === undefined || enough || !isWanted()) break
  }
  const questions = await inSlices(finishedSteps(folds))
  return { data: { submissions, complete: after === undefined, questions } }
}

/**
 * A question of each block and kind that was ever published, as its newest version has it: those of the newest version in its
 * order, then those that only earlier ones have.
 */
function* foldSteps(
  documents: readonly FormDocument[],
  headings: ReadonlyMap<string, string>,
): Steps<Map<string, Fold>> {
  const registry = plugins.registry()
  const labels = yield* labelSteps(documents, registry)
  const folds = new Map<string, Fold>()
  for (const [age, { blocks }] of documents.entries()) {
    const keys = new Map(blocks.map((block) => [block.id, block.key]))
    const begin = (block: Block, section: string | null) => {
      if (folds.has(nameOf(block))) return
      const said = headings.get(block.id) ?? showKeys(block.label ?? '', (id) => keys.get(id))
      const common = { block, labels, section, removed: age > 0, answered: 0 }
      const label = said || asWords(block.key ?? block.kind)
      const what = foldOf(block, label, labels)
      if (what) folds.set(nameOf(block), { ...common, ...what, label, state: what.summary.start() })
    }
    yield
    for (const { block, inItems } of outlineOf(blocks, registry)) {
      begin(block, null)
      for (const inside of inItems ?? []) begin(inside, headings.get(block.id) ?? null)
      yield
    }
  }
  return folds
}

/** How the answers to a block are taken together; undefined where it asks nothing. */
function foldOf(
  block: Block,
  label: string,
  labels: NewestLabels,
): Pick<Fold, 'field' | 'fault' | 'summary'> | undefined {
  const registry = plugins.registry()
  const field = labels.field(block)
  if (field) return { field, summary: field.summary }
  const { layout } = readBlock(block, registry).read
  if (layout) return layout.repeat ? { summary: ITEMS } : undefined
  // said as people call it
  const { problem } = readBlock({ ...block, label }, registry)
  return problem && { fault: problem.message, summary: NOTHING }
}

/** Takes in submissions, each as its version reads it. */
class Readers {
  readonly #documents: ReadonlyMap<number, FormDocument>
  readonly #folds: ReadonlyMap<string, Fold>
  readonly #readers = new Map<number, ReturnType<typeof readerOf>>()

  constructor(versions: Table['versions'], folds: ReadonlyMap<string, Fold>) {
    this.#documents = new Map(versions.map(({ number, document }) => [number, document]))
    this.#folds = folds
  }

  /** One submission in each step. */
  *take(rows: readonly StoredRow[]): Steps<void> {
    for (const { version, answers } of rows) {
      this.#readerOf(version)?.(JSON.parse(answers))
      yield
    }
  }

  #readerOf(version: number) {
    const document = this.#documents.get(version)
    const reader = this.#readers.get(version) ?? (document && readerOf(document, this.#folds))
    if (reader) this.#readers.set(version, reader)
    return reader
  }
}

/** Takes in the answers of one submission of this version; those of each item of a section, too. */
function readerOf(
  { blocks }: FormDocument,
  folds: ReadonlyMap<string, Fold>,
): (answers: Readonly<Record<string, Json>>) => void {
  const registry = plugins.registry()
  const outline = outlineOf(blocks, registry)
  // what was answered is read with the settings it was answered with
  const fields = new Map(blocks.map((block) => [block.id, readBlock(block, registry).read.field]))
  const take = (block: Block, answer: Json | undefined) => {
    const fold = folds.get(nameOf(block))
    if (!fold || answer === undefined) return
    fold.answered += 1
    const field = fields.get(block.id)
    if (field && fold.field) fold.state = fold.summary.add(fold.state, field.values(answer, CONTEXT))
  }
  const count = (section: Block, items: number) => {
    const fold = folds.get(nameOf(section))
    if (!fold || items === 0) return
    fold.answered += 1
    fold.state = fold.summary.add(fold.state, { '': items })
  }
  return (answers) => {
    for (const { block, inItems } of outline) {
      if (!inItems) {
        take(block, answers[block.id])
        continue
      }
      const items = itemsIn(answers[block.id])
      count(block, items.length)
      for (const item of items) for (const inside of inItems) take(inside, item.answers[inside.id])
    }
  }
}

function nameOf({ id, kind }: Block): string {
  return `${id} ${kind}`
}

/** What the questions say that can be read, or could before. */
function* finishedSteps(folds: ReadonlyMap<string, Fold>): Steps<QuestionSummary[]> {
  const questions: QuestionSummary[] = []
  for (const fold of folds.values()) {
    if (!fold.fault || fold.answered > 0) questions.push(finished(fold))
    yield
  }
  return questions
}

function finished(fold: Fold): QuestionSummary {
  const { block, label, section, removed, answered, field } = fold
  let parts: QuestionSummary['parts'] = []
  let failed: unknown
  try {
    parts = partsOf(fold)
  } catch (error) {
    failed = error
  }
  const thrown =
    failed === undefined
      ? field?.faults.find(({ member }) => member === 'summary')
      : { kind: block.kind, member: 'summary', error: failed }
  const fault =
    thrown && field ? faultProblem(block, thrown, field.version, `“${label}”`).message : fold.fault
  return {
    ...{ block: block.id, key: block.key ?? null, kind: block.kind, label, section, removed, answered },
    ...{ fault: fault ?? null, parts },
  }
}

function partsOf({ block, field, labels, summary, state }: Fold): QuestionSummary['parts'] {
  return summary.finish(state).map(({ part, counts, ...rest }) => {
    const known = field?.partOf(part)
    const options = labels.options(block, part)
    return {
      part,
      label: known?.label ?? null,
      type: known?.type ?? null,
      ...rest,
      ...(counts && {
        counts: options
          ? options.map(({ id, label }) => ({ value: id, label, count: counts[id] ?? 0 }))
          : entriesOf(counts, known?.type).map(([value, count]) => ({ value, label: value, count })),
      }),
    }
  })
}

/** Numbers stand in their order, yes before no; what has no order of its own begins with what was given most. */
function entriesOf(counts: Readonly<Record<string, number>>, type: ValueType | undefined) {
  const entries = Object.entries(counts)
  if (type === 'number') return entries.sort(([one], [other]) => Number(one) - Number(other))
  if (type === 'boolean') return entries.sort(([one], [other]) => (one < other ? 1 : -1))
  return entries.sort(([one, given], [other, often]) => often - given || (one < other ? -1 : 1))
}
