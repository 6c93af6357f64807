import { test } from '@japa/runner'
import type { OutboundRequest, OutboundResponse } from '@formwright/kit/integration'
import type { OAuthCredentials, ServiceDefinition, TokenCredentials } from '@formwright/kit/service'
import { isRefused, signed } from '@formwright/kit/service'
import { errorWords, type MemberFault } from '../../engine/faults.ts'
import { type Calls, FAULTS } from '../../engine/fixtures/faults.ts'
import { guardedService, ServiceFault } from './service.ts'

const TOKEN = 'a-token-of-the-service'
const ORIGIN = 'https://api.acme.example'
const REQUEST: OutboundRequest = { method: 'POST', url: `${ORIGIN}/what`, headers: {}, body: 'what' }
const FINE: OutboundResponse = { status: 200, headers: {}, body: '{}' }
const REFUSED: OutboundResponse = { status: 401, headers: {}, body: '{}' }
const DEADLINE = 20

type Works = (service: ServiceDefinition) => boolean | Promise<boolean>

/** How the house asks for each function of a service, and whether it can work with what it gets. */
const SERVICE: Record<Calls<ServiceDefinition>, Works> = {
  sign: (service) => fails(() => signed(service, REQUEST, { token: TOKEN })),
  refuses: (service) => isRefused(service, REFUSED) && !isRefused(service, FINE),
  account: (service) =>
    service
      .account(async () => FINE)
      .then(
        () => false,
        (error: unknown) => error instanceof Error,
      ),
}
const CREDENTIALS: Record<Calls<OAuthCredentials> | Calls<TokenCredentials>, Works> = {
  revoke: ({ credentials }) =>
    fails(() => (credentials.by === 'oauth' ? credentials.revoke?.({ token: TOKEN }) : undefined)),
  refusal: ({ credentials }) => {
    const said = credentials.by === 'token' ? credentials.refusal?.(TOKEN) : 7
    return said === undefined || (typeof said === 'string' && said.length <= 500)
  },
}

/** What a function may answer: then it has not failed. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  refusal: ['answers nothing', 'answers a text', 'answers a text with NUL', 'answers half a character'],
}

test.group('A fault in each function of a service', () => {
  for (const [way, fault] of Object.entries(FAULTS)) {
    test(`the house goes on: it ${way}`, async ({ assert }) => {
      const members = { ...SERVICE, ...CREDENTIALS }
      for (const [member, works] of Object.entries(members)) {
        const faults: MemberFault[] = []
        const service = guardedService(
          serviceWith({ [member]: fault }),
          '/acme',
          (one) => faults.push(one),
          DEADLINE,
        )
        assert.isTrue(await works(service), `${member} ${way}`)
        if (ALLOWED[member]?.includes(way)) continue
        assert.include(
          faults.map((one) => one.member),
          member,
          `${member} ${way} is counted`,
        )
        for (const { error } of faults)
          assert.match(
            errorWords(error),
            /^The plugin of the service “acme” \(version 3\) failed in “\w+”\.$/,
          )
      }
    })
  }

  test('what it throws over a credential is told by its place alone', ({ assert }) => {
    const torn = new Error(`no ${TOKEN}`)
    torn.stack = `Error: no ${TOKEN}\n    at sign (/acme/signature.ts:7:11)`
    const faults: string[] = []
    const service = guardedService(
      serviceWith({
        sign: () => {
          throw torn
        },
      }),
      '/acme',
      ({ error }) => faults.push(errorWords(error)),
    )
    const words = 'The plugin of the service “acme” (version 3) failed in signature.ts, line 7.'
    assert.throws(() => signed(service, REQUEST, { token: TOKEN }), words)
    assert.deepEqual(faults, [words])
  })

  test('what it changes of what it is given, nobody else is given', ({ assert }) => {
    const spoil = (...given: unknown[]) => {
      for (const one of given) Object.assign(Object(one), { token: 'x', url: `${ORIGIN}/else`, status: 401 })
    }
    const service = guardedService(
      serviceWith({
        sign: (request: OutboundRequest, credential: object) => {
          const { once: _, ...made } = request
          request.headers['x-mine'] = 'mine'
          spoil(request, credential)
          return made
        },
        refuses: (answer: OutboundResponse) => {
          spoil(answer)
          return false
        },
      }),
      '/acme',
      () => undefined,
    )
    const credential = { token: TOKEN }
    const request = { ...REQUEST, headers: {}, once: true }
    // and what must not be done twice still must not
    assert.deepEqual(signed(service, request, credential), { ...request, headers: { 'x-mine': 'mine' } })
    assert.isFalse(isRefused(service, FINE))
    assert.deepEqual(
      [credential, request.url, request.headers, FINE.status],
      [{ token: TOKEN }, REQUEST.url, {}, 200],
    )
  })

  test('a service that does not say whose credential it is is no fault of its plugin', async ({ assert }) => {
    const faults: string[] = []
    const asked = (account: ServiceDefinition['account']) => {
      faults.length = 0
      const service = guardedService(
        serviceWith({ account }),
        '/acme',
        ({ member }) => faults.push(member),
        DEADLINE,
      )
      return service.account(async ({ url }) => {
        if (url.endsWith('never')) await new Promise(() => undefined)
        return FINE
      })
    }
    const unsaid = new Error('It did not say who this is.')
    await assert.rejects(
      () =>
        asked(async (ask) => {
          await ask(REQUEST)
          throw unsaid
        }),
      unsaid.message,
    )
    assert.isEmpty(faults)
    await assert.rejects(() =>
      asked(async (ask) => {
        await ask({ ...REQUEST, url: `${ORIGIN}/never` })
        return { id: 'a', name: 'A' }
      }),
    )
    assert.isEmpty(faults)
    // one that did not ask, or takes an answer for what it is not, has failed
    for (const account of [
      async () => {
        throw unsaid
      },
      async (ask: (request: OutboundRequest) => Promise<OutboundResponse>) => {
        const { body } = await ask(REQUEST)
        return { id: JSON.parse(body).user.id, name: 'A' }
      },
    ]) {
      await assert.rejects(() => asked(account), /^The plugin of the service “acme” \(version 3\) failed in /)
      assert.deepEqual(faults, ['account'])
    }
    // nor is anything sent when nobody waits for it any more
    let late: Promise<unknown> | undefined
    await assert.rejects(() =>
      asked(async (ask) => {
        await new Promise((resolve) => setTimeout(resolve, DEADLINE * 2)).then(() => (late = ask(REQUEST)))
        return { id: 'a', name: 'A' }
      }),
    )
    await new Promise((resolve) => setTimeout(resolve, DEADLINE * 2))
    await assert.rejects(() => late ?? Promise.resolve(), /nobody waits/)
  })
})

function serviceWith(torn: object): ServiceDefinition {
  const definition: ServiceDefinition = {
    kind: 'acme',
    version: 3,
    origins: [ORIGIN],
    credentials: { by: 'token' },
    account: async () => ({ id: 'a', name: 'A' }),
  }
  const { credentials } = definition
  if ('refusal' in torn) return { ...definition, credentials: Object.assign({ ...credentials }, torn) }
  if (!('revoke' in torn)) return { ...definition, ...torn }
  const oauth: OAuthCredentials = {
    by: 'oauth',
    authorise: `${ORIGIN}/authorise`,
    token: `${ORIGIN}/token`,
    scopes: [],
    pkce: true,
  }
  return { ...definition, credentials: Object.assign(oauth, torn) }
}

function fails(ask: () => unknown): boolean {
  try {
    ask()
    return false
  } catch (error) {
    return error instanceof ServiceFault
  }
}
