import { test } from '@japa/runner'
import type { OutboundRequest } from '../integration.ts'
import {
  type Account,
  isRefused,
  readTokenAnswer,
  type ServiceDefinition,
  signed,
  type TokenAnswer,
} from '../service.ts'
import { listenToLog } from './console_log.ts'
import { folderOf, testPlace, textsOf } from './folder.ts'
import { SITUATIONS } from './situations.ts'
import { type ArrivedRequest, StandIn, type StandInAnswer } from './stand_in.ts'

type Answer = Exclude<StandInAnswer, string>

export interface ServiceCase {
  /** `import.meta.url` of the spec */
  spec: string
  definition: ServiceDefinition
  /** what the service answers to the question whose credential it is, and what is read of that */
  account: { answer: Answer; read: Account }
  /** what the service answers to a credential that it does not accept; a plain 401 without it */
  refusal?: Answer
  /** of OAuth: what the token endpoint answers, when all is well and when a grant has ended */
  tokens?: { granted: Answer; ended: readonly Answer[] }
}

const TOKEN = 'kit-conform-token-a2l0LWNvbmZvcm0'
const PATIENCE_MS = 5_000
const SHORT_PATIENCE_MS = 150

/** The suite every service passes: its folder, its addresses, how a request carries the credential, and every fault. */
export function conformService(given: ServiceCase): void {
  const { definition, refusal = { status: 401 } } = given
  const { credentials } = definition
  const folder = folderOf(given.spec)
  testPlace(folder, definition)

  test('it is described, and is asked over TLS only', ({ assert }) => {
    const wanted = ['name', 'description', ...(credentials.by === 'token' ? ['token', 'token.help'] : [])]
    assert.includeMembers(Object.keys(textsOf(folder)), wanted)
    assert.isNotEmpty(definition.origins)
    for (const origin of definition.origins)
      assert.match(origin, /^https:\/\/[^/]+$/, 'an origin is a scheme and a host')
    if (credentials.by === 'token') return
    for (const address of [credentials.authorise, credentials.token]) assert.match(address, /^https:\/\//)
    const revoked = credentials.revoke?.({ token: TOKEN })
    if (revoked) assert.match(revoked.url, /^https:\/\//)
  })

  test('its requests carry the credential, and go nowhere else with it', ({ assert }) => {
    const [origin = ''] = definition.origins
    const made = signed(definition, request(`${origin}/what`), { token: TOKEN })
    const [, basic = ''] = /^Basic (.+)$/.exec(made.headers.authorization ?? '') ?? []
    assert.include(JSON.stringify(made) + Buffer.from(basic, 'base64').toString(), TOKEN)
    for (const url of [
      'https://elsewhere.example/',
      `${origin}.elsewhere.example/`,
      'nothing',
      origin.replace('s:', ':'),
    ])
      assert.throws(() => signed(definition, request(url), { token: TOKEN }))
  })

  test('it says whose credential it is', async ({ assert }) => {
    const { account, requests, lines } = await askAccount(given, given.account.answer)
    assert.deepEqual(account, given.account.read)
    assert.isNotEmpty(requests)
    for (const { url } of requests)
      assert.isTrue(definition.origins.some((origin) => url.startsWith(`${new URL(origin).host}/`)))
    assert.isEmpty(lines, 'write nothing to the log')
  })

  for (const [situation, answer] of Object.entries({
    ...SITUATIONS,
    'an empty answer': { status: 200, body: '{}' },
  })) {
    test(`after ${situation} it does not say whose credential it is`, async ({ assert }) => {
      const { account, error, lines } = await askAccount(given, answer)
      assert.isUndefined(account, 'account() must throw what it cannot read')
      assert.notInclude(String(error), TOKEN)
      assert.isEmpty(lines, 'write nothing to the log')
    })
  }

  test('it knows a credential that is not accepted, and takes nothing else for one', ({ assert }) => {
    const answer = ({ status, body = '' }: Answer) => ({ status, headers: {}, body })
    assert.isTrue(isRefused(definition, answer(refusal)))
    assert.isTrue(isRefused(definition, answer({ status: 401 })))
    for (const other of [given.account.answer, { status: 429 }, { status: 500, body: '<html>' }])
      assert.isFalse(isRefused(definition, answer(other)))
  })

  test('the answers of its token endpoint are read', ({ assert }) => {
    if (credentials.by === 'token') return assert.isUndefined(given.tokens)
    const read = ({ status, body = '' }: Answer): TokenAnswer =>
      readTokenAnswer(credentials, { status, headers: {}, body })
    assert.isDefined(given.tokens, 'give the suite answers of the token endpoint')
    const granted = read(given.tokens?.granted ?? { status: 500 })
    assert.isTrue(
      'grant' in granted && credentials.scopes.every((one) => granted.grant.scopes?.includes(one) ?? true),
    )
    for (const ended of given.tokens?.ended ?? []) assert.propertyVal(read(ended), 'ended', true)
    for (const passing of [
      { status: 500, body: '<html>' },
      { status: 200, body: 'ok' },
      { status: 503, body: '{"error":"invalid_grant"}' },
      { status: 400, body: '{"error":"invalid_client"}' },
      { status: 429, body: '{"error":"rate_limited"}' },
    ])
      assert.propertyVal(read(passing), 'ended', false)
  })
}

interface Asked {
  account?: Account
  error?: unknown
  requests: readonly ArrivedRequest[]
  lines: readonly string[]
}

/** Asks whose credential it is, as the server does. */
async function askAccount({ definition }: ServiceCase, answer: StandInAnswer): Promise<Asked> {
  const standIn = await StandIn.open(() => answer)
  const log = listenToLog()
  const call = standIn.client(answer === 'silence' ? SHORT_PATIENCE_MS : PATIENCE_MS)
  try {
    const account = await definition.account((one) => call(signed(definition, one, { token: TOKEN })))
    return { account, requests: standIn.requests, lines: log.lines }
  } catch (error) {
    return { error, requests: standIn.requests, lines: log.lines }
  } finally {
    log.stop()
    await standIn.close()
  }
}

function request(url: string): OutboundRequest {
  return { method: 'POST', url, headers: {}, body: '' }
}
