import type { Submission } from '#api_types/submissions'
import { versionOf } from '#app/forms/versions'
import { notFound } from '#app/http/errors'
import { plugins } from '#app/plugins/registry'
import type { StoredAnswers } from '#app/submissions/columns'
import { within } from '#app/workspaces/within'
import { asWords } from '#engine/document/names'
import { settledResponse } from '#engine/response/settled'

interface Row {
  id: string
  received_at: Date
  version: number
  answers: StoredAnswers
  newer: string | null
  older: string | null
}

/** The submission of the same form that comes next in one direction. */
function beside(sign: '<' | '>', order: 'asc' | 'desc'): string {
  return `(select n.id from submissions n where n.workspace_id = s.workspace_id and n.form_id = s.form_id
    and (n.received_at, n.id) ${sign} (s.received_at, s.id)
    order by n.received_at ${order}, n.id ${order} limit 1)`
}

/** Reads one submission. Texts are those of its own version; fields without an answer come with null. */
export async function showSubmission(workspaceId: string, formId: string, id: string): Promise<Submission> {
  const row = await within(workspaceId, async (scope) => {
    const { rows } = await scope.trx.rawQuery<{ rows: Row[] }>(
      `select s.id, s.received_at, s.version, s.answers,
         ${beside('>', 'asc')} as newer, ${beside('<', 'desc')} as older
       from submissions s where s.workspace_id = ? and s.form_id = ? and s.id = ?`,
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
  const texts = settledResponse(version.plans.server, (kind) => registry.field(kind)?.answer, row.answers, {
    locale: version.document.settings.general.language,
    now: row.received_at.getTime(),
  })
  return {
    id: row.id,
    received_at: row.received_at.toISOString(),
    version: row.version,
    newer: row.newer,
    older: row.older,
    answers: fields.map((block) => ({
      block: block.id,
      key: block.key ?? null,
      label: texts.text(block.id, 'label') || asWords(block.key ?? block.kind),
      kind: block.kind,
      settings: block.settings,
      answer: row.answers[block.id] ?? null,
    })),
  }
}
