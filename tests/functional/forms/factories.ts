import { type Creator, newCreator } from '#tests/functional/visitor'

/** A form as the API answers it. */
export interface FormItem {
  id: string
  slug: string
  title: string
  description: string | null
  look: { theme: string; accent: string; ground?: string }
  state: string
  published_version: number | null
  has_unpublished_changes: boolean
  submissions: number
}

/** A row of a draft as the API answers it. */
export interface Row {
  block_id: string
  kind: string
  revision: number
  parent: string | null
  position: string
  content: Record<string, unknown> | null
}

/** What a PATCH of a draft answers. */
export interface PatchReply {
  revision: number
  applied: string[]
  refused: { op: { block_id: string }; current: Row | null }[]
  rows: Row[]
  problems: { code: string; block?: string; path?: string; message?: string }[]
}

/** A text field as a new form takes it. */
export function textBlock(id: string, label: string, more: Record<string, unknown> = {}) {
  return { id, kind: 'text', v: 1, key: id, label, settings: {}, ...more }
}

/** The revision that a draft has now. */
export async function revisionOf(creator: Creator, formId: string): Promise<number> {
  const { body } = await creator.visitor.get<{ data: { revision: number } }>(`/api/forms/${formId}/draft`)
  return body.data.revision
}

/** A creator with one form of these blocks. */
export async function newForm(
  blocks: unknown[] = [textBlock('name01', 'Name')],
  title = 'A form',
  creator?: Creator,
): Promise<{ creator: Creator; form: FormItem }> {
  const owner = creator ?? (await newCreator())
  const made = await owner.visitor.post<{ data: FormItem }>(`/api/workspaces/${owner.workspaceId}/forms`, {
    title,
    blocks,
  })
  if (made.status !== 201) throw new Error(`create: ${made.status} ${made.text}`)
  return { creator: owner, form: made.body.data }
}

/** Publishes the draft as it is. Answers the version. */
export async function publish(creator: Creator, formId: string): Promise<number> {
  const draft = await creator.visitor.get<{ data: { revision: number } }>(`/api/forms/${formId}/draft`)
  const done = await creator.visitor.post<{ data: { version: number } }>(`/api/forms/${formId}/publication`, {
    revision: draft.body.data.revision,
  })
  if (done.status !== 201) throw new Error(`publish: ${done.status} ${done.text}`)
  return done.body.data.version
}

/** Sends changes of a draft. */
export async function patch(creator: Creator, formId: string, base: number, ops: unknown[]) {
  return creator.visitor.patch<{
    data: PatchReply
    code: string
    details: unknown
    errors: Record<string, string[]>
  }>(`/api/forms/${formId}/draft`, { base, ops })
}
