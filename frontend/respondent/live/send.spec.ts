import { test } from '@japa/runner'
import { type Reply, send } from './send.ts'

/** Sends answers to a server, or to somebody between, that says this. */
async function sentTo(
  cleanup: (restore: () => void) => void,
  answer: () => Response,
  body = '{}',
): Promise<{ reply: Reply; waited: number }> {
  const { fetch } = globalThis
  const { timeout } = AbortSignal
  let waited = 0
  cleanup(() => Object.assign(AbortSignal, { timeout }) && Object.assign(globalThis, { fetch }))
  Object.assign(globalThis, { fetch: () => Promise.resolve(answer()) })
  Object.assign(AbortSignal, { timeout: (time: number) => ((waited = time), new AbortController().signal) })
  return { reply: await send('a-form', body), waited }
}

const page = (status: number) => () => new Response('<h1>A page</h1>', { status })

test.group('What becomes of answers that are sent', () => {
  test('refused by somebody between, who says so in a page: they are not sent again for ever', async ({
    assert,
    cleanup,
  }) => {
    for (const status of [400, 403, 404, 413]) {
      const { reply } = await sentTo(cleanup, page(status))
      assert.include(reply, { result: 'refused', code: 'E_REFUSED' }, String(status))
    }
  })

  test('what passes, or is no answer of a server at all, is tried again', async ({ assert, cleanup }) => {
    for (const status of [200, 408, 429, 500, 502, 503, 504, 507]) {
      const { reply } = await sentTo(cleanup, page(status))
      assert.equal(reply.result, 'unknown', String(status))
    }
    const { reply } = await sentTo(cleanup, () => Response.json({ code: 'E_TIME' }, { status: 408 }))
    assert.equal(reply.result, 'unknown')
  })

  test('much that is sent has longer, also on a slow line', async ({ assert, cleanup }) => {
    const little = await sentTo(cleanup, page(503))
    const much = await sentTo(cleanup, page(503), 'a'.repeat(4_000_000))
    assert.closeTo(little.waited, 30_000, 1)
    // 20 kB in a second
    assert.isAtLeast(much.waited, 200_000)
  })
})
