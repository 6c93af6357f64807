import { versionOf } from '#app/forms/versions'
import { notFound } from '#app/http/errors'
import { plugins } from '#app/plugins/registry'
import type { StoredAnswers } from '#app/submissions/columns'
import { within } from '#app/workspaces/within'
import type { Json } from '#engine/document/document'
import { startResponse } from '#engine/response/start'

/** One submission in full, as the version it answered asked for it. */
export interface SubmissionItem {
  id: string
  received_at: string
  version: number
  answers: {
    block: string
    key: string | null
    label: string
    kind: string
    settings: { [name: string]: Json }
    answer: Json | null
  }[]
}

interface Row {
  id: string
  received_at: Date
  version: number
  answers: StoredAnswers
}

/** Reads one submission. Texts are those of its own version; fields without an answer come with null. */
export async function showSubmission(
  workspaceId: string,
  formId: string,
  id: string,
): Promise<SubmissionItem> {
  const row = await within(workspaceId, async (scope) => {
    const { rows } = await scope.trx.rawQuery<{ rows: Row[] }>(
      `select id, received_at, version, answers from submissions
       where workspace_id = ? and form_id = ? and id = ?`,
      [workspaceId, formId, id],
    )
    return rows[0]
  })
  if (!row) throw notFound()
  const version = await versionOf(workspaceId, formId, row.version)
  if (!version) throw notFound()
  const registry = plugins.registry()
  const fields = version.document.blocks.filter(
    (block) => registry.field(block.kind) !== undefined || block.id in row.answers,
  )
  const texts = startResponse(version.plans.server, (kind) => registry.field(kind)?.answer, {
    locale: version.document.settings.general.language,
    now: row.received_at.getTime(),
    source: 'data',
    answers: row.answers,
  })
  return {
    id: row.id,
    received_at: row.received_at.toISOString(),
    version: row.version,
    answers: fields.map((block) => ({
      block: block.id,
      key: block.key ?? null,
      label: texts.text(block.id, 'label') || block.key || block.id,
      kind: block.kind,
      settings: block.settings,
      answer: row.answers[block.id] ?? null,
    })),
  }
}
