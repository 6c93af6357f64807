import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { isOutage } from '#app/http/outage'
import { pool } from '#app/workspaces/pool'
import { within } from '#app/workspaces/within'
import { until } from '#tests/functional/integrations/factories'
import { ServerProcess } from '#tests/functional/ground/server_process'
import { textBlock } from '#tests/functional/forms/factories'
import { countRows } from '#tests/functional/place'
import { open, press, publishedForm, type PublishedForm } from '#tests/functional/respond/answering'
import { pressOn, written } from '#tests/functional/respond/given_back'
import { PNG } from '#tests/functional/respond/photo'
import { Visitor } from '#tests/functional/visitor'

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

/** Channels of the database that a process listens to. */
const LISTENERS = 3

const PAGE_BREAK = { id: 'second', kind: 'page-break', v: 1, settings: {} }
const PAPER = { id: 'paper1', kind: 'file', v: 1, key: 'paper', label: 'Paper', settings: {} }

test.group('When the database is away', (group) => {
  let way: Way
  let server: ServerProcess
  let form: PublishedForm
  let started: number
  group.setup(async () => {
    // made before this server listens: no late notice of it makes the server forget how it knew the form
    form = await publishedForm([textBlock('name01', 'Name'), PAGE_BREAK, textBlock('town01', 'Town'), PAPER])
    const direct = new URL(process.env.DATABASE_URL ?? '')
    const folder = direct.searchParams.get('host')
    way = new Way(
      folder
        ? { path: `${folder}/.s.PGSQL.${direct.port || 5432}` }
        : { host: direct.hostname, port: Number(direct.port || 5432) },
    )
    const url = new URL(direct)
    url.searchParams.delete('host')
    url.hostname = '127.0.0.1'
    url.port = String(await way.listen())
    started = performance.now()
    server = await ServerProcess.start({ DATABASE_URL: url.href })
    return async () => {
      way.become('open')
      await server.stop()
      way.close()
    }
  })

  test('the process lives, is not ready, says so at once, and is ready again by itself', async ({
    assert,
  }) => {
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

  test('what was written without JavaScript comes back, and is sent by the button of that page', async ({
    assert,
  }) => {
    const visitor = new Visitor(server.url)
    // once it hears of other processes again it knows no form any more: what comes then is what it knows
    await sleep(2_000)
    const first = await open(visitor, `/forms/${form.slug}`)
    way.become('cut')
    const refused = await press(visitor, first, 'next', { 'f.name01': 'Ada' })
    assert.equal(refused.status, 503, refused.text)
    assert.equal(refused.headers.get('retry-after'), '5')
    assert.include(refused.text, '<h1>Your answers could not be sent</h1>')
    assert.deepEqual(written(refused.text), { Name: 'Ada' })
    const again = await pressOn(visitor, refused.text)
    assert.deepEqual([again.status, written(again.text)], [503, { Name: 'Ada' }])
    way.become('open')
    const turned = await pressOn(visitor, again.text)
    assert.equal(turned.status, 303, turned.text)
    const second = await open(visitor, turned.headers.get('location') ?? '')
    way.become('cut')
    const body = new FormData()
    for (const [name, value] of Object.entries(second.hidden)) body.append(name, value)
    body.append('f.town01', 'London')
    body.append('f.paper1', new File([PNG], 'photo.png'))
    body.append('_go', 'send')
    const late = await visitor.post(second.action, body, { accept: 'text/html' })
    assert.equal(late.status, 503, late.text)
    assert.deepEqual(written(late.text), { Town: 'London' })
    assert.include(late.text, 'Choose your files again')
    way.become('open')
    const shown = await pressOn(visitor, late.text)
    assert.include(shown.text, 'value="London"')
    const sent = await press(visitor, second, 'send', { 'f.town01': 'London' })
    assert.match(sent.headers.get('location') ?? '', /\/endings\//, sent.text)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 1)
    // nobody asked this server for that form before
    const unknown = await publishedForm()
    const page = await open(unknown.visitor, `/forms/${unknown.slug}`)
    way.become('cut')
    const nameless = await press(visitor, page, 'send', { 'f.name01': 'Eve' })
    way.become('open')
    assert.equal(nameless.status, 503)
    assert.include(nameless.text, '<dd>Eve</dd>')
    assert.notInclude(nameless.text, '<dt>')
  })

  test('a transaction that it did not commit is not taken for committed', async ({ assert }) => {
    const { creator } = await publishedForm()
    const broken = within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery('select pg_terminate_backend(pg_backend_pid())').then(
        () => 'alive',
        () => 'broken',
      ),
    )
    assert.isTrue(isOutage(await broken.catch((error: unknown) => error)))
  })

  test('a transaction that it broke off for the sake of another one can be done again', async ({
    assert,
  }) => {
    const { creator } = await publishedForm()
    const [mine, theirs] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const take = (first: number, taken: PromiseWithResolvers<void>, other: PromiseWithResolvers<void>) =>
      within(creator.workspaceId, async ({ trx }) => {
        await trx.rawQuery('select pg_advisory_xact_lock(?)', [first])
        taken.resolve()
        await other.promise
        await trx.rawQuery('select pg_advisory_xact_lock(?)', [3 - first])
      })
    const ended = await Promise.allSettled([take(1, mine, theirs), take(2, theirs, mine)])
    const broken = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    assert.lengthOf(broken, 1)
    assert.isTrue(isOutage(broken[0]))
  })

  test('a connection that is lost between two statements of a transaction costs that transaction alone', async ({
    assert,
  }) => {
    const held = await pool().connect()
    const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid')
    await held.query('begin')
    const gone = new Promise((resolve) => held.once('end', resolve))
    await pool().query('select pg_terminate_backend($1)', [rows[0].pid])
    await gone
    await assert.rejects(() => held.query('select 1'))
    held.release()
    assert.lengthOf((await pool().query('select 1')).rows, 1)
  })

  test('what goes on beside the requests says once a minute that it is away, and when it is back', async ({
    assert,
  }) => {
    // the tests before this one took it away several times
    way.become('cut')
    // each of them tries again several times
    await sleep(3_500)
    way.become('open')
    const said = (what: string) => server.output.split(what).length - 1
    await until(
      async () => said('the database is back'),
      (times) => times > 0,
    )
    assert.isAtLeast(said('not listening to other processes'), 1)
    const minutes = Math.ceil((performance.now() - started) / 60_000)
    for (const [what, of] of [
      ['deliveries: a round failed', 1],
      ['jobs: the queue could not be reached', 1],
      ['an idle connection to the database was lost', 1],
      ['the database does not answer', 1],
      ['not listening to other processes', LISTENERS],
    ] as const)
      assert.isAtMost(said(`"msg":"${what}`), of * minutes, what)
  })
})
