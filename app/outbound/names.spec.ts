import dgram from 'node:dgram'
import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { systemResolve } from './names.ts'

const [A, AAAA] = [1, 28]

/** What a nameserver answers: addresses as bytes, no such name, or nothing at all. */
type Zone = (name: string, type: number) => number[][] | 'unknown' | 'silence'

/** A nameserver on 127.0.0.1; gives its address and what it was asked. */
async function nameserver(zone: Zone, cleanup: (done: () => void | Promise<void>) => void) {
  const asked: string[] = []
  const socket = dgram.createSocket('udp4')
  socket.on('message', (query, { port }) => {
    const labels: string[] = []
    let at = 12
    while (query[at] !== 0) {
      labels.push(query.subarray(at + 1, at + 1 + query[at]).toString())
      at += 1 + query[at]
    }
    const type = query.readUInt16BE(at + 1)
    const name = labels.join('.')
    asked.push(name)
    const said = zone(name, type)
    if (said === 'silence') return
    const found = said === 'unknown' ? [] : said
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(said === 'unknown' ? 0x8183 : 0x8180, 2)
    head.writeUInt16BE(found.length, 6)
    head.writeUInt32BE(0, 8)
    const records = found.map((bytes) =>
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    )
    socket.send(Buffer.concat([head, query.subarray(12, at + 5), ...records]), port, '127.0.0.1')
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  cleanup(() => void socket.close())
  return { asked, servers: [`127.0.0.1:${socket.address().port}`] }
}

test.group('Names of receivers', () => {
  test('lead to all their addresses, those of version 4 first', async ({ assert, cleanup }) => {
    const six = [0x20, 1, 0xd, 0xb8, ...Array<number>(11).fill(0), 7]
    const zone: Zone = (_, type) => (type === A ? [[93, 184, 215, 14]] : type === AAAA ? [six] : 'unknown')
    const { servers } = await nameserver(zone, cleanup)
    assert.deepEqual(await systemResolve('both.example', { servers }), ['93.184.215.14', '2001:db8::7'])
  })

  test('are those of the machine where its own list has them, whatever nameservers say', async ({
    assert,
    cleanup,
  }) => {
    const { asked, servers } = await nameserver(() => [[93, 184, 215, 14]], cleanup)
    const folder = await mkdtemp(join(tmpdir(), 'names-'))
    cleanup(() => rm(folder, { recursive: true }))
    const hosts = join(folder, 'hosts')
    await writeFile(hosts, '# own\n127.0.0.1 localhost\n10.0.0.7\tn8n.example hook.Example # the proxy\n')
    assert.deepEqual(await systemResolve('Hook.example.', { servers, hosts }), ['10.0.0.7'])
    assert.deepEqual(asked, [])
    assert.deepEqual(await systemResolve('own.example', { servers, hosts }), ['93.184.215.14'])
  })

  test('that no nameserver knows are looked up by the system', async ({ assert, cleanup }) => {
    const { servers } = await nameserver(() => 'unknown', cleanup)
    const hosts = '/nowhere'
    assert.include(await systemResolve('localhost', { servers, hosts }), '127.0.0.1')
    await assert.rejects(() => systemResolve('nothing.invalid', { servers, hosts }), /ENOTFOUND|EAI_AGAIN/)
  })

  test('whose nameserver is silent keep no name of others waiting, and fail in time for their call', async ({
    assert,
    cleanup,
  }) => {
    const { asked, servers } = await nameserver(
      (name) => (name.startsWith('silent') ? 'silence' : [[93, 184, 215, 14]]),
      cleanup,
    )
    const began = performance.now()
    const silent = Array.from({ length: 64 }, (_, n) =>
      systemResolve(`silent${n}.example`, { servers, timeout: 500 }).then(
        () => 'found',
        () => performance.now() - began,
      ),
    )
    while (new Set(asked).size < 64) await new Promise(setImmediate)
    const start = performance.now()
    assert.deepEqual(await systemResolve('quick.example', { servers }), ['93.184.215.14'])
    // as a new connection to the database does
    await lookup('localhost')
    assert.isBelow(performance.now() - start, 1_000)
    for (const ended of await Promise.all(silent)) assert.isBelow(Number(ended), 3_000)
  }).timeout(10_000)
})
