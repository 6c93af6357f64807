import { type InferOutput, parse } from 'valibot'
import type { SettingsSchema } from '../field.ts'
import type {
  Deliver,
  IntegrationDefinition,
  IntegrationEvent,
  OutboundResponse,
  Outcome,
  Powers,
  State,
} from '../integration.ts'
import type { Mail } from '../mail.ts'
import { secretNames, withoutSecrets } from '../secret_settings.ts'
import { fillTemplates } from '../template_settings.ts'
import { choiceChecks } from './choice_checks.ts'
import { listenToLog } from './console_log.ts'
import { hookChecks, type HookSample } from './hook_checks.ts'
import { previewComplaints } from './preview_complaints.ts'
import { sampleEvents } from './sample_events.ts'
import { expectedOf, outcomeComplaints, type Result, type Situation, SITUATIONS } from './situations.ts'
import { type ArrivedRequest, StandIn, type StandInAnswer, StandInError } from './stand_in.ts'

/** What the checks of a kind's deliveries work with. */
export interface DeliveryCase<Schema extends SettingsSchema> {
  definition: IntegrationDefinition<Schema>
  deliver: Deliver<InferOutput<Schema>>
  /** Settings with which it works. Whatever address they name, the suite's own server answers there. */
  settings: Record<string, unknown>
  /** What the service answers when all is well; a plain 200 without it. */
  success?: { status: number; headers?: Record<string, string>; body?: string }
  /** What follows from a situation, where that is not the usual. */
  outcomes?: Partial<Record<Situation, Result>>
  /**
   * `recognised`: each request carries the delivery's id, so that the service can tell a repeat. `once`: it has no
   * place for one, so that what was sent and got no answer is not repeated (`once` of a request). `by submission`: the kind keeps one thing for
   * each submission, and looks for it by the submission's id before it repeats. `harmless`: a delivery begins with a PUT that
   * does the same however often it is made.
   */
  repeats?: 'recognised' | 'once' | 'by submission' | 'harmless'
  /** Of kinds with `hooks`: by path, a request that the service makes there. */
  hooks?: Readonly<Record<string, HookSample>>
}

/** One thing that is looked at. `complaints` says what the author has to do; nothing when all is well. */
export interface DeliveryCheck {
  title: string
  complaints(): Promise<string[]>
}

/** Half of 192 bits: the core's own secrets are longer. */
const SECRETS = ['a2l0LWNvbmZvcm0tbmV3LXNlY3JldC1h', 'a2l0LWNvbmZvcm0tb2xkLXNlY3JldC1i']
const ID = '01970000-0000-7000-8000-00000000d311'
const NOW = Date.parse('2026-05-04T12:00:00.000Z')
const LOST = 'E_CONNECTION_LOST'
const PATIENCE_MS = 5_000
const SHORT_PATIENCE_MS = 150

/** What follows where no answer of the service comes to what may be sent once. */
const UNANSWERED = {
  '502': 'unsure',
  '504': 'unsure',
  'a time-out': 'unsure',
  'a connection that breaks off': 'unsure',
} as const

/** Everything that is looked at in how a kind delivers. */
export function deliveryChecks<Schema extends SettingsSchema>(given: DeliveryCase<Schema>): DeliveryCheck[] {
  const play = new Play(given)
  return [
    ...play.samples.map(([which, event]) => ({
      title: `an event ${which} is delivered`,
      complaints: () => play.delivered(event),
    })),
    ...Object.entries(SITUATIONS).map(([situation, answer]) => ({
      title: `after ${situation} it says what is to follow`,
      complaints: () => play.outcome(situation, answer),
    })),
    {
      title: 'each attempt sends the same body',
      complaints: () => play.sameBody(),
    },
    {
      title: 'a repeat after a lost reply is the same delivery again',
      complaints: () => play.repeatAfterLostReply(),
    },
    ...(given.definition.batch === undefined && !given.deliver.deliverBatch
      ? []
      : [{ title: 'several at once have an outcome each', complaints: () => play.batch() }]),
    ...play.hooks(),
    ...play.choices(),
    {
      title: 'no secret is in a body, a reason or a line of the log',
      complaints: () => play.secrets(),
    },
  ]
}

interface Attempt<Answer = Outcome> {
  outcome: Answer
  requests: readonly ArrivedRequest[]
  lines: readonly string[]
}

class Play<Schema extends SettingsSchema> {
  readonly #given: DeliveryCase<Schema>
  readonly #settings: InferOutput<Schema>
  readonly #secrets: readonly string[]
  readonly samples: readonly (readonly [string, IntegrationEvent])[]

  constructor(given: DeliveryCase<Schema>) {
    const { definition } = given
    this.#given = given
    this.#settings = parse(definition.settings, given.settings)
    this.#secrets = definition.secret ? SECRETS.map((secret) => `${definition.secret?.prefix}${secret}`) : []
    const [first] = definition.events
    this.samples = [
      ...Object.entries(first ? sampleEvents(first) : {}),
      ...definition.events.slice(1).map((name) => [`of ${name}`, this.#event(name)] as const),
    ]
  }

  /** What is expected of an event to a service that is well. */
  async delivered(event: IntegrationEvent): Promise<string[]> {
    const body: unknown = this.#body(event)
    if (typeof body !== 'string')
      return ['body() must answer a string: it is stored, and sent at each attempt.']
    const { outcome, requests } = await this.#attempt(event, this.#success())
    const skipped = requests.length === 0 && outcome?.result === 'skipped'
    const complaints = outcomeComplaints(outcome, skipped ? 'skipped' : 'delivered', 'the service took it')
    if (requests.length === 0 && !skipped) {
      complaints.push(
        'deliver() sent nothing: call powers.request() or powers.mail(), and nothing else, to reach the service; or answer "skipped".',
      )
    }
    if (JSON.stringify(this.#body(event)) !== JSON.stringify(body)) {
      complaints.push('body() made something else of the same event: leave out clocks and random values.')
    }
    if (this.#given.definition.subscription && !isObject(body)) {
      complaints.push('A subscription is told JSON objects: build the body with JSON.stringify of an object.')
    }
    complaints.push(...previewComplaints(this.#given.deliver.preview?.(event, this.#settingsFor(event))))
    for (const { headers, body: sent } of requests) {
      if (/json/.test(headers['content-type'] ?? '') && !isJson(sent)) {
        complaints.push(
          `It sent what is no JSON under content-type ${headers['content-type']}: build it with JSON.stringify.`,
        )
      }
      if (sent !== '' && headers['content-type'] === undefined) {
        complaints.push('It sent a body without a content-type header: say what it is.')
      }
    }
    return [...new Set(complaints)]
  }

  /** What is expected when the service does something else. */
  async outcome(situation: string, answer: StandInAnswer): Promise<string[]> {
    const isBig = situation === 'an answer of 2 MB'
    const { outcome } = await this.#attempt(this.#first(), isBig ? { ...this.#success(), ...big() } : answer)
    const { outcomes, repeats } = this.#given
    const wanted = expectedOf(situation, { ...(repeats === 'once' && UNANSWERED), ...outcomes })
    const complaints = outcomeComplaints(outcome, wanted, situation)
    if (situation === '429 with Retry-After' && outcome?.result === 'retry' && outcome.retryAfter !== 120) {
      complaints.push(
        `The service said Retry-After: 120, and deliver() answered retryAfter ${outcome.retryAfter}: read the header ` +
          `(seconds, or a date) and hand it on, else the service is called too early and may block us.`,
      )
    }
    return complaints
  }

  async sameBody(): Promise<string[]> {
    const first = await this.#attempt(this.#first(), { status: 500 })
    const second = await this.#attempt(this.#first(), this.#success(), NOW + 60_000, 2)
    const [one, other] = [first.requests[0], second.requests[0]]
    // whoever keeps one thing for each submission may look for it first
    const looks = this.#given.repeats === 'by submission' && one?.url !== other?.url
    return !looks && one?.body !== other?.body
      ? ['The second attempt sent another body than the first: send what is in delivery.body as it is.']
      : []
  }

  async repeatAfterLostReply(): Promise<string[]> {
    const first = await this.#attempt(this.#first(), 'cut-off')
    const second = await this.#attempt(this.#first(), this.#success(), NOW + 5_000, 2)
    const complaints = outcomeComplaints(second.outcome, 'delivered', 'a repeat that the service took')
    const { repeats = 'recognised' } = this.#given
    if (repeats === 'harmless')
      return [...complaints, ...differencesOf(first.requests[0], second.requests[0])]
    const mark = repeats === 'by submission' ? this.#first().submission.id : ID
    // a first attempt of which no request came through has nothing to be known again by
    const marked = (repeats === 'by submission' ? [second] : [first, second]).every(({ requests }) =>
      requests.some((request) => JSON.stringify(request).includes(mark)),
    )
    if (repeats !== 'once' && !marked) {
      complaints.push(
        'After a lost reply the service cannot tell the repeat from a new delivery: send delivery.id where it looks ' +
          'for repeats (a header, a key, a column). If it has no such place, say once: true of the request, and repeats: "once" in the spec.',
      )
    }
    return complaints
  }

  /** What is expected of several deliveries that go together, to a service that is well and to one that is not. */
  async batch(): Promise<string[]> {
    const { definition, deliver } = this.#given
    if (!definition.batch || !deliver.deliverBatch)
      return ['Say batch (how many at most) in the definition, and write deliverBatch() beside deliver().']
    const count = Math.min(definition.batch, 3)
    const play = async (answer: StandInAnswer, wanted: Result, after: string) => {
      const { outcome: outcomes } = await this.#attemptTogether(this.#first(), answer, count)
      return outcomes.length === count
        ? outcomes.flatMap((one) => outcomeComplaints(one, wanted, after))
        : [
            `deliverBatch() answered ${outcomes.length} outcomes for ${count} deliveries: answer one for each.`,
          ]
    }
    const complaints = [
      ...(await play(this.#success(), 'delivered', 'a batch that the service took')),
      ...(await play({ status: 500 }, 'retry', 'a batch and a 500')),
    ]
    return [...new Set(complaints)]
  }

  /** The service repeats whatever it is sent, so that a reason that quotes its answer would tell. */
  async secrets(): Promise<string[]> {
    const { definition } = this.#given
    const settings = new Map<string, unknown>(Object.entries(this.#settings))
    const unset = secretNames(definition.settings).filter((name) => !settings.get(name))
    if (unset.length > 0) return [`Give the spec's settings a value for ${unset.join(', ')}: it is secret.`]
    const own = secretNames(definition.settings).map((name) => String(settings.get(name)))
    const hidden = [...this.#secrets.map((secret) => secret.replace(/^[a-z]+_/, '')), ...own]
    const tells = (text: string) => hidden.some((secret) => text.includes(secret))
    const complaints: string[] = []
    if (tells(definition.summary(this.#settings)) || tells(definition.endpoint?.(this.#settings) ?? '')) {
      complaints.push('A secret is in summary() or endpoint(): both are stored or shown.')
    }
    if (tells(this.#body(this.#first()))) {
      complaints.push('A secret is in the body, which is stored as it is: add it in deliver().')
    }
    for (const status of [200, 400, 401, 404, 410, 429, 500]) {
      const { outcome, lines } = await this.#attempt(this.#first(), (request) => ({
        status,
        body: JSON.stringify(request),
      }))
      if (tells(JSON.stringify(outcome ?? ''))) {
        complaints.push(
          `After ${status} a secret is in what deliver() answered: do not quote the service without cutting it out.`,
        )
      }
      if (lines.some(tells)) complaints.push('A secret was written to the log: write nothing to it.')
    }
    return [...new Set(complaints)]
  }

  hooks(): DeliveryCheck[] {
    const { definition, deliver, hooks = {} } = this.#given
    return hookChecks({
      ...{ definition, deliver, settings: this.#settings, samples: hooks, own: this.#secrets, now: NOW },
      play: (work) => this.#play(this.#success(), NOW, work),
    })
  }

  choices(): DeliveryCheck[] {
    const { definition, deliver } = this.#given
    const settings = withoutSecrets(definition.settings, this.#settings)
    return choiceChecks({
      ...{ definition, deliver, settings },
      play: (answer, work) => this.#play(answer, NOW, work),
    })
  }

  #first(): IntegrationEvent {
    return this.#event(this.#given.definition.events[0] ?? 'submission.created')
  }

  #event(name: IntegrationEvent['name']): IntegrationEvent {
    const [event] = Object.values(sampleEvents(name))
    if (!event) throw new Error('There is no sample of an event.')
    return event
  }

  #success(): { status: number; headers?: Record<string, string>; body?: string } {
    return this.#given.success ?? { status: 200 }
  }

  #body(event: IntegrationEvent): string {
    return this.#given.deliver.body(event, this.#settingsFor(event))
  }

  /** As the server hands them to body and preview. */
  #settingsFor(event: IntegrationEvent): InferOutput<Schema> {
    const { settings } = this.#given.definition
    return fillTemplates(settings, withoutSecrets(settings, this.#settings), event)
  }

  /** One attempt as the server makes it; a call that fails counts as an attempt that is to be made again. */
  #attempt(
    event: IntegrationEvent,
    answer: StandInAnswer | ((request: ArrivedRequest) => StandInAnswer),
    now = NOW,
    attempt = 1,
  ): Promise<Attempt> {
    const delivery = { id: ID, attempt, body: this.#body(event), settings: this.#settings }
    return this.#play(answer, now, (powers) =>
      this.#given.deliver.deliver(delivery, powers).catch(failedCall),
    )
  }

  /** One attempt of deliveries that go together. */
  #attemptTogether(
    event: IntegrationEvent,
    answer: StandInAnswer,
    count: number,
  ): Promise<Attempt<readonly Outcome[]>> {
    const deliveries = Array.from({ length: count }, (_, index) => {
      const id = `${ID.slice(0, -1)}${index}`
      return { id, attempt: 1, body: this.#body(event), settings: this.#settings }
    })
    return this.#play(answer, NOW, async (powers) => {
      const answered = this.#given.deliver.deliverBatch?.(deliveries, powers)
      return answered?.catch((error: unknown) => deliveries.map(() => failedCall(error))) ?? []
    })
  }

  async #play<Answer>(
    answer: StandInAnswer | ((request: ArrivedRequest) => StandInAnswer),
    now: number,
    work: (powers: Powers) => Promise<Answer>,
  ): Promise<Attempt<Answer>> {
    const standIn = await StandIn.open(typeof answer === 'function' ? answer : () => answer)
    if (answer === 'refused') await standIn.close()
    const log = listenToLog()
    try {
      const request = standIn.client(answer === 'silence' ? SHORT_PATIENCE_MS : PATIENCE_MS)
      const outcome = await work({
        request,
        connection: { request: (one) => request(one).then(refuseUnauthorised) },
        secrets: this.#secrets,
        now,
        state: memory(),
        hookAddress: (path) => `https://forms.example/api/integrations/id/${path}`,
        mail: (mail) => sendBy(request, mail),
      })
      return { outcome, requests: standIn.requests, lines: log.lines }
    } finally {
      log.stop()
      await standIn.close()
    }
  }
}

/** What keeps the first request of a repeat from doing just what the one before it did. */
function differencesOf(one: ArrivedRequest | undefined, other: ArrivedRequest | undefined): string[] {
  const isSame = one?.method === 'PUT' && JSON.stringify(one) === JSON.stringify(other)
  return isSame
    ? []
    : ['A repeat is not the same PUT again: leave out what changes, or say repeats: "once" in the spec.']
}

/** Mail as the core sends it, by the suite's own server, which says what became of it. */
async function sendBy(request: Powers['request'], mail: Mail): Promise<Outcome> {
  const { status, headers } = await request({
    method: 'POST',
    url: 'http://mail.example/',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(mail),
  })
  if (status < 300) return { result: 'delivered' }
  const reason = `The mail server answered ${status}.`
  if (status === 401) return { result: 'reconnect', reason }
  if (status === 410) return { result: 'gone', reason }
  if (status < 500 && status !== 429) return { result: 'failed', reason }
  const seconds = Number(headers['retry-after'])
  return { result: 'retry', reason, ...(seconds > 0 && { retryAfter: seconds }) }
}

/** The state of an integration that nobody else changes. */
function memory(): State {
  let state: unknown
  return {
    read: () => Promise.resolve(state),
    change: (change) => {
      state = change(state)
      return Promise.resolve(state)
    },
  }
}

/** As the server's: a credential that is not accepted is none of the plugin's business. */
function refuseUnauthorised(answer: OutboundResponse): OutboundResponse {
  if (answer.status === 401) throw new StandInError(LOST, 'The service does not accept the connection.')
  return answer
}

/** What the server makes of a call that failed; other errors are the plugin's own. */
function failedCall(error: unknown): Outcome {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === LOST) return { result: 'reconnect', reason: 'The connection is lost.' }
  if (code === 'E_OUTBOUND_UNSURE')
    return { result: 'unsure', reason: 'No answer came to what may be sent once.' }
  if (code.startsWith('E_OUTBOUND_')) return { result: 'retry', reason: 'The call failed.' }
  throw error
}

function big(): { body: string } {
  return { body: 'x'.repeat(2 * 1024 * 1024) }
}

function isObject(text: string): boolean {
  return isJson(text) && /^\s*\{/.test(text)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
