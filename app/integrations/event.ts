import { setImmediate } from 'node:timers/promises'
import { fileLink } from '#app/files/signed_links'
import { versionOf } from '#app/forms/versions'
import { addressesOf } from '#app/integrations/addresses'
import { questionSteps } from '#app/integrations/questions'
import { sampleSteps, withSamples } from '#app/integrations/sample_answers'
import { inSlices, withoutRest } from '#app/http/in_slices'
import { plugins } from '#app/plugins/registry'
import type { FormDocument, Json } from '#engine/document/document'
import { wholeSteps } from '#engine/document/reading'
import { showKeys } from '#engine/logic/references'
import { compileSteps } from '#engine/plan/compile'
import { settledInSteps } from '#engine/response/settled'
import { startResponse } from '#engine/response/start'
import { rawsOfStored } from '#engine/response/stored'
import env from '#start/env'
import type { EventName, IntegrationEvent } from '@formwright/kit/integration'

/** A stored submission, as far as an event tells of it. */
export interface EventSubmission {
  id: string
  version: number
  answers: Record<string, Json>
  received_at: Date
}

/** Which form an event is about. */
export interface EventForm {
  workspaceId: string
  id: string
  slug: string
  title: string
}

/** The news of a submission, told with the labels and settings of the version that was answered. */
export async function submissionEvent(
  name: EventName,
  occurredAt: Date,
  form: EventForm,
  submission: EventSubmission,
): Promise<IntegrationEvent> {
  const published = await versionOf(form.workspaceId, form.id, submission.version)
  if (!published) throw new Error(`Version ${submission.version} of form ${form.id} cannot be read.`)
  const { document, plans } = published
  const registry = plugins.registry()
  const context = {
    locale: document.settings.general.language,
    now: submission.received_at.getTime(),
    source: 'data' as const,
  }
  const answersOf = (kind: string) => registry.field(kind)?.answer
  const addresses = addressesOf(form.slug, submission.id)
  // whoever tells of a delivery has a transaction open
  const response = await withoutRest(settledInSteps(plans.server, answersOf, submission.answers, context))
  const told = { ...context, linkOf: fileLinksOf(form.workspaceId) }
  const textOf = (path: string, text: string) => response.text(path, text)
  const questions = await withoutRest(questionSteps(document, submission.answers, textOf, told))
  return {
    name,
    occurredAt: occurredAt.toISOString(),
    form: {
      ...{ id: form.id, slug: form.slug, title: form.title },
      ...{ version: submission.version, language: context.locale, ...addresses.form },
    },
    submission: {
      id: submission.id,
      receivedAt: submission.received_at.toISOString(),
      ...addresses.submission,
      questions,
    },
    test: false,
  }
}

/** The news that a submission is gone: nothing of what it said is told. */
export function deletionEvent(
  occurredAt: Date,
  form: EventForm,
  submission: { id: string; version: number; language: string; receivedAt: string },
): IntegrationEvent {
  return {
    name: 'submission.deleted',
    occurredAt: occurredAt.toISOString(),
    form: {
      id: form.id,
      slug: form.slug,
      title: form.title,
      version: submission.version,
      language: submission.language,
      ...addressesOf(form.slug, submission.id).form,
    },
    submission: { id: submission.id, receivedAt: submission.receivedAt, questions: [] },
    test: false,
  }
}

/** An event that did not happen: invented answers to every field of the form, and what would be computed of them. */
export async function sampleEvent(
  form: EventForm,
  document: FormDocument,
  submissionId: string,
  now: Date,
  version: number,
): Promise<IntegrationEvent> {
  const registry = plugins.registry()
  const whole = await inSlices(wholeSteps(document, registry))
  const context = {
    locale: document.settings.general.language,
    now: now.getTime(),
    source: 'data' as const,
  }
  const samples = await inSlices(sampleSteps(whole, registry, context))
  // a draft may be in no state to compute anything: then it is told without calculations
  const { plans } = await inSlices(compileSteps(whole, registry, { lenient: true }))
  const answersOf = (kind: string) => registry.field(kind)?.answer
  const response =
    plans && startResponse(plans.server, answersOf, { ...context, raws: rawsOfStored(plans.server, samples) })
  // of a large form each of these takes a while: others are served in between
  await setImmediate()
  const stored = response?.stored() ?? {}
  await setImmediate()
  const answers = withSamples(stored, samples, whole, registry)
  const addresses = addressesOf(form.slug, submissionId)
  const keys = new Map(whole.blocks.map((block) => [block.id, block.key]))
  const textOf = (path: string, name: string, template: string) =>
    response?.text(path, name) ?? showKeys(template, (id) => keys.get(id))
  const questions = await inSlices(questionSteps(whole, answers, textOf, context))
  return {
    name: 'submission.created',
    occurredAt: now.toISOString(),
    form: {
      ...{ id: form.id, slug: form.slug, title: form.title },
      ...{ version, language: context.locale, ...addresses.form },
    },
    submission: {
      id: submissionId,
      receivedAt: now.toISOString(),
      ...addresses.submission,
      questions,
    },
    test: true,
  }
}

/** How files of a workspace are reached by those who are sent them; nobody knows without a public address. */
function fileLinksOf(
  workspaceId: string,
  base = env.get('APP_URL', ''),
): ((file: string) => string) | undefined {
  return base === '' ? undefined : (id) => fileLink({ workspaceId, id }, base)
}
