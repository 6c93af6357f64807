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

/** The rows of a new draft. Throws 422 for blocks that cannot be stored. */
export function newRows({ title, blocks = [] }: NewForm): DraftRow[] {
  if (blocks.length > MAX_BLOCKS) throw tooManyBlocks(MAX_BLOCKS)
  if (new Set(blocks.map(({ id }) => id)).size < blocks.length) {
    const message = 'Two blocks have the same id.'
    throw new FieldErrors('E_VALIDATION', message, { blocks: [message] })
  }
  const positions = generateNKeysBetween(null, null, blocks.length)
  const general: DraftRow = {
    block_id: 'settings.general',
    kind: 'settings.general',
    revision: 1,
    parent: null,
    position: '',
    content: { ...emptySettings(title || UNTITLED).general },
  }
  return [
    general,
    ...blocks.map(({ id, kind, parent, ...content }, index) => ({
      block_id: id,
      kind,
      revision: 1,
      parent: parent ?? null,
      position: positions[index],
      content: readContent(id, kind, content, `blocks.${index}.`),
    })),
  ]
}

/** A new draft with its address. Answers the form's id. */
export async function createForm(scope: Scope, form: NewForm, userId: string): Promise<string> {
  const rows = newRows(form)
  const { rows: made } = await scope.trx.rawQuery<{ rows: { id: string }[] }>('select uuidv7() as id')
  const { id } = made[0]
  const slug = await firstAddress(scope, id, form.title ?? '')
  await scope.trx.rawQuery(
    `insert into forms (workspace_id, id, slug, title, draft_revision, created_by, updated_by)
     values (?, ?, ?, ?, 1, ?, ?)`,
    [scope.workspaceId, id, slug, form.title || UNTITLED, userId, userId],
  )
  await writeRows(scope, id, rows, userId)
  return id
}
