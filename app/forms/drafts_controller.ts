import type { HttpContext } from '@adonisjs/core/http'
import type { Single } from '#api_types/answer'
import type { Draft, DraftOp, DraftSaved } from '#api_types/drafts'
import { changeDraft, servedRow, servedRows } from '#app/forms/change_draft'
import { draftProblems, formerNames, readDraft, rowsSince } from '#app/forms/draft'
import { formerKeys } from '#app/forms/former_keys'
import { readPatch, refuseNewer } from '#app/forms/draft_ops'
import { plugins } from '#app/plugins/registry'
import { within } from '#app/workspaces/within'

/** The draft of a form, changed block by block. */
export default class DraftsController {
  async show({ workspace, formId }: HttpContext): Promise<Single<Draft>> {
    const draft = await within(workspace.id, (scope) => readDraft(scope, formId))
    return {
      data: {
        revision: draft.revision,
        rows: servedRows(draft),
        problems: await draftProblems(draft),
        former_names: formerNames(draft),
      },
    }
  }

  /** What changed after a revision; removed blocks come without content. Who asks for all learns the former keys and names too. */
  async changes({ request, workspace, formId }: HttpContext): Promise<Single<Draft>> {
    const since = Math.max(Math.trunc(Number(request.input('since'))) || 0, 0)
    const { draft, former } = await within(workspace.id, async (scope) => ({
      draft: await readDraft(scope, formId),
      former: since === 0 ? await formerKeys(scope, formId) : undefined,
    }))
    return {
      data: {
        revision: draft.revision,
        rows: rowsSince(draft, since).map(servedRow),
        problems: await draftProblems(draft),
        ...(former && { former_keys: former, former_names: formerNames(draft) }),
      },
    }
  }

  async update({ request, workspace, formId, auth }: HttpContext): Promise<Single<DraftSaved>> {
    const { base, ops } = readPatch(request.body())
    refuseNewer(ops, plugins.registry())
    const sent: DraftOp[] = request.body().ops
    const changed = await changeDraft(workspace.id, formId, base, ops, auth.getUserOrFail().id)
    return {
      data: {
        revision: changed.draft.revision,
        applied: changed.applied,
        refused: changed.refused.map(({ index, current }) => ({
          op: sent[index],
          current: current && servedRow(current),
        })),
        rows: changed.others.map(servedRow),
        problems: await draftProblems(changed.draft),
      },
    }
  }
}
