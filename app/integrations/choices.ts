import type { IntegrationChoice, IntegrationChoices, NewIntegrationChoice } from '#api_types/integrations'
import { outboundClient } from '#app/connections/call_service'
import { ConnectionError } from '#app/connections/errors'
import { CodedError } from '#app/http/errors'
import { withPlaces } from '#app/http/load_shedding'
import { linkSignals } from '#app/http/abort'
import { connectionInUse } from '#app/integrations/connection_power'
import { invalidSettings } from '#app/integrations/errors'
import { kindToSet } from '#app/integrations/kinds'
import { maskText } from '#app/outbound/masks'
import { OutboundError } from '#app/outbound/errors'
import { beforeDeadline } from '#app/plugins/deadline'
import type { BoundIntegration } from '#app/plugins/integration'
import type { ChoicePowers, OutboundRequest } from '@formwright/kit/integration'
import { asksService, settingsForm } from '@formwright/kit/settings_form'
import * as v from 'valibot'

/** How long the service, and the plugin, may take together. */
const LONGEST_MS = 10_000
/** Nobody looks through more at a time. */
const MOST = 200

/** Of these faults of a connection it is mended by connecting again. */
const CONNECT_AGAIN = new Set<ConnectionError['code']>(['E_CONNECTION_LOST', 'E_CONNECTION_UNREAD'])

/** What somebody chooses for, as their form stands at the moment. */
export interface ChoiceSubject {
  workspaceId: string
  kind: string
  connectionId: string | null
  name: string
  settings: Record<string, unknown>
}

const choice = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
  label: v.pipe(v.string(), v.maxLength(500)),
  hint: v.optional(v.pipe(v.string(), v.maxLength(500))),
  type: v.optional(v.pipe(v.string(), v.maxLength(100))),
})
const answered = v.union([
  v.object({
    choices: v.pipe(v.array(choice), v.maxLength(MOST)),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
    creates: v.optional(v.boolean(), false),
  }),
  v.object({ problem: v.string() }),
])
const made = v.union([choice, v.object({ problem: v.string() })])

/** What a setting can be, as its service says now; or why that cannot be said. */
export function choicesOf(
  subject: ChoiceSubject,
  asked: { search: string; cursor?: string },
): Promise<IntegrationChoices> {
  return ask(subject, async (bound, powers): Promise<IntegrationChoices> => {
    const answer = usable('choices', answered, await bound.choices(subject.name, asked, powers))
    if ('problem' in answer) return failed(answer.problem)
    const { choices, cursor = null, creates } = answer
    return { choices, cursor, creates }
  })
}

/** Makes a new one at the service. */
export function createChoice(subject: ChoiceSubject, label: string): Promise<NewIntegrationChoice> {
  return ask(subject, async (bound, powers): Promise<NewIntegrationChoice> => {
    const answer: IntegrationChoice | { problem: string } = usable(
      'createChoice',
      made,
      await bound.createChoice(subject.name, label, powers),
    )
    return 'problem' in answer ? failed(answer.problem) : { choice: answer }
  })
}

/** What a plugin answered, which may be anything: in our words where it cannot be used. */
function usable<T>(member: string, schema: v.GenericSchema<unknown, T>, answer: unknown): T {
  const read = v.safeParse(schema, answer)
  if (read.success) return read.output
  throw new Error(`${member} answered something that cannot be used.`)
}

async function ask<T>(
  { workspaceId, kind: name, connectionId, name: setting, settings }: ChoiceSubject,
  work: (bound: BoundIntegration, powers: ChoicePowers) => Promise<T>,
) {
  const kind = kindToSet(name)
  const offered = settingsForm(kind.definition.settings).some(
    (entry) => entry.name === setting && asksService(entry),
  )
  if (!offered) throw new CodedError('E_UNKNOWN_SETTING', 422, `There is nothing to choose for "${setting}".`)
  const read = kind.read(settings)
  if ('refusals' in read) throw invalidSettings(read.refusals)
  const { signal, end } = linkSignals([], LONGEST_MS)
  const hidden = new Set<string>()
  const request = (one: OutboundRequest) => outboundClient().request(one, signal)
  const powers: ChoicePowers = {
    now: Date.now(),
    request,
    connection: connectionInUse({ workspaceId, connectionId }, (one, secrets) => {
      for (const secret of secrets) hidden.add(secret)
      return request(one)
    }),
  }
  // one person who types quickly does not take all the calls that this process may make to a service
  const places = [
    { of: `choices of ${workspaceId}`, most: 4 },
    { of: 'choices', most: 16 },
  ]
  try {
    return await withPlaces(places, () => beforeDeadline(work(read.bound, powers), LONGEST_MS))
  } catch (error) {
    if (error instanceof CodedError) throw error
    if (error instanceof ConnectionError && CONNECT_AGAIN.has(error.code))
      return { problem: 'reconnect' as const, reason: error.message }
    if (error instanceof ConnectionError || error instanceof OutboundError) return failed(error.message)
    return failed(maskText(kind.noted('choices', error).reason, [...hidden]))
  } finally {
    end()
  }
}

function failed(reason: string): { problem: 'failed'; reason: string } {
  return { problem: 'failed', reason: reason.slice(0, 500) }
}
