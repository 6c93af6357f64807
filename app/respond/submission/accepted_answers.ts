import { publishedForm } from '#app/forms/publications'
import type { PublishedForm } from '#app/forms/versions'
import { busy } from '#app/http/load_shedding'
import { isStorable } from '#app/http/storable'
import { storedFields } from '#app/respond/submission/addresses'
import { claimSteps, type CountedClaim } from '#app/respond/submission/claims'
import { claimsCounted } from '#app/respond/submission/count_claims'
import { judgedAnswers } from '#app/respond/submission/judged_answers'
import { type Own, type OwnedFile, ownAnswers } from '#app/respond/submission/own_answers'
import { searchText } from '#app/respond/submission/search_text'
import { restsFor, turns, turnsFor } from '#app/respond/submission/turn'
import { judgeAhead } from '#engine/response/read_ahead'
import type { BlockProblem, Response as FormResponse, StoredAnswers } from '#engine/response/response'

/** What is stored of a response, and what goes with it. */
export interface AcceptedAnswers {
  answers: StoredAnswers
  files: readonly OwnedFile[]
  /** addresses of answers over which the server part of their field threw: they are not stored */
  failed: readonly string[]
  claims: readonly CountedClaim[]
  /** the version by which that is claimed; null where the form has published none by now */
  newest: number | null
  search: string
}

/**
 * Validates a response and makes its answers the submission's own: the same for what is sent and for what is edited.
 * `passes` says of a problem that it refuses nothing. 503 while what submissions claim is still being counted.
 */
export async function acceptedAnswers(
  form: { workspaceId: string; formId: string },
  published: PublishedForm,
  response: FormResponse,
  own: Own,
  passes: (problem: BlockProblem) => boolean = () => false,
): Promise<AcceptedAnswers | { problems: readonly BlockProblem[] }> {
  const wrong = (found: readonly BlockProblem[]) => found.filter((problem) => !passes(problem))
  const { workspaceId } = form
  const given = Object.values(response.raws())
  const step = turnsFor(workspaceId, given)
  await turns(workspaceId, given, judgeAhead(published.plans.server, response))
  const problems = await step(() => wrong(response.problems()))
  const stored = await step(() => response.stored())
  problems.push(...(await step(() => wrong(unstorable(published, stored)))))
  if (problems.length === 0)
    problems.push(...wrong(await turns(workspaceId, given, judgedAnswers(published.document, stored))))
  if (problems.length > 0) return { problems }
  const owned = await ownAnswers(form, published, stored, own, restsFor(workspaceId, given))
  if (owned.problems.length > 0) return { problems: owned.problems }
  const newest = await publishedForm(workspaceId, form.formId)
  const textOf = (path: string, text: string) => response.text(path, text)
  const claims = await turns(
    workspaceId,
    given,
    claimSteps(published, newest ?? published, owned.answers, textOf),
  )
  if (claims.length > 0 && !(await claimsCounted(form, newest ?? published))) throw busy()
  const search = await step(() => searchText(textsOf(published, owned.answers, response)))
  return {
    answers: owned.answers,
    files: owned.files,
    failed: owned.failed,
    claims,
    newest: newest?.version ?? null,
    search,
  }
}

/** The problems of answers whose files were collected meanwhile. */
export function goneFiles(files: readonly OwnedFile[]): BlockProblem[] {
  return files.map(({ block, path }) => ({ block, path, code: 'not-accepted', params: { reason: 'gone' } }))
}

function unstorable({ document }: PublishedForm, answers: StoredAnswers): BlockProblem[] {
  return storedFields(document, answers)
    .filter(({ answer }) => !isStorable(answer))
    .map(({ block, path }) => ({ block: block.id, path, code: 'not-allowed' }))
}

function* textsOf(
  { document }: PublishedForm,
  answers: StoredAnswers,
  response: FormResponse,
): Iterable<string> {
  for (const { path, field, answer } of storedFields(document, answers)) {
    if (!field.secret) yield field.withTexts((text) => response.text(path, text)).text(answer)
  }
}
