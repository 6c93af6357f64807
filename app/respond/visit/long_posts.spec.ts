import { once } from 'node:events'
import http, { type ClientRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { isBusy } from '#app/http/load_shedding'
import { asLongPost } from '#app/respond/visit/long_posts'
import { readPost } from '#app/respond/visit/read_post'

/** More than is read of a post without a place. */
const LONG = `f.name01=${'a'.repeat(100_000)}`
/** So many of an address have a place. */
const PLACES = 4
const SENT_MS = 100

test.group('A long post', () => {
  test('on a slow line keeps its place while nobody waits for it, and is told to come again then', async ({
    assert,
    cleanup,
  }) => {
    const server = http.createServer()
    const noFiles = () => Promise.resolve(undefined)
    server.on('request', (request, response) => {
      asLongPost(request, '127.0.0.1', (long) => readPost(request, noFiles, long), SENT_MS).then(
        ({ entries }) => response.end(String(entries.size)),
        (error) => response.writeHead(isBusy(error) ? 503 : 500).end(),
      )
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanup(() => void server.closeAllConnections())
    cleanup(() => void server.close())
    const { port } = server.address() as AddressInfo
    const answers: number[] = []
    const begin = (): ClientRequest => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const sent = http.request({ port, method: 'POST', path: '/f/slow', headers, agent: false })
      sent.on('response', ({ statusCode = 0 }) => answers.push(statusCode)).on('error', () => undefined)
      sent.write(LONG)
      return sent
    }
    const [patient, ...slow] = Array.from({ length: PLACES }, begin)
    await sleep(1_500)
    assert.deepEqual(answers, [])
    patient.end('&f.name02=b')
    await once(patient, 'close')
    assert.deepEqual(answers, [200])

    slow.push(begin())
    const refused = Promise.race(slow.map((one) => once(one, 'response')))
    const waits = begin()
    waits.end()
    await Promise.all([once(waits, 'close'), refused])
    assert.deepEqual(answers.toSorted(), [200, 200, 503])
  }).timeout(10_000)
})
