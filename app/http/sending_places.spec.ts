import { once } from 'node:events'
import http, { createServer, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { test } from '@japa/runner'
import { isBusy } from '#app/http/load_shedding'
import { placeUntilClosed, type Recipient } from '#app/http/sending_places'

const PLACES = { of: 'answers of this test', each: 3, all: 6 }
const PIECE = Buffer.alloc(64_000)

/** A server that sends for ever, to whom the path names: `/person/workspace`; `gone` are those who were cut off. */
async function served(cleanup: (end: () => void) => void) {
  const gone: string[] = []
  const server = createServer((request, response) => {
    const { url = '' } = request
    const [, personId = '', workspaceId = ''] = url.split('/')
    response.once('close', () => gone.push(url))
    const status = answered({ personId, workspaceId }, response)
    if (status === 200) send(response)
    else response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  cleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  /** Asks, and reads what comes or not; answers the status. */
  const ask = async (path: string, reads = false) => {
    const request = http.get(`http://127.0.0.1:${port}/${path}`, { agent: false })
    const [response]: http.IncomingMessage[] = await once(request, 'response')
    response.on('error', () => undefined)
    if (reads) response.resume()
    return response.statusCode
  }
  return { ask, gone }
}

function answered(to: Recipient, response: ServerResponse): number {
  try {
    placeUntilClosed(PLACES, to, response)
    return 200
  } catch (error) {
    if (!isBusy(error)) throw error
    return 503
  }
}

/** As fast as it is taken, until its client has left. */
function send(response: ServerResponse): void {
  while (!response.destroyed && response.write(PIECE));
  if (!response.destroyed) response.once('drain', () => send(response))
}

test.group('Places of answers that are on their way', () => {
  test('that are all taken by people who do not read are left to others, one for each', async ({
    assert,
    cleanup,
  }) => {
    const { ask, gone } = await served(cleanup)
    // two people with six workspaces
    assert.equal(await ask('eve/reads', true), 200)
    for (const path of ['eve/b', 'eve/c', 'mallory/d', 'mallory/e', 'mallory/f'])
      assert.equal(await ask(path), 200)
    // who reads has more by then than those who do not, whose connections are full
    await setTimeout(500)
    assert.equal(await ask('ada/own', true), 200)
    assert.equal(await ask('ben/own', true), 200)
    await setTimeout(50)
    assert.lengthOf(gone, 2)
    assert.lengthOf(new Set(gone.map((path) => path.split('/')[1])), 2, 'of each of the two, one')
    assert.notInclude(gone, '/eve/reads')
    assert.notInclude(gone.join(), 'own')
  })

  test('are not taken from people who have no more than who asks would have', async ({ assert, cleanup }) => {
    const { ask } = await served(cleanup)
    for (const person of ['a', 'b', 'c', 'd', 'e', 'f'])
      assert.equal(await ask(`${person}/of-${person}`), 200)
    assert.equal(await ask('g/own'), 503)
  })

  test('have a bound for each person and each workspace', async ({ assert, cleanup }) => {
    const { ask } = await served(cleanup)
    for (const workspace of ['a', 'b', 'c']) assert.equal(await ask(`eve/${workspace}`), 200)
    assert.equal(await ask('eve/d'), 503)
    for (const person of ['ada', 'ben', 'cy']) assert.equal(await ask(`${person}/d`), 200)
    assert.equal(await ask('dan/d'), 503)
  })
})
