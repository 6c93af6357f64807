import { test } from '@japa/runner'
import webhook from '../../../plugins/integrations/webhook/deliver.ts'
import definition, { type WebhookSettings } from '../../../plugins/integrations/webhook/integration.ts'
import type { Deliver, OutboundRequest, Outcome, Powers } from '../integration.ts'
import { type DeliveryCase, deliveryChecks } from './delivery_checks.ts'

type Broken = Partial<Deliver<WebhookSettings>>

const whole: DeliveryCase<typeof definition.settings> = {
  definition,
  deliver: webhook,
  settings: {
    url: 'https://hook.example/in',
    authorization: 'Bearer aG9vay1leGFtcGxlLXRva2Vu',
    secretValue: 'aG9vay1leGFtcGxlLWtleQ',
  },
  outcomes: { 'a redirect': 'retry', '400': 'retry', '401': 'retry', '404': 'retry' },
}

/** What the checks of these titles say of a webhook that was broken here, and in its case. */
async function complaintsOf(broken: Broken, titles = /./, more: Partial<typeof whole> = {}): Promise<string> {
  const checks = deliveryChecks({ ...whole, deliver: { ...webhook, ...broken }, ...more })
  const said: string[] = []
  for (const { title, complaints } of checks.filter((check) => titles.test(check.title))) {
    for (const complaint of await complaints()) said.push(`${title}: ${complaint}`)
  }
  return said.join('\n')
}

/** The webhook, whose requests are changed on the way out. */
function sending(change: (request: OutboundRequest) => OutboundRequest): Broken {
  return {
    deliver: (delivery, powers) =>
      webhook.deliver(delivery, { ...powers, request: (request) => powers.request(change(request)) }),
  }
}

/** The webhook, whose outcomes are changed. */
function answering(change: (outcome: Outcome, powers: Powers) => unknown): Broken {
  return {
    deliver: async (delivery, powers) => Object(change(await webhook.deliver(delivery, powers), powers)),
  }
}

let count = 0

test.group('The checks of deliveries', () => {
  test('find nothing in the webhook as it is', async ({ assert }) => {
    assert.equal(await complaintsOf({}), '')
  })

  test('find {0} in one that was broken')
    .with<[string, RegExp, Broken, RegExp][]>([
      [
        'a preview that is none',
        /answer of each type/,
        { preview: () => Object('It looks nice.') },
        /preview\(\) must answer/,
      ],
      [
        'nothing sent',
        /answer of each type/,
        { deliver: async () => ({ result: 'delivered' }) },
        /deliver\(\) sent nothing/,
      ],
      [
        'a body that changes',
        /answer of each type/,
        { body: (event, settings) => `${webhook.body(event, settings)} ${count++}` },
        /body\(\) made something else of the same event: leave out clocks/,
      ],
      [
        'a body that no retry repeats',
        /same body/,
        sending((request) => ({ ...request, body: JSON.stringify({ request, count: count++ }) })),
        /^each attempt sends the same body: .*send what is in delivery\.body/m,
      ],
      [
        'JSON built by hand',
        /hostile/,
        {
          body: ({ submission }) => `{"text": "${submission.questions.map(({ text }) => text).join()}"}`,
        },
        /^an event with hostile characters.*: It sent what is no JSON/m,
      ],
      [
        'no content type',
        /answer of each type/,
        sending(({ headers: { 'content-type': _, ...headers }, ...request }) => ({ ...request, headers })),
        /without a content-type header: say what it is/,
      ],
      [
        'a receiver that is called after 410',
        /after 410/,
        answering((outcome) => (outcome.result === 'gone' ? { ...outcome, result: 'retry' } : outcome)),
        /^after 410.*answered "retry", and "gone" is usual/m,
      ],
      [
        'Retry-After that is not read',
        /Retry-After/,
        answering((outcome) =>
          outcome.result === 'retry' ? { result: 'retry', reason: outcome.reason } : outcome,
        ),
        /^after 429 with Retry-After.*read the header/m,
      ],
      [
        'success where there was none',
        /after 500/,
        answering(() => ({ result: 'delivered' })),
        /^after 500 .*answered "delivered", and "retry" is usual/m,
      ],
      [
        'calls that fail and are given up',
        /time-out|breaks off/,
        {
          deliver: (delivery, powers) =>
            webhook.deliver(delivery, powers).catch(() => ({ result: 'failed', reason: 'No answer.' })),
        },
        /^after a time-out .*"retry" is usual[^]*^after a connection that breaks off .*"retry" is usual/m,
      ],
      [
        'big answers that are refused',
        /2 MB/,
        {
          deliver: async (delivery, powers) => {
            const request = async (asked: OutboundRequest) => {
              const answer = await powers.request(asked)
              if (answer.body.length > 1_000) throw new Error('too long')
              return answer
            }
            return webhook.deliver(delivery, { ...powers, request }).catch((error: unknown) => {
              if (String(error) !== 'Error: too long') throw error
              return { result: 'failed', reason: 'The answer is too long.' }
            })
          },
        },
        /^after an answer of 2 MB .*answered "failed", and "delivered" is usual/m,
      ],
      [
        'reasons that are no sentence',
        /after 500/,
        answering((outcome) => ('reason' in outcome ? { ...outcome, reason: 'E_NOPE' } : outcome)),
        /the reason is "E_NOPE": write a sentence/,
      ],
      [
        'nonsense',
        /after 500/,
        answering(() => ({ result: 'arrived' })),
        /answer \{ result, reason \}, with a result of/,
      ],
      [
        'repeats that nobody can tell',
        /repeat/,
        sending(({ headers: { 'webhook-id': _, ...headers }, ...request }) => ({ ...request, headers })),
        /^a repeat after a lost reply.*cannot tell the repeat.*send delivery\.id/m,
      ],
      [
        'a reason that quotes a secret',
        /no secret/,
        answering((outcome, { secrets }) =>
          'reason' in outcome ? { ...outcome, reason: `It knows ${secrets[0]}.` } : outcome,
        ),
        /^no secret .*: After 400 a secret is in what deliver\(\) answered/m,
      ],
      [
        'a line in the log',
        /no secret/,
        {
          deliver: (delivery, powers) => {
            process.stdout.write(`signing with ${powers.secrets[0]}\n`)
            return webhook.deliver(delivery, powers)
          },
        },
        /A secret was written to the log/,
      ],
    ])
    .run(async ({ assert }, [, titles, broken, sentence]) => {
      assert.match(await complaintsOf(broken, titles), sentence)
    })

  test('find a subscription that is told something else than an object', async ({ assert }) => {
    const subscription = { address: 'authorization' }
    const more = { definition: { ...definition, subscription } }
    assert.equal(await complaintsOf({}, /answer of each type/, more), '')
    const list: Broken = { body: (event, settings) => `[${webhook.body(event, settings)}]` }
    assert.match(await complaintsOf(list, /answer of each type/, more), /is told JSON objects/)
  })

  test('find a secret setting that is told, and one that the spec leaves empty', async ({ assert }) => {
    const told: Broken = {
      deliver: async ({ settings }) => ({ result: 'failed', reason: `It said ${settings.authorization}.` }),
    }
    assert.match(await complaintsOf(told, /no secret/), /a secret is in what deliver\(\) answered/)
    const summary = ({ authorization }: WebhookSettings) => authorization
    assert.match(
      await complaintsOf({}, /no secret/, { definition: { ...definition, summary } }),
      /A secret is in summary\(\)/,
    )
    assert.match(
      await complaintsOf({}, /no secret/, { settings: { url: 'https://hook.example/in' } }),
      /a value for authorization/,
    )
  })

  test('find a batch that is half made, or has no outcome for each delivery', async ({ assert }) => {
    const inOrder = { ...definition, order: 'one-after-the-other' as const, endpoint: undefined }
    const batch = { definition: { ...inOrder, batch: 10 } }
    const all: Broken['deliverBatch'] = (deliveries, powers) =>
      Promise.all(deliveries.map((delivery) => webhook.deliver(delivery, powers)))
    assert.equal(await complaintsOf({ deliverBatch: all }, /several/, batch), '')
    assert.match(await complaintsOf({}, /several/, batch), /write deliverBatch\(\) beside deliver\(\)/)
    assert.match(await complaintsOf({ deliverBatch: all }, /several/), /Say batch \(how many at most\)/)
    const short: Broken['deliverBatch'] = async (...given) => (await all(...given)).slice(1)
    assert.match(
      await complaintsOf({ deliverBatch: short }, /several/, batch),
      /answered 2 outcomes for 3 deliveries: answer one for each/,
    )
    const sure: Broken['deliverBatch'] = async (deliveries) => deliveries.map(() => ({ result: 'delivered' }))
    assert.match(
      await complaintsOf({ deliverBatch: sure }, /several/, batch),
      /a batch and a 500 .*"retry" is usual/,
    )
  })

  test('ask a kind to say what is not usual about its service', async ({ assert }) => {
    const said = await complaintsOf({}, /after 401/, { outcomes: {} })
    assert.match(said, /^after 401 .*answered "retry", and "reconnect" is usual.*"outcomes" in the spec/m)
    const unmarked = sending(({ headers: { 'webhook-id': _, ...headers }, ...request }) => ({
      ...request,
      headers,
    }))
    assert.equal(await complaintsOf(unmarked, /repeat/, { repeats: 'once' }), '')
  })
})
