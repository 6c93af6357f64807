import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { watch } from './watchdog.ts'

// a connection that is used again has brought an answer before; what is slow is so from the second time on
const SERVER = `
  const server = require('node:http').createServer(({ url, socket }, answer) => {
    if (url === '/slow' && server.slow) setTimeout(() => answer.end('well'), 300)
    else answer.end('well')
    if (url === '/slow') server.slow = true
    if (url === '/live' && socket.used) console.log('heard')
    socket.used = true
    if (url === '/loop') for (;;);
  })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

async function started(): Promise<{ server: ChildProcess; address: string }> {
  const server = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port]: unknown[] = await once(server.stdout, 'data')
  return { server, address: `http://127.0.0.1:${String(port).trim()}` }
}

test.group('A server that is watched', () => {
  test('is ended when it answers nobody any more', async ({ assert, cleanup }) => {
    const { server, address } = await started()
    cleanup(() => void server.kill('SIGKILL'))
    let told = 0
    const watched = watch(server, `${address}/live`, () => (told += 1), { patience: 300, pace: 50 })
    const over = once(server, 'exit')
    if (server.stdout) await once(server.stdout, 'data')
    await fetch(`${address}/loop`, { signal: AbortSignal.timeout(200) }).catch(() => undefined)
    const [, signal]: unknown[] = await over
    await watched
    assert.deepEqual([signal, told], ['SIGKILL', 1])
  })

  test('is left alone while it answers, however slowly, and before it first did', async ({
    assert,
    cleanup,
  }) => {
    const { server, address } = await started()
    cleanup(() => void server.kill('SIGKILL'))
    let told = 0
    const tell = () => (told += 1)
    const watched = [
      watch(server, `${address}/`, tell, { patience: 5_000, pace: 20 }),
      watch(server, `${address}/slow`, tell, { patience: 1_500, pace: 50 }),
      watch(server, 'http://127.0.0.1:1/', tell, { patience: 0, pace: 20 }),
    ]
    await sleep(2_000)
    assert.deepEqual([server.exitCode, server.signalCode, told], [null, null, 0])
    server.kill('SIGKILL')
    await Promise.all(watched)
  })
})
