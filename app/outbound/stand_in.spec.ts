import { test } from '@japa/runner'
import { StandIn, type StandInAnswer } from '@formwright/kit/conform/stand_in'
import { parseRanges } from './address_rules.ts'
import { guardedClient } from './guarded_client.ts'

const request = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'é' } as const

test.group('The client of the suite', () => {
  test('answers and fails like the guarded client: {what}')
    .with<{ what: string; answer: StandInAnswer; url?: string; headers?: Record<string, string> }[]>([
      { what: 'a plain answer', answer: { status: 201, headers: { 'x-one': '1' }, body: 'é' } },
      { what: 'a redirect', answer: { status: 302, headers: { location: 'http://127.0.0.1/' } } },
      { what: '2 MB', answer: { status: 200, body: 'x'.repeat(2 * 1024 * 1024) } },
      { what: 'silence', answer: 'silence' },
      { what: 'half an answer', answer: 'cut-off' },
      { what: 'no address', answer: { status: 200 }, url: 'ftp://example.com' },
      { what: 'a header of ours', answer: { status: 200 }, headers: { 'Content-Length': '1' } },
    ])
    .run(async ({ assert, cleanup }, { answer, url, headers }) => {
      const standIn = await StandIn.open(() => answer)
      cleanup(() => standIn.close())
      const guarded = guardedClient({ allowed: parseRanges('127.0.0.0/8'), timeoutMs: 300 })
      const asked = { ...request, url: url ?? standIn.url, headers: { ...request.headers, ...headers } }
      const [ours, theirs] = await Promise.all(
        [standIn.client(300), guarded.request].map((call) =>
          call(asked).then(
            ({ status, body, headers: answered }) => ({ status, body, one: answered['x-one'] }),
            (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
          ),
        ),
      )
      assert.deepEqual(ours, theirs)
      const [first, second] = standIn.requests
      assert.equal(first?.body, second?.body)
    })
})
