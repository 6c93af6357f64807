import { fileLink } from '#app/files/signed_links'
import { versionOf } from '#app/forms/versions'
import { addressesOf } from '#app/integrations/addresses'
import { sampleAnswers } from '#app/integrations/sample_answers'
import type { AnswerContext } from '@formwright/kit/answer'
import { plugins } from '#app/plugins/registry'
import type { Block, FormDocument, Json } from '#engine/document/document'
import { readBlock, wholeDocument } from '#engine/document/reading'
import { showKeys } from '#engine/logic/references'
import { compile } from '#engine/plan/compile'
import { settledResponse } from '#engine/response/settled'
import { startResponse } from '#engine/response/start'
import env from '#start/env'
import { pathOf } from '@formwright/kit/field'
import type { AnswerPart, EventName, IntegrationEvent, Question } from '@formwright/kit/integration'

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
  const response = settledResponse(plans.server, answersOf, submission.answers, context)
  const linkOf = fileLinksOf(form.workspaceId)
  return {
    name,
    occurredAt: occurredAt.toISOString(),
    form: { id: form.id, slug: form.slug, title: form.title, version: submission.version, ...addresses.form },
    submission: {
      id: submission.id,
      receivedAt: submission.received_at.toISOString(),
      ...addresses.submission,
      questions: fieldsOf(document).map((block) =>
        questionOf(block, response.text(block.id, 'label'), submission.answers[block.id], context, linkOf),
      ),
    },
    test: false,
  }
}

/** The news that a submission is gone: nothing of what it said is told. */
export function deletionEvent(
  occurredAt: Date,
  form: EventForm,
  submission: { id: string; version: number; receivedAt: string },
): IntegrationEvent {
  return {
    name: 'submission.deleted',
    occurredAt: occurredAt.toISOString(),
    form: {
      id: form.id,
      slug: form.slug,
      title: form.title,
      version: submission.version,
      ...addressesOf(form.slug, submission.id).form,
    },
    submission: { id: submission.id, receivedAt: submission.receivedAt, questions: [] },
    test: false,
  }
}

/** An event that did not happen: invented answers to every field of the form, and what would be computed of them. */
export function sampleEvent(
  form: EventForm,
  document: FormDocument,
  submissionId: string,
  now: Date,
  version: number,
): IntegrationEvent {
  const registry = plugins.registry()
  const whole = wholeDocument(document, registry)
  const context = {
    locale: document.settings.general.language,
    now: now.getTime(),
    source: 'data' as const,
  }
  const samples = sampleAnswers(whole, registry, context)
  // a draft may be in no state to compute anything: then it is told without calculations
  const { plans } = compile(whole, registry, { lenient: true })
  const answersOf = (kind: string) => registry.field(kind)?.answer
  const response = plans && startResponse(plans.server, answersOf, { ...context, raws: samples })
  const answers = { ...response?.stored(), ...samples }
  const addresses = addressesOf(form.slug, submissionId)
  const keys = new Map(whole.blocks.map((block) => [block.id, block.key]))
  return {
    name: 'submission.created',
    occurredAt: now.toISOString(),
    form: { id: form.id, slug: form.slug, title: form.title, version, ...addresses.form },
    submission: {
      id: submissionId,
      receivedAt: now.toISOString(),
      ...addresses.submission,
      questions: fieldsOf(whole).map((block) => {
        const label = response?.text(block.id, 'label') ?? showKeys(block.label ?? '', (id) => keys.get(id))
        return questionOf(block, label, answers[block.id], context)
      }),
    },
    test: true,
  }
}

function fieldsOf(document: FormDocument): Block[] {
  const registry = plugins.registry()
  return document.blocks.filter((block) => registry.field(block.kind) !== undefined)
}

/** A question as integrations see it. The one place where what a kind says of its answers becomes parts. */
function questionOf(
  block: Block,
  label: string,
  stored: Json | undefined,
  context: AnswerContext,
  linkOf?: (file: string) => string,
): Question {
  const { field } = readBlock(block, plugins.registry()).read
  const filePaths = (field?.parts ?? []).filter(({ type }) => type === 'file').map(pathOf)
  const answer = filePaths.reduce((whole, path) => (linkOf ? withLinks(whole, path, linkOf) : whole), stored)
  const text = answer === undefined || !field ? '' : field.text(answer)
  const values = answer === undefined || !field ? {} : field.values(answer, context)
  const parts = (field?.parts ?? []).flatMap((part): AnswerPart[] => {
    if (part.column === false) return []
    const { id, type } = part
    // an answer of files is told with their names, not only with the ids that logic sees
    const value = type === 'file' ? storedAt(answer, pathOf(part)) : values[id]
    return [
      {
        id,
        label: part.label ? `${label}: ${part.label}` : label,
        type,
        value: value ?? null,
        text: value == null || !field ? '' : field.text(answer, id),
      },
    ]
  })
  return { id: block.id, key: block.key ?? block.id, label, text, value: answer, parts }
}

/** How files of a workspace are reached by those who are sent them; nobody knows without a public address. */
function fileLinksOf(
  workspaceId: string,
  base = env.get('APP_URL', ''),
): ((file: string) => string) | undefined {
  return base === '' ? undefined : (id) => fileLink({ workspaceId, id }, base)
}

/** An answer with an address (`url`) for each file of the list at a path of it. */
function withLinks(
  answer: Json | undefined,
  path: readonly string[],
  linkOf: (file: string) => string,
): Json | undefined {
  const [name, ...rest] = path
  if (name === undefined) return Array.isArray(answer) ? answer.map((file) => withLink(file, linkOf)) : answer
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer
  const inner = withLinks(answer[name], rest, linkOf)
  return inner === undefined ? answer : { ...answer, [name]: inner }
}

function withLink(file: Json, linkOf: (file: string) => string): Json {
  if (typeof file !== 'object' || file === null || Array.isArray(file) || typeof file.id !== 'string')
    return file
  return { ...file, url: linkOf(file.id) }
}

function storedAt(answer: Json | undefined, path: readonly string[]): Json | undefined {
  let found = answer
  for (const name of path) {
    found = typeof found === 'object' && found !== null && !Array.isArray(found) ? found[name] : undefined
  }
  return found
}
