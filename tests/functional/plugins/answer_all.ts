import { randomUUID } from 'node:crypto'
import type { Json } from '#engine/document/document'
import { readFileReference } from '@formwright/kit/file_reference'
import type { FieldCase } from '#tests/functional/plugins/every_preset'
import { submit } from '#tests/functional/respond/answering'
import { PNG } from '#tests/functional/respond/photo'
import { inWorkspace } from '#tests/functional/respond/rows'
import { Visitor } from '#tests/functional/visitor'

/** A submission with what was sent and what is stored, by block. */
export interface AnsweredForm {
  id: string
  sent: Record<string, Json>
  answers: Record<string, Json>
}

/**
 * Answers a form as programs do: with the first answer of every field, with the second, until there is none; the last
 * submission is empty. What nobody fills in comes from elsewhere, and is laid over them.
 */
export async function answerAll(
  workspaceId: string,
  { id, slug }: { id: string; slug: string },
  cases: readonly FieldCase[],
): Promise<AnsweredForm[]> {
  const most = Math.max(...cases.map(({ answers }) => answers.length))
  const visitor = new Visitor()
  const all = new Map<string, Record<string, Json>>()
  for (let turn = 0; turn <= most; turn += 1) {
    const key = randomUUID()
    const sent: Record<string, Json> = {}
    const laidOver: Record<string, Json> = {}
    for (const { block, field, answers } of cases) {
      const answer = answers[turn]
      if (answer === undefined || field.formula) continue
      if (field.labelling === 'none') laidOver[block.id] = answer
      else {
        const given = await withFiles(answer, () => upload(visitor, slug, block.id, key))
        // what is said of a file is what the server says of it
        const read = field.files && field.parse(given, { locale: 'en', now: 0, source: 'data' }).answer
        sent[block.id] = read ? JSON.parse(JSON.stringify(read)) : given
      }
    }
    const { status, text, body } = await submit({ slug, visitor }, sent, { submission_key: key })
    if (status !== 201) throw new Error(text)
    await inWorkspace(workspaceId, 'update submissions set answers = answers || ?::jsonb where id = ?', [
      JSON.stringify(laidOver),
      body.data.id,
    ])
    all.set(body.data.id, { ...sent, ...laidOver })
  }
  const rows = await inWorkspace<{ id: string; answers: Record<string, Json> }>(
    workspaceId,
    'select id, answers from submissions where form_id = ? order by received_at, id',
    [id],
  )
  return rows.map((row) => ({ ...row, sent: all.get(row.id) ?? {} }))
}

/** The answer with files that were sent in the place of those it speaks of. */
async function withFiles(answer: Json, send: () => Promise<Json>): Promise<Json> {
  if (readFileReference(answer) && typeof answer === 'object') return send()
  if (Array.isArray(answer)) return Promise.all(answer.map((one) => withFiles(one, send)))
  if (typeof answer !== 'object' || answer === null) return answer
  const members = Object.entries(answer).map(
    async ([name, value]) => [name, await withFiles(value, send)] as const,
  )
  return Object.fromEntries(await Promise.all(members))
}

async function upload(visitor: Visitor, slug: string, block: string, key: string): Promise<Json> {
  const name = encodeURIComponent('=1, "rot" <b>.png')
  const path = `/api/forms/${slug}/files?block=${block}&key=${key}&version=1&name=${name}`
  const { status, text, body } = await visitor.post<{ data: Json }>(path, PNG)
  if (status !== 201) throw new Error(text)
  return body.data
}
