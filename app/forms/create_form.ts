import { generateNKeysBetween } from 'fractional-indexing'
import * as v from 'valibot'
import { firstAddress } from '#app/forms/addresses'
import type { DraftRow } from '#app/forms/draft'
import { writeRows } from '#app/forms/change_draft'
import { formTitle, MAX_BLOCKS, readContent, wholeBlock } from '#app/forms/draft_ops'
import { tooManyBlocks } from '#app/forms/errors'
import { FieldErrors } from '#app/http/errors'
import type { Scope } from '#app/workspaces/within'
import { emptySettings, UNTITLED } from '#engine/document/document'
import { refusalsOf } from '@formwright/kit/refusals'

const body = v.strictObject({
  title: v.optional(v.pipe(v.string(), v.trim(), formTitle)),
  blocks: v.optional(v.array(wholeBlock)),
  /** begins with the blocks and the title of the example */
  example: v.optional(v.literal(true)),
})

/** What a new form is made of. */
export type NewForm = Pick<AskedForm, 'title' | 'blocks'>
type AskedForm = v.InferOutput<typeof body>

/** The body of a request that creates a form. */
export function readNewForm(input: unknown): AskedForm {
  const read = v.safeParse(body, input ?? {})
  if (read.success) return read.output
  const errors: Record<string, string[]> = {}
  const refusals = refusalsOf(read.issues, body)
  for (const { path, message } of refusals) (errors[path] ??= []).push(message)
  throw new FieldErrors('E_VALIDATION', refusals[0].message, errors)
}

/** A new draft with its address. Answers the form's id. */
export async function createForm(scope: Scope, form: NewForm, userId: string): Promise<string> {
  const title = form.title || UNTITLED
  const blocks = form.blocks ?? []
  if (blocks.length > MAX_BLOCKS) throw tooManyBlocks(MAX_BLOCKS)
  const positions = generateNKeysBetween(null, null, blocks.length)
  const rows: DraftRow[] = blocks.map(({ id, kind, parent, ...content }, index) => ({
    block_id: id,
    kind,
    revision: 1,
    parent: parent ?? null,
    position: positions[index],
    content: readContent(id, kind, content, `blocks.${index}.`),
  }))
  if (new Set(rows.map((row) => row.block_id)).size < rows.length) {
    const message = 'Two blocks have the same id.'
    throw new FieldErrors('E_VALIDATION', message, { blocks: [message] })
  }
  const general = { ...emptySettings(title).general }
  rows.unshift({
    block_id: 'settings.general',
    kind: 'settings.general',
    revision: 1,
    parent: null,
    position: '',
    content: general,
  })
  const { rows: made } = await scope.trx.rawQuery<{ rows: { id: string }[] }>('select uuidv7() as id')
  const { id } = made[0]
  const slug = await firstAddress(scope, id, form.title ?? '')
  await scope.trx.rawQuery(
    `insert into forms (workspace_id, id, slug, title, draft_revision, created_by, updated_by)
     values (?, ?, ?, ?, 1, ?, ?)`,
    [scope.workspaceId, id, slug, title, userId, userId],
  )
  await writeRows(scope, id, rows, userId)
  return id
}
