import type { InferOutput } from 'valibot'
import type { SettingsSchema } from '../field.ts'
import { headerOf, type Hook, hookRefusal } from '../hook.ts'
import type { Deliver, IntegrationDefinition, Powers } from '../integration.ts'
import { type ArrivedHook, signatureOf, verifyHook } from '../verify_hook.ts'

/** A request as the service makes it at a hook; the suite signs it. */
export interface HookSample {
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: string
}

interface HookPlay<Schema extends SettingsSchema> {
  definition: IntegrationDefinition<Schema>
  deliver: Deliver<InferOutput<Schema>>
  settings: InferOutput<Schema>
  /** by path */
  samples: Readonly<Record<string, HookSample>>
  /** the signing secrets that the core made */
  own: readonly string[]
  now: number
  /** Lets it work with powers; says what was written to the log meanwhile. */
  play<T>(work: (powers: Powers) => Promise<T>): Promise<{ outcome: T; lines: readonly string[] }>
}

/** What a service may send besides what it should. */
const ODD_BODIES = ['', '{', 'null', '[]', '"', '<x>', '\u0000', 'x'.repeat(1_000), '{"a":'.repeat(100)]

/** Everything that is looked at in how a kind takes the requests of its service. */
export function hookChecks<Schema extends SettingsSchema>(
  given: HookPlay<Schema>,
): { title: string; complaints(): Promise<string[]> }[] {
  return (given.definition.hooks ?? []).map((hook) => ({
    title: `the hook "${hook.path}" takes what its service sends, and nothing else`,
    complaints: async () => {
      const refusal = hookRefusal(hook)
      if (refusal) return [`The definition ${refusal}`]
      const sample = given.samples[hook.path]
      if (!sample) return [`Give the spec a request that the service makes: hooks: { "${hook.path}": … }.`]
      const secret = secretOf(given, hook)
      if (!secret) return [`Give the spec's settings a value for ${hook.verification.secret}: it is the key.`]
      const sent = asSent(hook, sample, secret, given.now)
      return [
        ...verificationComplaints(hook, sent, secret, given.now),
        ...(await answerComplaints(given, hook, sent)),
        ...(await oddComplaints(given, hook, sample, secret)),
      ]
    },
  }))
}

function secretOf<Schema extends SettingsSchema>(
  { settings, own }: HookPlay<Schema>,
  { verification: { secret } }: Hook,
): string | undefined {
  const set: unknown = secret === undefined ? own[0] : new Map(Object.entries(settings)).get(secret)
  return typeof set === 'string' && set !== '' ? set : undefined
}

/** The sample with all that shows who makes it. */
function asSent({ verification }: Hook, sample: HookSample, secret: string, now: number): ArrivedHook {
  const { prefix = '', id } = verification
  const lower = Object.entries(sample.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  const sent = {
    query: { ...sample.query },
    headers: { ...Object.fromEntries(lower) },
    body: Buffer.from(sample.body ?? ''),
  }
  if (id !== undefined) sent.headers[id.toLowerCase()] ??= 'kit-conform-1'
  const header = headerOf(verification)
  if (verification.by === 'signature') {
    const { timestamp } = verification
    if (timestamp !== undefined) sent.headers[timestamp.toLowerCase()] = String(Math.floor(now / 1000))
    sent.headers[verification.header.toLowerCase()] = `${prefix}${signatureOf(verification, sent, secret)}`
  } else if (header !== undefined) sent.headers[header] = `${prefix}${secret}`
  else if ('query' in verification.in) sent.query[verification.in.query] = `${prefix}${secret}`
  return sent
}

/** The core asks no plugin before the declared check has passed: it must be one that tells the service from others. */
function verificationComplaints(hook: Hook, sent: ArrivedHook, secret: string, now: number): string[] {
  const complaints: string[] = []
  const verdict = (request: ArrivedHook, at = now) => verifyHook(hook, request, [secret], at)
  const own = verdict(sent)
  if (own.from !== 'service') return ['What the service sends does not pass the verification.']
  if (own.name === undefined && hook.method !== 'GET')
    complaints.push('A repeat cannot be told from a new request: say in `id` which header names it.')
  if (sent.body.length > hook.maxBytes) complaints.push('The request of the spec is longer than maxBytes.')
  const { verification } = hook
  const strange = { ...sent, headers: {}, query: {} }
  if (verdict(strange).from !== 'stranger') complaints.push('A request without a secret passes.')
  if (verification.by === 'signature') {
    if (verdict({ ...sent, body: Buffer.from(`${sent.body.toString()} `) }).from !== 'stranger')
      complaints.push('A body that was changed on the way passes.')
    if (verification.timestamp !== undefined && verdict(sent, now + 600_000).from !== 'past')
      complaints.push('A request that was signed ten minutes ago passes.')
  }
  return complaints
}

async function answerComplaints<Schema extends SettingsSchema>(
  given: HookPlay<Schema>,
  hook: Hook,
  sent: ArrivedHook,
): Promise<string[]> {
  const { outcome, lines } = await ask(given, hook, sent)
  const complaints = outcome === 'done' ? [] : [`receive() ${outcome}, and its service sent what it should.`]
  const hidden = [...given.own, secretOf(given, hook) ?? '']
  if (lines.some((line) => hidden.some((secret) => secret !== '' && line.includes(secret))))
    complaints.push('A secret was written to the log: write nothing to it.')
  return complaints
}

async function oddComplaints<Schema extends SettingsSchema>(
  given: HookPlay<Schema>,
  hook: Hook,
  sample: HookSample,
  secret: string,
): Promise<string[]> {
  const said: string[] = []
  for (const body of ODD_BODIES.filter((odd) => odd.length <= hook.maxBytes)) {
    const { outcome } = await ask(given, hook, asSent(hook, { ...sample, body }, secret, given.now))
    if (outcome !== 'done' && outcome !== 'refused')
      said.push(
        `Over the body ${JSON.stringify(body.slice(0, 20))} receive() ${outcome}: answer { result: 'refused', reason }.`,
      )
  }
  return said
}

/** What `receive` makes of a request: `done`, `refused`, or what it did instead. */
async function ask<Schema extends SettingsSchema>(
  { deliver, settings, play }: HookPlay<Schema>,
  hook: Hook,
  { query, headers, body }: ArrivedHook,
): Promise<{ outcome: string; lines: readonly string[] }> {
  const handed = new Set(['content-type', ...(hook.headers ?? [])])
  const request = {
    ...{ path: hook.path, method: hook.method, query, settings, body: body.toString() },
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => handed.has(name))),
  }
  return play(async (powers) => {
    try {
      const answer: { result?: unknown; reason?: unknown } = Object(await deliver.receive?.(request, powers))
      if (answer.result === 'refused' && !/[.!?]$/.test(String(answer.reason)))
        return 'refused without a sentence that says why'
      return answer.result === 'done' || answer.result === 'refused'
        ? answer.result
        : `answered ${JSON.stringify(answer)}`
    } catch (error) {
      return `threw (${String(error)})`
    }
  })
}
