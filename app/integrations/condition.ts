import { LRUCache } from 'lru-cache'
import { versionOf } from '#app/forms/versions'
import { inSlices, withoutRest } from '#app/http/in_slices'
import { workFor } from '#app/http/whose_work'
import { plugins } from '#app/plugins/registry'
import type { Block, Condition, FormDocument, Json } from '#engine/document/document'
import { nameOf } from '#engine/document/names'
import { compileSteps } from '#engine/plan/compile'
import type { ServerPlan } from '#engine/plan/plan'
import { settledInSteps } from '#engine/response/settled'

/** A stored submission, as conditions ask about it. */
export interface ConditionSubject {
  workspaceId: string
  formId: string
  version: number
  answers: Record<string, Json>
  receivedAt: number
}

/** Block that stands for the condition: relevant exactly when it holds. */
const PROBE = 'integrationprobe'

const conditionCache = new LRUCache<string, ServerPlan>({ max: 200 })

/**
 * Whether a condition holds for a stored submission, with the meanings of the version that was answered: compiled like
 * a rule of that very form. Throws when it refers to what that version does not have.
 */
export async function conditionHolds(condition: Condition, subject: ConditionSubject): Promise<boolean> {
  const published = await versionOf(subject.workspaceId, subject.formId, subject.version)
  if (!published) throw new Error(`Version ${subject.version} of form ${subject.formId} cannot be read.`)
  const registry = plugins.registry()
  const key = `${subject.workspaceId}/${published.sha256}/${registry.fingerprint}/${JSON.stringify(condition)}`
  let plan = conditionCache.get(key)
  if (!plan) {
    const compiled = await workFor(subject.workspaceId, () =>
      compileCondition(condition, published.document, 'stored'),
    )
    if ('refusal' in compiled) throw new Error(compiled.refusal)
    plan = compiled.plan
    conditionCache.set(key, plan)
  }
  const context = { locale: published.document.settings.general.language, now: subject.receivedAt }
  const answersOf = (kind: string) => registry.field(kind)?.answer
  // whoever asks has a transaction open
  const response = await withoutRest(settledInSteps(plan, answersOf, subject.answers, context))
  return response.relevant(PROBE)
}

/**
 * A form's plan with the condition in it, or a sentence on why the condition cannot be used with this form. One that is
 * `stored` and compares with nothing goes on meaning what it meant; it is not `set` so.
 */
export async function compileCondition(
  condition: Condition,
  document: FormDocument,
  use: 'set' | 'stored',
  formerLabel?: (id: string) => string | undefined,
): Promise<{ plan: ServerPlan } | { refusal: string }> {
  const registry = plugins.registry()
  const model = document.blocks.find((block) => registry.field(block.kind) !== undefined)
  if (!model) return { refusal: 'This form asks nothing yet. Add a question first.' }
  // a copy of some field, so that it is a valid block whatever kinds are installed
  const probe: Block = {
    id: PROBE,
    key: PROBE,
    kind: model.kind,
    v: model.v,
    settings: model.settings,
    state: 'hidden',
    rules: [{ when: condition, do: 'show' }],
  }
  const { plans: compiled, problems } = await inSlices(
    compileSteps(
      { ...document, blocks: [probe, ...document.blocks] },
      registry,
      // the form's own problems are not the condition's
      { lenient: true, formerLabel },
    ),
  )
  const problem = problems.find(
    ({ block, path, code }) =>
      block === PROBE &&
      path?.startsWith('rules') &&
      code !== 'never-holds' &&
      !(use === 'stored' && code === 'unfinished'),
  )
  if (problem) return { refusal: problem.message.replace(`${nameOf(probe)}: `, '') }
  if (!compiled) return { refusal: 'This form cannot be read as it stands.' }
  return { plan: compiled.server }
}
