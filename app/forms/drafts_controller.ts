import type { HttpContext, HttpResponse } from '@adonisjs/core/http'
import type { Single } from '#api_types/answer'
import type { Draft, DraftOp, DraftSaved } from '#api_types/drafts'
import { changeDraft, servedRow, servedRows } from '#app/forms/change_draft'
import { draftDocument, draftProblems, formerNames, readDraft, rowsSince } from '#app/forms/draft'
import { formerKeys } from '#app/forms/former_keys'
import { readPatch, refuseNewer } from '#app/forms/draft_ops'
import { isKnown, revisionAsked, revisionTag } from '#app/forms/revision_tag'
import { inSlices, textInSlices } from '#app/http/in_slices'
import { takeSendingPlace } from '#app/http/large_answers'
import { plugins } from '#app/plugins/registry'
import { within } from '#app/workspaces/within'
import type { FormDocument } from '#engine/document/document'
import { finish } from '#engine/steps'

/** So few changes are read at once: what waits for a turn of the event loop on a busy server waits longer. */
const FEW = 100
/** So few rows are no large draft. */
const FEW_ROWS = 2

/** The draft of a form, changed block by block. */
export default class DraftsController {
  async show(ctx: HttpContext) {
    const { workspace, formId, response } = ctx
    const draft = await within(workspace.id, (scope) => readDraft(scope, formId))
    takeSendingPlace(ctx, draft.bytes)
    response.header('etag', revisionTag(draft.revision))
    sendDraft(response, {
      revision: draft.revision,
      rows: servedRows(draft),
      problems: await draftProblems(draft),
      former_names: formerNames(draft),
    })
  }

  /** The draft as one document, in today's shapes: what a new form can be made of. */
  async document(ctx: HttpContext): Promise<Single<FormDocument> | undefined> {
    const { workspace, formId, response } = ctx
    const draft = await within(workspace.id, (scope) => readDraft(scope, formId))
    response.header('etag', revisionTag(draft.revision))
    if (!isKnown(ctx, draft.revision)) return { data: await draftDocument(draft) }
    response.status(304).send(null)
    return undefined
  }

  /** What changed after a revision; removed blocks come without content. Who asks for all learns the former keys and names too. */
  async changes(ctx: HttpContext) {
    const { request, response, workspace, formId } = ctx
    const since = Math.max(Math.trunc(Number(request.input('since'))) || 0, 0)
    const { draft, former } = await within(workspace.id, async (scope) => ({
      draft: await readDraft(scope, formId),
      former: since === 0 ? await formerKeys(scope, formId) : undefined,
    }))
    const rows = rowsSince(draft, since)
    // what somebody else has just written is a block or two
    if (rows.length > FEW_ROWS) takeSendingPlace(ctx, draft.bytes)
    sendDraft(response, {
      revision: draft.revision,
      rows: rows.map(servedRow),
      problems: await draftProblems(draft),
      ...(former && { former_keys: former, former_names: formerNames(draft) }),
    })
  }

  /** Changes of blocks that nobody else has changed since `base` are made; with `If-Match`, all or none. */
  async update(ctx: HttpContext): Promise<Single<DraftSaved>> {
    const { request, response, workspace, formId, auth } = ctx
    const body = request.body()
    const isMuch = Array.isArray(body.ops) && body.ops.length > FEW
    const { base, ops } = isMuch ? await inSlices(readPatch(body)) : finish(readPatch(body))
    refuseNewer(ops, plugins.registry())
    const sent: DraftOp[] = request.body().ops
    const changed = await changeDraft(workspace.id, formId, {
      base,
      ops,
      userId: auth.getUserOrFail().id,
      exactly: revisionAsked(ctx),
    })
    response.header('etag', revisionTag(changed.draft.revision))
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

/** Answers with a draft. It may be of 8 MB: its text is made and sent in slices. */
function sendDraft(response: HttpResponse, draft: Draft): void {
  response.header('content-type', 'application/json; charset=utf-8')
  response.stream(textInSlices(piecesOf(draft)))
}

function* piecesOf({ rows, ...draft }: Draft): Generator<string> {
  yield '{"data":{"rows":['
  for (const [index, row] of rows.entries()) yield `${index > 0 ? ',' : ''}${JSON.stringify(row)}`
  yield `],${JSON.stringify(draft).slice(1)}}`
}
