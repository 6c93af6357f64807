import { LRUCache } from 'lru-cache'
import { withOwnStyles } from '#app/forms/styles_apart'
import { inSlices } from '#app/http/in_slices'
import { workFor } from '#app/http/whose_work'
import { isBusy } from '#app/http/load_shedding'
import { plugins } from '#app/plugins/registry'
import { isInScope, within } from '#app/workspaces/within'
import type { FormDocument } from '#engine/document/document'
import type { PublicForm } from '#engine/plan/public_form'
import { projectSteps } from '#engine/plan/projection'
import { wholeSteps } from '#engine/document/reading'
import { compileSteps } from '#engine/plan/compile'
import type { Steps } from '#engine/steps'
import type { BrowserPlan, ServerPlan } from '#engine/plan/plan'

/** A version of a form, ready to be shown and answered. */
export interface PublishedForm {
  version: number
  /** in today's shapes, every setting with its default */
  document: FormDocument
  plans: { browser: BrowserPlan; server: ServerPlan }
  /** of the document as it was stored */
  sha256: string
  publicForm: PublicForm
}

interface VersionNumber {
  workspaceId: string
  formId: string
  number: number
}

interface VersionRow {
  document: FormDocument
  sha256: string
  bytes: number
}

/** Compiled versions, up to about 128 MB of document text in all. Plans are never the truth: they are made again. */
const versionCache = new LRUCache<string, PublishedForm, VersionNumber>({
  maxSize: 128 * 1024 * 1024,
  ignoreFetchAbort: true,
  fetchMethod: async (_key, _stale, { context, options }) => {
    const loaded = await load(context)
    if (loaded) options.size = loaded.weight
    return loaded?.published
  },
})

/**
 * One version of a form, whatever its state; undefined when there never was such a version or its plugins are gone so
 * far that it cannot be compiled. A version never changes, so it is cached by number and by what the plans depend on
 * besides; requests that come while it is being made wait for the same one.
 */
export async function versionOf(
  workspaceId: string,
  formId: string,
  number: number,
): Promise<PublishedForm | undefined> {
  if (!(number <= LAST)) return undefined
  const key = `${workspaceId}/${formId}/${number}/${plugins.registry().fingerprint}`
  const context = { workspaceId, formId, number }
  const known = versionCache.get(key)
  if (known) return known
  if (!isInScope()) return versionCache.fetch(key, { context })
  // Whoever has a connection must not wait for somebody who has yet to get one: with all of them taken so, nobody goes on.
  const loaded = await load(context)
  if (loaded) versionCache.set(key, loaded.published, { size: loaded.weight })
  return loaded?.published
}

/** Numbers of versions end here, in the database. */
const LAST = 2 ** 31 - 1

/** Compiles a version before the first visitor asks for it. Where the server is too busy, that visitor waits for it. */
export async function warm(workspaceId: string, formId: string, number: number): Promise<void> {
  try {
    await versionOf(workspaceId, formId, number)
  } catch (error) {
    // it is published all the same: nobody is to be told that nothing was stored
    if (!isBusy(error)) throw error
  }
}

async function load({ workspaceId, formId, number }: VersionNumber) {
  const row = await within(workspaceId, async (scope) => {
    const { rows } = await scope.trx.rawQuery<{ rows: VersionRow[] }>(
      `select document, sha256, bytes::float8 as bytes from form_versions
       where workspace_id = ? and form_id = ? and number = ?`,
      [workspaceId, formId, number],
    )
    return rows[0]
  })
  if (!row) return undefined
  const published = await workFor(workspaceId, async () => {
    const made = await inSlices(publishedSteps(row, number))
    if (!made) return undefined
    const appearance = await withOwnStyles(made.publicForm.appearance, row.document.settings.appearance.css)
    return { ...made, publicForm: { ...made.publicForm, appearance } }
  })
  const styles = published?.publicForm.appearance.styles ?? ''
  return published && { published, weight: row.bytes * 6 + styles.length + 10_000 }
}

function* publishedSteps(
  { document: stored, sha256 }: VersionRow,
  version: number,
): Steps<PublishedForm | undefined> {
  const registry = plugins.registry()
  const { plans } = yield* compileSteps(stored, registry, { lenient: true })
  if (!plans) return undefined
  yield
  const document = yield* wholeSteps(stored, registry)
  yield
  const publicForm = yield* projectSteps(stored, version, plans.browser, registry)
  return { version, document, plans, sha256, publicForm }
}
