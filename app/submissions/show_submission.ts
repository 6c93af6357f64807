import type { ShownAnswer, ShownField, ShownItems, Submission } from '#api_types/submissions'
import { lostFilesOf } from '#app/files/lost_of'
import { IN_BIN } from '#app/forms/bin'
import { notInBin } from '#app/forms/errors'
import { versionOf } from '#app/forms/versions'
import { notFound } from '#app/http/errors'
import { withoutRest } from '#app/http/in_slices'
import { plugins } from '#app/plugins/registry'
import type { StoredAnswers } from '#app/submissions/columns'
import { CHANGED, submissionTag } from '#app/submissions/submission_tag'
import { within } from '#app/workspaces/within'
import type { Block, FormDocument, Json } from '#engine/document/document'
import { outlineOf } from '#engine/document/outline'
import { asWords, shortened } from '#engine/document/names'
import { readBlock } from '#engine/document/reading'
import type { Registry } from '#engine/registry'
import type { Response } from '#engine/response/response'
import { withTextIn } from '@formwright/kit/block_text'
import { showKeys } from '#engine/logic/references'
import { settledInSteps } from '#engine/response/settled'
import { itemsIn } from '#engine/response/stored'

interface Row {
  id: string
  received_at: Date
  version: number
  answers: StoredAnswers
  excused: string[] | null
  too_long: string[] | null
  newer: string | null
  older: string | null
  edits: EditRow[]
  changed: string
}

interface EditRow {
  at: string
  by: { id: string; name: string } | null
  blocks: string[]
}

/** The edits that are remembered, of which there are few (`edit_submission.ts`). */
const EDITS = `(select coalesce(json_agg(json_build_object(
    'at', e.edited_at, 'blocks', e.blocks,
    'by', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end) order by e.id desc), '[]')
  from submission_edits e left join users u on u.id = e.edited_by
  where e.workspace_id = s.workspace_id and e.submission_id = s.id)`

const READ = `s.id, s.received_at, s.version, s.answers, s.meta -> 'excused' as excused,
  s.meta -> 'too_long' as too_long, ${EDITS} as edits, ${CHANGED} as changed`

/** The submission of the same form that comes next in one direction. */
function beside(sign: '<' | '>', order: 'asc' | 'desc'): string {
  return `(select n.id from submissions n where n.workspace_id = s.workspace_id and n.form_id = s.form_id
    and (n.received_at, n.id) ${sign} (s.received_at, s.id)
    order by n.received_at ${order}, n.id ${order} limit 1)`
}

/** Reads one submission. Texts are those of its own version; fields without an answer come with null. */
export async function showSubmission(workspaceId: string, formId: string, id: string): Promise<Submission> {
  const row = await rowOf(
    workspaceId,
    `select ${READ}, ${beside('>', 'asc')} as newer, ${beside('<', 'desc')} as older
     from submissions s where s.workspace_id = ? and s.form_id = ? and s.id = ?`,
    [workspaceId, formId, id],
  )
  if (!row) throw notFound()
  return shown(workspaceId, formId, row)
}

/** The same of one that is in the bin, beside which there is none. Throws E_NOT_IN_BIN (404). */
export async function showDeletedSubmission(
  workspaceId: string,
  formId: string,
  id: string,
): Promise<Submission> {
  const row = await rowOf(
    workspaceId,
    `select ${READ}, null as newer, null as older
     from deleted_submissions s where s.workspace_id = ? and s.form_id = ? and s.id = ? and s.${IN_BIN}`,
    [workspaceId, formId, id],
  )
  if (!row) throw notInBin()
  return shown(workspaceId, formId, row)
}

function rowOf(workspaceId: string, query: string, names: string[]): Promise<Row | undefined> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: Row[] }>(query, names)
    return rows[0]
  })
}

async function shown(workspaceId: string, formId: string, row: Row): Promise<Submission> {
  const version = await versionOf(workspaceId, formId, row.version)
  if (!version) throw notFound()
  const registry = plugins.registry()
  const context = {
    locale: version.document.settings.general.language,
    now: row.received_at.getTime(),
  }
  const answersOf = (kind: string) => registry.field(kind)?.answer
  const texts = await withoutRest(settledInSteps(version.plans.server, answersOf, row.answers, context))
  const outline = outlineOf(version.document.blocks, registry)
  return {
    id: row.id,
    received_at: row.received_at.toISOString(),
    version: row.version,
    title: titleOf(version.document, row.answers, registry),
    newer: row.newer,
    older: row.older,
    excused: row.excused ?? [],
    etag: submissionTag(row.changed),
    too_long: row.too_long && calledIn(version.document.blocks, row.too_long, texts),
    lost_files: await lostFilesOf(workspaceId, row.id),
    edits: row.edits.map(({ at, by, blocks }) => ({
      edited_at: new Date(at).toISOString(),
      edited_by: by,
      labels: calledIn(version.document.blocks, blocks, texts),
    })),
    answers: outline.flatMap(({ block, inItems }): (ShownAnswer | ShownItems)[] => {
      if (inItems) return [shownItems(block, inItems, row.answers[block.id], texts, registry)]
      return tells(block, row.answers, registry)
        ? [
            {
              ...shownField(block, (path) => texts.text(block.id, path)),
              label: labelOf(block, block.id, texts),
              answer: row.answers[block.id] ?? null,
            },
          ]
        : []
    }),
  }
}

const LONGEST_TITLE = 120

/** What the first answered question says that is no secret, in one line; null when that tells nothing. */
export function titleOf({ blocks }: FormDocument, answers: StoredAnswers, registry: Registry): string | null {
  for (const { block, inItems } of outlineOf(blocks, registry)) {
    const answer = answers[block.id]
    const field = inItems || answer == null ? undefined : readBlock(block, registry).read.field
    if (field?.secret) continue
    const text = field?.text(answer).replace(/\s+/g, ' ').trim().toWellFormed()
    if (text) return text.length > LONGEST_TITLE ? `${text.slice(0, LONGEST_TITLE).toWellFormed()}…` : text
  }
  return null
}

/** Fields do, and what was answered while its plugin was there. */
function tells(block: Block, answers: StoredAnswers, registry: Registry): boolean {
  return registry.field(block.kind) !== undefined || block.id in answers
}

/** A field with its texts as `said` says those in which answers stand. */
function shownField(block: Block, said: (path: string, text: string) => string): ShownField {
  const { id, key, kind } = block
  const piped = readBlock(block, plugins.registry()).read.field?.pipedTexts ?? []
  const settings = piped.reduce(
    (before, { path, text }) =>
      typeof text === 'string' ? withTextIn(before, path, said(path, text)) : before,
    block.settings,
  )
  return { block: id, key: key ?? null, kind, settings }
}

function labelOf(block: Block, path: string, texts: Response): string {
  return texts.text(path, 'label') || asWords(block.key ?? block.kind)
}

/** What these blocks are called, shortened. */
function calledIn(blocks: readonly Block[], ids: readonly string[], texts: Response): string[] {
  return blocks
    .filter(({ id }) => ids.includes(id))
    .map((block) => shortened(labelOf(block, block.id, texts)))
}

/** A section with its items, each called by its own title, else by that of the section and its number. */
function shownItems(
  section: Block,
  inItems: readonly Block[],
  stored: Json | undefined,
  texts: Response,
  registry: Registry,
): ShownItems {
  const items = itemsIn(stored)
  const fields = inItems.filter(
    (block) => tells(block, {}, registry) || items.some(({ answers }) => tells(block, answers, registry)),
  )
  const { layout } = readBlock(section, registry).read
  const { min = 0, max = 0 } = layout?.repeat ?? {}
  const keys = new Map(inItems.map((block) => [block.id, block.key]))
  const named = (text: string) => showKeys(text, (id) => keys.get(id))
  const textOf = (path: string, role: 'title' | 'item-title') =>
    texts.text(path, layout?.textPath(role) ?? '')
  const label = textOf(section.id, 'title') || asWords(section.key ?? section.kind)
  return {
    block: section.id,
    key: section.key ?? null,
    label,
    least: min,
    most: max,
    labels: fields.map((block) => named(block.label ?? '') || asWords(block.key ?? block.kind)),
    // several items share the settings: what stands in their texts is named
    fields: fields.map((block) => shownField(block, (_, text) => named(text))),
    items: items.map(({ id, answers }, index) => ({
      id,
      title: textOf(`${section.id}.${id}`, 'item-title') || `${label} ${index + 1}`,
      labels: fields.map((block) => labelOf(block, `${section.id}.${id}.${block.id}`, texts)),
      answers: fields.map((block) => answers[block.id] ?? null),
    })),
  }
}
