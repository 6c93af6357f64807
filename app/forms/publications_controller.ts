import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Page, Single } from '#api_types/answer'
import type { Check, Publication } from '#api_types/drafts'
import type { VersionChanges, VersionItem, VersionRows } from '#api_types/versions'
import { inCheckLine } from '#app/forms/check_line'
import { changesSince, versionChanges } from '#app/forms/changes'
import { draftDocument, formerNamesOf, readDraft } from '#app/forms/draft'
import { CHECK_MS } from '#app/forms/engines_problems'
import { notifyForm } from '#app/forms/events'
import { keysGiven, newestDocument, withFormerKeys } from '#app/forms/former_keys'
import { listVersions, nextVersion, noteVersion, versionRows } from '#app/forms/list_versions'
import { fullCheck } from '#app/forms/full_check'
import { unsentCodes } from '#app/forms/unsent_codes'
import { integrationProblems } from '#app/forms/integration_problems'
import { longTexts } from '#app/forms/long_texts'
import { otherRevision, revisionAsked } from '#app/forms/revision_tag'
import { publish, setClosed, unpublish } from '#app/forms/publications'
import { roomProblems } from '#app/forms/publishing_room'
import { growthSteps } from '#app/forms/version_growth'
import { fieldMessages } from '#app/http/field_messages'
import { inSlices } from '#app/http/in_slices'
import { validate } from '#app/http/validate'
import { pageLimit } from '#app/http/page_limit'
import { atLeast } from '#app/workspaces/role'
import { within } from '#app/workspaces/within'
import { LONGEST_NOTE } from '#engine/document/limits'

const note = vine.string().trim().maxLength(LONGEST_NOTE)

/** What a publication is asked for with. */
export const publication = vine.create({
  revision: vine.number().min(0).withoutDecimals(),
  note: note.clone().optional(),
})

/** What can be changed of a version. */
export const versionChange = vine.create({ note: note.clone().nullable().optional() })

const compared = vine.create({ since: vine.number().min(1).max(999_999_999).withoutDecimals().optional() })

/** The life of a form in public: checked, published, closed, taken back. */
export default class PublicationsController {
  /** What publishing would say and change, and which version it would make. */
  check(ctx: HttpContext): Promise<Single<Check>> {
    return inCheckLine(ctx.workspace.id, ctx.request.request, () => checkOf(ctx))
  }

  async store(ctx: HttpContext): Promise<Single<Publication>> {
    const { revision, note } = await validate(ctx, publication)
    if ((revisionAsked(ctx) ?? revision) !== revision) throw otherRevision(revision)
    const userId = ctx.auth.getUserOrFail().id
    const data = await inCheckLine(ctx.workspace.id, ctx.request.request, () =>
      publish(ctx.workspace.id, ctx.formId, { revision, note, userId }),
    )
    ctx.response.status(201)
    return { data }
  }

  async destroy({ response, workspace, formId, auth }: HttpContext) {
    await unpublish(workspace.id, formId, auth.getUserOrFail().id)
    return response.noContent()
  }

  async close({ response, workspace, formId, auth }: HttpContext) {
    await setClosed(workspace.id, formId, true, auth.getUserOrFail().id)
    return response.noContent()
  }

  async reopen({ response, workspace, formId, auth }: HttpContext) {
    await setClosed(workspace.id, formId, false, auth.getUserOrFail().id)
    return response.noContent()
  }

  async versions({ request, workspace, formId }: HttpContext): Promise<Page<VersionItem>> {
    const limit = pageLimit(request.qs().limit, 100)
    const cursor: unknown = request.input('cursor')
    return within(workspace.id, (scope) => listVersions(scope, formId, { limit, cursor }))
  }

  /** How a version differs from an earlier one. */
  async changes({ params, request, workspace, formId }: HttpContext): Promise<Single<VersionChanges>> {
    const { since } = await compared.validate(request.qs(), { messagesProvider: fieldMessages })
    const number = Number(params.number)
    return { data: await versionChanges(workspace.id, formId, number, since) }
  }

  /** A version in the shape of a draft, for who takes it up again. */
  async version({ params, workspace, formId }: HttpContext): Promise<Single<VersionRows>> {
    return { data: await within(workspace.id, (scope) => versionRows(scope, formId, Number(params.number))) }
  }

  /** What members read of a version; what it asks stays as it was published. */
  async note(ctx: HttpContext): Promise<Single<VersionItem>> {
    const { workspace, formId, params } = ctx
    const given = await validate(ctx, versionChange)
    const data = await within(workspace.id, (scope) =>
      noteVersion(scope, formId, Number(params.number), given.note),
    )
    notifyForm(formId, { name: 'form', data: {} })
    return { data }
  }
}

async function checkOf({ request, workspace, formId }: HttpContext): Promise<Single<Check>> {
  const { draft, newest } = await within(workspace.id, async (scope) => ({
    draft: await readDraft(scope, formId),
    newest: await newestDocument(scope, formId),
  }))
  const drafted = await draftDocument(draft)
  const changes = await changesSince(workspace.id, formId, drafted)
  const document = withFormerKeys(drafted, keysGiven(newest))
  const client = request.request
  const growth = await inSlices(growthSteps(document, newest), { client })
  const read = await within(workspace.id, async (scope) => {
    return {
      version: await nextVersion(scope, formId),
      room: await roomProblems(scope, formId, { document, growth, bytes: draft.bytes }),
      longTexts: await longTexts(scope, formId, drafted),
      codes: await unsentCodes(scope, drafted),
      // integrations are shown to those who may change them
      integrations: atLeast(workspace.role, 'editor')
        ? await integrationProblems(scope, formId, drafted, formerNamesOf(draft))
        : [],
    }
  })
  const found = await fullCheck(document, formerNamesOf(draft), { most: CHECK_MS, client })
  const problems = [...found, ...read.room, ...read.codes, ...read.longTexts, ...read.integrations]
  return { data: { revision: draft.revision, version: read.version, problems, changes } }
}
