import type { PublishedForm } from '#app/forms/versions'
import type { CodedError } from '#app/http/errors'
import { plugins } from '#app/plugins/registry'
import { unknownAnswers } from '#app/respond/request/errors'
import { within } from '#app/workspaces/within'
import type { FormDocument } from '#engine/document/document'
import type { BlockProblem } from '#engine/response/response'

/** Answers by the id of their field. */
export interface NamedAnswers {
  raws: Record<string, unknown>
  /** fields the person emptied */
  cleared: string[]
  /** names of what was a field once, or takes no answer: left out */
  ignored: string[]
  /** what to answer instead, when something was named that never was a field of the form */
  refusal?: CodedError
}

/**
 * Reads answers that are named by the id, the key or a former key of their field, as this version has it
 * (docs/decisions.md: Names of answers, References by id). Names of the form's other versions are left out and
 * listed; a name that no version ever had is a mistake of whoever sends it.
 */
export async function readAnswers(
  form: { workspaceId: string; formId: string },
  published: PublishedForm,
  answers: Iterable<[name: string, value: unknown]>,
): Promise<NamedAnswers> {
  const ids = idsByName(published)
  const read: NamedAnswers = { raws: {}, cleared: [], ignored: [] }
  for (const [name, value] of answers) {
    const id = ids.get(name)
    if (id === undefined) read.ignored.push(name)
    else if (value === null) read.cleared.push(id)
    else read.raws[id] = value
  }
  const refusal = await refusalOf(form, published, read.ignored)
  return refusal ? { ...read, refusal } : read
}

/** The id of the field of this name; throws when there never was such a field. A field that is no more has its own id. */
export async function fieldNamed(
  form: { workspaceId: string; formId: string },
  published: PublishedForm,
  name: string,
): Promise<string> {
  const id = idsByName(published).get(name)
  if (id !== undefined) return id
  const refusal = await refusalOf(form, published, [name])
  if (refusal) throw refusal
  return name
}

/** Keys by the id of their field, of fields that take answers. */
export function keysOf(published: PublishedForm): Map<string, string> {
  const keys = new Map<string, string>()
  for (const { id, key } of answerable(published)) if (key !== undefined) keys.set(id, key)
  return keys
}

/** Problems with the key of their field beside its id: programs know a field by that. */
export function keyed(problems: readonly BlockProblem[], { blocks }: FormDocument): BlockProblem[] {
  const keys = new Map(blocks.map(({ id, key }) => [id, key]))
  return problems.map((problem) => {
    const key = keys.get(problem.block)
    return key === undefined ? problem : { ...problem, key }
  })
}

async function refusalOf(
  form: { workspaceId: string; formId: string },
  published: PublishedForm,
  names: readonly string[],
): Promise<CodedError | undefined> {
  if (names.length === 0) return undefined
  const ever = await namesEver(form, published)
  const unknown = names.filter((name) => !ever.has(name))
  if (unknown.length === 0) return undefined
  return unknownAnswers(
    unknown,
    answerable(published).map(({ id, key }) => key ?? id),
  )
}

const namesOf = new WeakMap<PublishedForm, Map<string, string>>()

function idsByName(published: PublishedForm): Map<string, string> {
  const known = namesOf.get(published)
  if (known) return known
  const fields = answerable(published)
  const ids = new Set(fields.map(({ id }) => id))
  const names = new Map(Object.entries(published.document.aliases).filter(([, id]) => ids.has(id)))
  for (const { id, key } of fields) if (key !== undefined) names.set(key, id)
  for (const id of ids) names.set(id, id)
  namesOf.set(published, names)
  return names
}

function answerable({ document, publicForm }: PublishedForm) {
  const ids = new Set(
    publicForm.blocks.flatMap(({ id, family, labelling }) =>
      family === 'field' && labelling !== 'none' ? [id] : [],
    ),
  )
  return document.blocks.filter(({ id }) => ids.has(id))
}

/** Ids, keys and former keys that fields have in any version of the form. Asked for only where a name is not known. */
async function namesEver(
  { workspaceId, formId }: { workspaceId: string; formId: string },
  { document }: PublishedForm,
): Promise<Set<string>> {
  const blocks = await within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { id: string; key: string | null; kind: string }[] }>(
      `select distinct block ->> 'id' as id, block ->> 'key' as key, block ->> 'kind' as kind
       from form_versions, jsonb_array_elements(document -> 'blocks') block
       where workspace_id = ? and form_id = ?`,
      [workspaceId, formId],
    )
    return rows
  })
  const names = new Set(Object.entries(document.aliases).flat())
  for (const { id, key, kind } of blocks) {
    if (plugins.registry().layout(kind)) continue
    names.add(id)
    if (key !== null) names.add(key)
  }
  return names
}
