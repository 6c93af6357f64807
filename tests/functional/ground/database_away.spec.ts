import net from 'node:net'
import { test } from '@japa/runner'
import { until } from '#tests/functional/integrations/factories'
import { ServerProcess } from '#tests/functional/ground/server_process'

/** A way to the tests' database that can be cut, or go silent. */
class Way {
  #open = new Set<net.Socket>()
  #server: net.Server
  state: 'open' | 'cut' | 'silent' = 'open'

  constructor(private readonly target: net.NetConnectOpts) {
    this.#server = net.createServer((from) => this.#carry(from))
  }

  #carry(from: net.Socket) {
    if (this.state === 'cut') return from.destroy()
    const to = net.connect(this.target)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      this.#open.add(one)
      one.on('data', (data) => this.state === 'open' && other.write(data))
      one.on('error', () => undefined)
      one.on('close', () => {
        this.#open.delete(one)
        other.destroy()
      })
    }
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  /** From now on connections are refused or silent, or work again; those there are end. */
  become(state: Way['state']) {
    this.state = state
    if (state !== 'silent') for (const socket of this.#open) socket.destroy()
  }

  close() {
    this.become('cut')
    this.#server.close()
  }
}

test.group('When the database is away', () => {
  test('the process lives, is not ready, says so at once, and is ready again by itself', async ({
    assert,
    cleanup,
  }) => {
    const direct = new URL(process.env.DATABASE_URL ?? '')
    const folder = direct.searchParams.get('host')
    const way = new Way(
      folder
        ? { path: `${folder}/.s.PGSQL.${direct.port || 5432}` }
        : { host: direct.hostname, port: Number(direct.port || 5432) },
    )
    const url = new URL(direct)
    url.searchParams.delete('host')
    url.hostname = '127.0.0.1'
    url.port = String(await way.listen())
    const server = await ServerProcess.start({ DATABASE_URL: url.href })
    cleanup(async () => {
      way.become('open')
      await server.stop()
      way.close()
    })
    const ready = async () => {
      const begun = performance.now()
      const { status, text } = await server.get('/health/ready')
      assert.isBelow(performance.now() - begun, 4_000, 'answered before a balancer gives up')
      return [status, JSON.parse(text).status]
    }
    const becomesReady = () => until(ready, ([status, said]) => status === 200 && said === 'ok')
    await becomesReady()
    for (const state of ['cut', 'silent'] as const) {
      way.become(state)
      assert.deepEqual(await ready(), [503, 'database'], state)
      assert.equal((await server.get('/health/live')).status, 200, state)
      if (state === 'cut') {
        const refused = await server.get('/forms/whatever', { accept: 'application/json' })
        assert.equal(refused.status, 503)
        assert.equal(JSON.parse(refused.text).code, 'E_DATABASE')
        assert.equal(refused.headers['retry-after'], '5')
      }
      way.become('open')
      await becomesReady()
    }
  })
})
