import type { ChangedBlock, Changes, NamedBlock } from '#api_types/drafts'
import type { VersionChanges } from '#api_types/versions'
import { canonicalJson } from '#app/forms/canonical'
import { notFound } from '#app/http/errors'
import { inSlices } from '#app/http/in_slices'
import { plugins } from '#app/plugins/registry'
import { type Scope, within } from '#app/workspaces/within'
import type { Block, FormDocument, FormSettings } from '#engine/document/document'
import { liftDocument } from '#engine/document/lift'
import { asWords } from '#engine/document/names'
import type { Steps } from '#engine/steps'
import { settingsForm } from '@formwright/kit/settings_form'

interface ComparedRow {
  number: number
  document: FormDocument
}

interface PublishedRow {
  document: FormDocument
  access: FormSettings['access']
}

/** Compares a draft with what is published. */
export async function changesSince(
  workspaceId: string,
  formId: string,
  draft: FormDocument,
): Promise<Changes> {
  const published = await within(workspaceId, (scope) => readPublished(scope, formId))
  if (!published) return { added: draft.blocks.map(named), changed: [], removed: [], settings: [] }
  const { document, access } = published
  return inSlices(compareDocuments({ ...document, settings: { ...document.settings, access } }, draft))
}

async function readPublished(scope: Scope, formId: string): Promise<PublishedRow | undefined> {
  const { rows } = await scope.trx.rawQuery<{ rows: PublishedRow[] }>(
    `select v.document, f.access from forms f
     join form_versions v
       on v.workspace_id = f.workspace_id and v.form_id = f.id and v.number = f.published_version
     where f.workspace_id = ? and f.id = ?`,
    [scope.workspaceId, formId],
  )
  return rows[0]
}

/**
 * How a version differs from another that is older: from the one before it where none is named. 404 where one of them is not
 * kept any more.
 */
export async function versionChanges(
  workspaceId: string,
  formId: string,
  number: number,
  since: number | undefined,
): Promise<VersionChanges> {
  const rows = await within(workspaceId, (scope) => readCompared(scope, formId, number, since))
  const [before, after] = rows.length === 1 ? [undefined, rows[0]] : rows
  if (after?.number !== number || (since !== undefined && before?.number !== since)) throw notFound()
  const now = lifted(after.document)
  if (!before) return { added: now.blocks.map(named), changed: [], removed: [], settings: [], since: null }
  const changes = await inSlices(compareDocuments(lifted(before.document), now))
  return { ...changes, since: before.number }
}

/** A version behind the one it is compared with, as far as they are kept. */
async function readCompared(
  { trx, workspaceId }: Scope,
  formId: string,
  number: number,
  since: number | undefined,
): Promise<ComparedRow[]> {
  const { rows } = await trx.rawQuery<{ rows: ComparedRow[] }>(
    `select number, document from form_versions
     where workspace_id = ? and form_id = ? and (number = ? or number = coalesce(nullif(?, 0),
       (select max(number) from form_versions where workspace_id = ? and form_id = ? and number < ?)))
     order by number`,
    [workspaceId, formId, number, since ?? 0, workspaceId, formId, number],
  )
  return rows
}

function lifted(document: FormDocument): FormDocument {
  return liftDocument(document, plugins.registry()).document
}

/** The differences between two states of a form. */
function* compareDocuments(before: FormDocument, after: FormDocument): Steps<Changes> {
  const old = new Map(before.blocks.map((block) => [block.id, block]))
  const now = new Map(after.blocks.map((block) => [block.id, block]))
  const order = (blocks: Block[], other: Map<string, Block>) =>
    blocks.filter((block) => other.has(block.id)).map((block) => block.id)
  const groups: (keyof FormSettings)[] = ['general', 'access', 'appearance', 'sending']
  const settings: string[] = groups.filter((group) => differ(before.settings[group], after.settings[group]))
  if (differ(order(before.blocks, now), order(after.blocks, old))) settings.push('order')
  const changed: ChangedBlock[] = []
  for (const block of after.blocks) {
    changed.push(...changedBlock(old.get(block.id), block))
    yield
  }
  return {
    added: after.blocks.filter((block) => !old.has(block.id)).map(named),
    changed,
    removed: before.blocks.filter((block) => !now.has(block.id)).map(named),
    settings,
  }
}

/** What creators call the properties of a block. */
const PARTS: Readonly<Record<Exclude<keyof Block, 'id' | 'v' | 'settings'>, string>> = {
  ...{
    kind: 'type of block',
    parent: 'section',
    label: 'label',
    key: 'key',
    help: 'help',
    helpBelow: 'place of the help',
  },
  ...{ media: 'picture or film', placeholder: 'placeholder', required: 'required', unique: 'unique answers' },
  ...{ state: 'visibility', width: 'width', hideLabel: 'hidden label', default: 'default', rules: 'rules' },
  condition: 'condition',
}

function changedBlock(before: Block | undefined, after: Block): ChangedBlock[] {
  if (!before || !differ(before, after)) return []
  const own = Object.entries(PARTS).flatMap(([name, words]) =>
    differ(Reflect.get(before, name), Reflect.get(after, name)) ? [words] : [],
  )
  const names = new Set([...Object.keys(before.settings), ...Object.keys(after.settings)])
  const titles = titlesOf(after.kind)
  const settings = [...names].flatMap((name) =>
    differ(before.settings[name], after.settings[name]) ? [titles.get(name) ?? asWords(name)] : [],
  )
  return [{ ...named(after), parts: [...own, ...settings] }]
}

/** What the panel calls the settings of a kind. */
function titlesOf(kind: string): Map<string, string> {
  const registry = plugins.registry()
  const definition = registry.field(kind)?.definition ?? registry.layout(kind)
  const entries = definition ? settingsForm(definition.settings) : []
  return new Map(entries.map(({ name, title }) => [name, title]))
}

function differ(a: unknown, b: unknown): boolean {
  return canonicalJson(a) !== canonicalJson(b)
}

function named(block: Block): NamedBlock {
  return { block_id: block.id, label: block.label || asWords(block.key ?? block.kind) }
}
