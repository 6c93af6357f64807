import { plugins } from '#app/plugins/registry'
import type { Cursor } from '#app/forms/cursor'
import type { FormSummary, QuestionSummary } from '#api_types/submissions'
import { filterSql } from '#app/submissions/filter_sql'
import { loadTable } from '#app/submissions/load_table'
import { type NewestLabels, newestLabels } from '#app/submissions/newest_labels'
import { readRows } from '#app/submissions/read_rows'
import type { View } from '#app/submissions/view'
import { within } from '#app/workspaces/within'
import type { AnswerContext } from '@formwright/kit/answer'
import type { Summary } from '@formwright/kit/summary'
import type { BoundField } from '#engine/bound/bound_field'
import type { Block, FormDocument, Json } from '#engine/document/document'
import { asWords } from '#engine/document/names'
import { outlineOf } from '#engine/document/outline'
import { readBlock, wholeDocument } from '#engine/document/reading'
import { showKeys } from '#engine/logic/references'
import { itemsIn } from '#engine/response/stored'

/** Rows of one short transaction. */
const BATCH = 500
/** So many submissions are taken in at most, and so long it goes on: a page waits for it. */
const LIMITS = { rows: 100_000, ms: 4_000 }

const CONTEXT: AnswerContext = { locale: 'en', now: 0, source: 'data' }

/** A question with the summary of what was answered so far. */
interface Fold {
  block: Block
  label: string
  field: BoundField
  labels: NewestLabels
  summary: Summary
  state: unknown
}

/**
 * What the submissions of a view say together, question by question, newest first and in short transactions; of a form with
 * more than `limits` allow, what the newest of them say. Questions of all versions are told, called as they are now.
 */
export async function summarise(
  workspaceId: string,
  formId: string,
  view: View,
  limits: { rows: number; ms: number } = LIMITS,
): Promise<FormSummary> {
  const registry = plugins.registry()
  const { versions, filters, start } = await within(workspaceId, async (scope) => {
    const table = await loadTable(scope, formId)
    const { rows } = await scope.trx.rawQuery<{ rows: { number: number; document: FormDocument }[] }>(
      `select number, document from form_versions where workspace_id = ? and form_id = ? order by number desc`,
      [scope.workspaceId, formId],
    )
    const now = await scope.trx.rawQuery<{ rows: { start: string }[] }>(
      'select clock_timestamp()::text as start',
    )
    return {
      versions: rows.map(({ number, document }) => ({ number, document: wholeDocument(document, registry) })),
      filters: filterSql(view.filters, table.comparable),
      start: now.rows[0].start,
    }
  })
  const folds = foldsOf(versions.map(({ document }) => document))
  const readers = new Map(versions.map(({ number, document }) => [number, readerOf(document, folds)]))
  const began = performance.now()
  let submissions = 0
  let after: Cursor | undefined
  for (;;) {
    const limit = Math.min(BATCH, limits.rows - submissions)
    const { rows, next } = await within(workspaceId, (scope) =>
      readRows(scope, { formId, view, filters }, limit, after, start),
    )
    for (const { version, answers } of rows) readers.get(version)?.(JSON.parse(answers))
    submissions += rows.length
    after = next
    const enough = submissions >= limits.rows || performance.now() - began > limits.ms
    if (after === undefined || enough) break
  }
  return {
    data: { submissions, complete: after === undefined, questions: [...folds.values()].map(finished) },
  }
}

/** A question of each block and kind that was ever published, as its newest version has it. */
function foldsOf(documents: readonly FormDocument[]): Map<string, Fold> {
  const registry = plugins.registry()
  const labels = newestLabels(documents, registry)
  const folds = new Map<string, Fold>()
  for (const { blocks } of documents) {
    const keys = new Map(blocks.map((block) => [block.id, block.key]))
    for (const block of blocks) {
      const field = labels.field(block)
      if (!field || folds.has(nameOf(block))) continue
      const { summary } = field
      const label = showKeys(block.label ?? '', (id) => keys.get(id)) || asWords(block.key ?? block.kind)
      folds.set(nameOf(block), { block, label, field, labels, summary, state: summary.start() })
    }
  }
  return folds
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
    const field = fields.get(block.id)
    if (!fold || !field || answer === undefined) return
    fold.state = fold.summary.add(fold.state, field.values(answer, CONTEXT))
  }
  return (answers) => {
    for (const { block, inItems } of outline) {
      if (!inItems) take(block, answers[block.id])
      else
        for (const item of itemsIn(answers[block.id]))
          for (const inside of inItems) take(inside, item.answers[inside.id])
    }
  }
}

function nameOf({ id, kind }: Block): string {
  return `${id} ${kind}`
}

function finished({ block, label, field, labels, summary, state }: Fold): QuestionSummary {
  return {
    block: block.id,
    key: block.key ?? null,
    kind: block.kind,
    label,
    parts: summary.finish(state).map(({ part, counts, ...rest }) => {
      const known = field.partOf(part)
      const options = labels.options(block, part)
      return {
        part,
        label: known?.label ?? null,
        type: known?.type ?? null,
        ...rest,
        ...(counts && {
          counts: options
            ? options.map(({ id, label: called }) => ({ value: id, label: called, count: counts[id] ?? 0 }))
            : Object.entries(counts).map(([value, count]) => ({ value, label: value, count })),
        }),
      }
    }),
  }
}
