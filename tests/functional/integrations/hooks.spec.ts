import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { test } from '@japa/runner'
import { deliveryChecks } from '@formwright/kit/conform/delivery_checks'
import { readHookId } from '#app/integrations/hook_address'
import { findHook, takeHook } from '#app/integrations/take_hook'
import db from '@adonisjs/lucid/services/db'
import env from '#start/env'
import { addIntegration, pathOf, published } from '#tests/functional/integrations/factories'
import parrot from '#tests/functional/integrations/parrot/deliver'
import definition from '#tests/functional/integrations/parrot/integration'
import { installPlugin } from '#tests/functional/plugins/install'
import { publishedForm, submit } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const TOKEN = 'a-token-that-only-the-service-knows'

/** What the integration says of its hooks. */
interface Shown {
  data: {
    hooks: { path: string; method: string; address: string }[]
    hook_failure: { at: string; reason: string } | null
  }
}

test.group('Requests that services make', (group) => {
  group.setup(() => installPlugin('integrations', new URL('parrot', import.meta.url)))

  /** A parrot, and its service. */
  async function perched() {
    const { creator, form } = await published()
    const made = await addIntegration(creator, form, 'parrot', { token: TOKEN })
    const shown = async () => (await creator.visitor.get<Shown>(pathOf(form, made))).body.data
    const [{ address = '' } = {}, check] = (await shown()).hooks
    const call = async (url: string, init: RequestInit = {}) => {
      const answer = await fetch(`http://${process.env.HOST}:${process.env.PORT}${url}`, init)
      const text = await answer.text()
      const json: { code?: string; heard?: string[]; handed?: object } = /^\{/.test(text)
        ? JSON.parse(text)
        : {}
      return { status: answer.status, headers: answer.headers, text, ...json }
    }
    const signed = (body: string, { secret = made.secret ?? '', at = Date.now() } = {}) => {
      const time = String(Math.floor(at / 1000))
      const signature = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')
      return { 'X-Timestamp': time, 'X-Signature': `v0=${signature}`, 'X-Topic': 'talk', 'X-Other': 'no' }
    }
    const send = (body: string, headers: Record<string, string> = signed(body), more: RequestInit = {}) =>
      call(address, { method: 'POST', body, headers, ...more })
    return { creator, form, made, shown, address, checkAt: check?.address ?? '', call, send, signed }
  }

  test('are handed to the plugin as data, once each, and answered with what it says', async ({ assert }) => {
    const { send, signed, shown } = await perched()
    const headers = signed('{"say":"hello"}')
    const first = await send('{"say":"hello"}', headers)
    assert.equal(first.status, 200, first.text)
    assert.deepEqual(
      [first.heard, first.handed],
      [['hello'], { 'content-type': 'text/plain;charset=UTF-8', 'x-topic': 'talk' }],
    )
    assert.match(first.headers.get('content-type') ?? '', /^application\/json/)
    // the same again was heard already
    assert.equal((await send('{"say":"hello"}', headers)).status, 204)
    assert.deepEqual((await send('{"say":"bye"}')).heard, ['hello', 'bye'])
    const refused = await send('nothing')
    assert.deepEqual([refused.status, refused.code], [422, 'E_HOOK_REFUSED'])
    assert.include(refused.text, 'A parrot wants a word.')
    assert.isNull((await shown()).hook_failure)
  })

  test('whose service does not show itself are refused before the plugin hears of them', async ({
    assert,
  }) => {
    const { send, signed, call, address, checkAt, creator, form, made } = await perched()
    const say = '{"say":"hello"}'
    const refusals = [
      await send(say, {}),
      await send(say, signed(say, { secret: 'par_somebody-else' })),
      await send('{"say":"other"}', signed(say)),
      await send(say, signed(say, { at: Date.now() - 600_000 })),
      await send(`${say}${' '.repeat(2_000)}`),
      await call(address),
      await call(address.replace(/events$/, 'event')),
      await call(address.replace(/.\/events$/, '/events')),
      await call(`${checkAt}?challenge=x&token=wrong`),
    ]
    assert.deepEqual(
      refusals.map(({ status, code }) => `${status} ${code}`),
      [
        ...Array.from({ length: 3 }, () => '401 E_HOOK_SIGNATURE'),
        ...['401 E_HOOK_LATE', '413 E_TOO_LARGE', '405 E_METHOD', '404 E_NOT_FOUND', '404 E_NOT_FOUND'],
        '401 E_HOOK_SIGNATURE',
      ],
    )
    assert.equal(refusals[5]?.headers.get('allow'), 'POST')
    const checked = await call(`${checkAt}?challenge=x%3Cb%3E&token=${TOKEN}`)
    assert.deepEqual([checked.status, checked.text], [200, 'x<b>'])
    assert.match(checked.headers.get('content-type') ?? '', /^text\/plain/)
    await creator.visitor.patch(pathOf(form, made), { enabled: false })
    assert.equal((await send(say)).code, 'E_HOOK_OFF')
    await creator.visitor.patch(pathOf(form, made), { enabled: true })
    assert.deepEqual((await send(say)).heard, ['hello'])
  })

  test('wait with their service while what signs them cannot be read with the key that the server has', async ({
    assert,
  }) => {
    const { creator, made, send } = await perched()
    const set = (secrets: string) =>
      inWorkspace<{ secrets: string }>(
        creator.workspaceId,
        `with before as (select id, secrets from integrations where id = ?)
         update integrations i set secrets = ? from before where i.id = before.id returning before.secrets`,
        [made.id, secrets],
      )
    const [before] = await set('sealed with another key')
    const unread = await send('{"say":"hello"}')
    assert.deepEqual([unread.status, unread.code], [503, 'E_HOOK_FAILED'])
    await set(before?.secrets ?? '')
    assert.deepEqual((await send('{"say":"hello"}')).heard, ['hello'])
  })

  test('over which the plugin fails are told at the integration without secrets, and may come again', async ({
    assert,
  }) => {
    const { send, shown, address, signed } = await perched()
    for (const say of ['throw', 'nonsense']) {
      const failed = await send(`{"say":"${say}"}`)
      assert.deepEqual([failed.status, failed.code], [503, 'E_HOOK_FAILED'])
      assert.notInclude(failed.text, TOKEN)
    }
    const headers = signed('{"say":"throw"}')
    await send('{"say":"throw"}', headers)
    assert.equal((await send('{"say":"throw"}', headers)).status, 503)
    const { hook_failure: failure } = await shown()
    assert.match(
      failure?.reason ?? '',
      /^The integration "parrot" \(version 1\) failed in deliver\.ts, line \d+: it choked on •+$/,
    )
    const row = readHookId(address.split('/').at(-2) ?? '')
    if (!row) throw new Error(address)
    const arrived = {
      query: {},
      headers: Object.fromEntries(
        Object.entries(signed('{"say":"hang"}')).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: Buffer.from('{"say":"hang"}'),
    }
    await assert.rejects(
      async () => takeHook(await findHook(row, 'events'), arrived, 50),
      /could not be worked on/,
    )
    assert.include((await shown()).hook_failure?.reason ?? '', 'it did not answer within 0.05 seconds.')
    assert.equal((await send('{"say":"better"}')).status, 200)
    assert.isNull((await shown()).hook_failure)
  })

  test('are answered with up to 64 kB', async ({ assert }) => {
    const { send, shown } = await perched()
    const whole = await send('{"say":"65536 letters"}')
    assert.deepEqual([whole.status, whole.text.length], [200, 65_536])
    const longer = await send('{"say":"65537 letters"}')
    assert.deepEqual([longer.status, longer.code], [503, 'E_HOOK_FAILED'])
    assert.include((await shown()).hook_failure?.reason ?? '', 'receive answered more than 64 kB.')
  })

  test('hold nobody up while their bodies trickle in', async ({ assert }) => {
    const { address, send } = await perched()
    const headers = { 'content-length': '50', expect: '100-continue' }
    const slow = Array.from({ length: 100 }, () => {
      const { HOST: host, PORT: port } = process.env
      return http.request({ ...{ host, port, path: address, method: 'POST', headers }, agent: false })
    })
    await Promise.all(
      slow.map(async (request) => {
        request.on('error', () => undefined)
        request.flushHeaders()
        await once(request, 'continue')
        request.write('{')
      }),
    )
    const answered = await send('{"say":"hello"}')
    assert.equal(answered.status, 200, answered.text)
    for (const request of slow) request.destroy()
  })

  test('are refused while enough is under way, and taken later', async ({ assert }) => {
    const { send, signed } = await perched()
    const headers = signed('{"say":"hello"}')
    const most = env.get('SUBMISSIONS_AT_ONCE')
    const owner = await db.connection('owner').transaction()
    let first: ReturnType<typeof send>
    try {
      await owner.rawQuery('lock table hook_requests in exclusive mode')
      first = send('{"say":"first"}')
      const waiting = `select 1 from pg_locks where not granted and relation = 'hook_requests'::regclass`
      while ((await db.connection('owner').rawQuery<{ rows: object[] }>(waiting)).rows.length === 0);
      env.set('SUBMISSIONS_AT_ONCE', 1)
      const refused = await send('{"say":"hello"}', headers)
      assert.deepEqual([refused.status, refused.code], [503, 'E_BUSY'])
      assert.equal(refused.headers.get('retry-after'), '2')
    } finally {
      env.set('SUBMISSIONS_AT_ONCE', most ?? 1_000_000)
      await owner.rollback()
    }
    assert.deepEqual((await first).heard, ['first'])
    assert.deepEqual((await send('{"say":"hello"}', headers)).heard, ['first', 'hello'])
  })

  test('leave places to submissions while a plugin does not answer', async ({ assert }) => {
    const { made, send } = await perched()
    const form = await publishedForm()
    const most = env.get('SUBMISSIONS_AT_ONCE')
    env.set('SUBMISSIONS_AT_ONCE', 2)
    const hanging = send('{"say":"hang"}')
    try {
      const begun = () =>
        db.connection('owner').from('hook_requests').where({ integration_id: made.id, done: false }).first()
      while (!(await begun()));
      const refused = await send('{"say":"hello"}')
      assert.deepEqual([refused.status, refused.code], [503, 'E_BUSY'])
      assert.equal(refused.headers.get('retry-after'), '2')
      assert.equal((await submit(form, { name01: 'Ada' })).status, 201)
    } finally {
      await hanging
      env.set('SUBMISSIONS_AT_ONCE', most ?? 1_000_000)
    }
  }).timeout(15_000)

  test('are not the fault of the plugin where the database failed', async ({ assert }) => {
    const { send, shown } = await perched()
    const owner = db.connection('owner')
    // over what the plugin asked of it: the state of the integration
    await owner.rawQuery(
      `create function away() returns trigger language plpgsql as $$ begin raise sqlstate '57P01'; end $$`,
    )
    await owner.rawQuery('create trigger away before update of state on integrations execute function away()')
    try {
      const failed = await send('{"say":"hello"}')
      assert.deepEqual([failed.status, failed.code], [503, 'E_DATABASE'])
    } finally {
      await owner.rawQuery('drop function away cascade')
    }
    // and over what became of the request
    await owner.rawQuery('alter table hook_requests add constraint broken check (not done) not valid')
    try {
      const failed = await send('{"say":"bye"}')
      assert.deepEqual([failed.status, failed.code], [500, 'E_INTERNAL'])
    } finally {
      await owner.rawQuery('alter table hook_requests drop constraint broken')
    }
    assert.isNull((await shown()).hook_failure)
  })

  test('that were refused are refused again, and not answered as if they were taken', async ({ assert }) => {
    const { send, signed } = await perched()
    const headers = signed('nothing')
    for (const _ of [1, 2]) {
      const refused = await send('nothing', headers)
      assert.deepEqual([refused.status, refused.code], [422, 'E_HOOK_REFUSED'])
    }
  })

  test('are played by the suite, which finds what is wrong with a hook', async ({ assert }) => {
    const complaintsOf = async (more: object, samples?: Record<string, object>) => {
      const checks = deliveryChecks({
        ...{ definition, settings: { token: TOKEN }, deliver: { ...parrot, ...more } },
        hooks: samples ?? {
          events: { body: '{"say":"hello"}' },
          'owner/check': { query: { challenge: 'x' } },
        },
      })
      const said: string[] = []
      for (const { title, complaints } of checks)
        if (title.startsWith('the hook')) said.push(...(await complaints()))
      return said.join('\n')
    }
    assert.equal(await complaintsOf({}), '')
    assert.include(
      await complaintsOf({ receive: ({ body }: { body: string }) => JSON.parse(body).say.length }),
      'threw',
    )
    assert.include(
      await complaintsOf({ receive: async () => ({ result: 'refused', reason: 'No' }) }),
      'a sentence',
    )
    assert.include(
      await complaintsOf({}, { events: { body: `{"say":"${'x'.repeat(2_000)}"}` } }),
      'longer than maxBytes',
    )
  })
})
