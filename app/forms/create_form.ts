import { generateNKeysBetween } from 'fractional-indexing'
import * as v from 'valibot'
import { firstAddress } from '#app/forms/addresses'
import type { DraftRow } from '#app/forms/draft'
import { writeRows } from '#app/forms/change_draft'
import { formTitle, MAX_BLOCKS, readContent, storedContent, wholeBlock } from '#app/forms/draft_ops'
import { tooManyBlocks } from '#app/forms/errors'
import { refuseOverfull } from '#app/forms/document_room'
import { refuseTooManyForms } from '#app/forms/form_room'
import { FieldErrors } from '#app/http/errors'
import type { Scope } from '#app/workspaces/within'
import { emptySettings, UNTITLED } from '#engine/document/document'
import { finish, type Steps } from '#engine/steps'
import { byPath, refusalsOf } from '@formwright/kit/refusals'

const group = v.optional(v.record(v.string(), v.unknown()))

/** What a form is made of: a title and blocks, or a whole document as `GET /api/forms/:form/document` says it. */
export const newForm = v.strictObject({
  title: v.optional(v.pipe(v.string(), v.trim(), formTitle)),
  format: v.optional(v.literal(1)),
  blocks: v.optional(v.array(wholeBlock)),
  settings: v.optional(v.strictObject({ general: group, access: group, appearance: group, sending: group })),
  aliases: group,
  /** begins with the blocks and the title of the example */
  example: v.optional(v.literal(true)),
})

/** What a new form is made of. */
export type NewForm = Omit<AskedForm, 'example'>
type AskedForm = v.InferOutput<typeof newForm>

/** The body of a request that creates a form. */
export function readNewForm(input: unknown): AskedForm {
  const read = v.safeParse(newForm, input ?? {})
  if (read.success) return read.output
  const refusals = refusalsOf(read.issues, newForm)
  throw new FieldErrors('E_VALIDATION', refusals[0].message, byPath(refusals))
}

/** The rows of a new draft, a block in each step. Throws 422 for blocks that cannot be stored. */
export function* newRows({ title, blocks = [], settings = {}, aliases = {} }: NewForm): Steps<DraftRow[]> {
  if (blocks.length > MAX_BLOCKS) throw tooManyBlocks(MAX_BLOCKS)
  if (new Set(blocks.map(({ id }) => id)).size < blocks.length) {
    const message = 'Two blocks have the same id.'
    throw new FieldErrors('E_VALIDATION', message, { blocks: [message] })
  }
  const positions = generateNKeysBetween(null, null, blocks.length)
  const { general, ...others } = settings
  const untouched = emptySettings(title || UNTITLED).general
  const rows = [
    settingsRow('general', { ...untouched, ...general, ...(title && { title }) }),
    ...Object.entries(others).flatMap(([name, content]) => (content ? [settingsRow(name, content)] : [])),
    ...(Object.keys(aliases).length > 0 ? [settingsRow('aliases', aliases)] : []),
  ]
  for (const [index, { id, kind, parent, ...content }] of blocks.entries()) {
    yield
    rows.push({
      block_id: id,
      kind,
      revision: 1,
      parent: parent ?? null,
      position: positions[index],
      content: readContent(id, kind, content, `blocks.${index}.`),
    })
  }
  return rows
}

function settingsRow(group: string, content: Record<string, unknown>): DraftRow {
  const id = `settings.${group}`
  const path = group === 'aliases' ? 'aliases.' : `${id}.`
  return {
    block_id: id,
    kind: id,
    revision: 1,
    parent: null,
    position: '',
    content: storedContent(id, id, content, path),
  }
}

/** A new draft with its address. Answers the form's id. Throws 422 where the workspace has as many as it may. */
export async function createForm(scope: Scope, form: NewForm, userId: string): Promise<string> {
  return storeForm(scope, finish(newRows(form)), userId)
}

/** As `createForm`, of rows that were made before: of many blocks that takes a while. */
export async function storeForm(scope: Scope, rows: readonly DraftRow[], userId: string): Promise<string> {
  await refuseTooManyForms(scope)
  const { rows: made } = await scope.trx.rawQuery<{ rows: { id: string }[] }>('select uuidv7() as id')
  const { id } = made[0]
  const general = rows.find(({ kind }) => kind === 'settings.general')?.content
  const title = typeof general?.title === 'string' ? general.title : ''
  const slug = await firstAddress(scope, id, title === UNTITLED ? '' : title)
  await scope.trx.rawQuery(
    `insert into forms (workspace_id, id, slug, title, draft_revision, created_by, updated_by)
     values (?, ?, ?, ?, 1, ?, ?)`,
    [scope.workspaceId, id, slug, title || UNTITLED, userId, userId],
  )
  await writeRows(scope, id, rows, userId)
  await refuseOverfull(scope)
  return id
}
