import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from '@japa/runner'
import { watch } from './watchdog.ts'

const SERVER = `
  const server = require('node:http').createServer(({ url }, answer) => {
    answer.end('well')
    if (url === '/live') console.log('asked')
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

  test('is left alone while it answers, and before it first did', async ({ assert, cleanup }) => {
    const { server, address } = await started()
    cleanup(() => void server.kill('SIGKILL'))
    let told = 0
    const tell = () => (told += 1)
    const watched = [
      watch(server, `${address}/`, tell, { patience: 5_000, pace: 20 }),
      watch(server, 'http://127.0.0.1:1/', tell, { patience: 0, pace: 20 }),
    ]
    const later = AbortSignal.timeout(500)
    await once(later, 'abort')
    assert.deepEqual([server.exitCode, server.signalCode, told], [null, null, 0])
    server.kill('SIGKILL')
    await Promise.all(watched)
  })
})
