import { randomUUID } from 'node:crypto'
import testUtils from '@adonisjs/core/services/test_utils'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { takePlaces } from '#app/http/load_shedding'
import { startJobs, stopJobs } from '#app/jobs/jobs'
import { writeExports } from '#app/submissions/export_job'
import { sessionKey, sessionTable } from '#app/accounts/session_table'
import { newCreator, Visitor, type Creator } from '#tests/functional/visitor'

interface Refusal {
  code: string
  errors?: Record<string, string[]>
}

const NEXT = 'quite another sentence'

async function signedInElsewhere({ email, password }: Pick<Creator, 'email' | 'password'>): Promise<Visitor> {
  const visitor = new Visitor()
  await visitor.get('/api/user')
  const { status } = await visitor.post('/api/login', { email, password })
  if (status !== 200) throw new Error(`login: ${status}`)
  return visitor
}

/** Lets a person's sessions be as they are thirteen hours after sign-in. */
async function laterTheSameDay(userId: string): Promise<void> {
  const confirmed = new Date(Date.now() - 13 * 3600 * 1000)
  await db.from('sessions').where('user_id', userId).update({ confirmed_at: confirmed })
}

test('strangers who sign in wait for each other, a person at their own browser for none of them', async ({
  assert,
  cleanup,
}) => {
  const creator = await newCreator()
  const busy = [1, 2].map(() => takePlaces([{ of: 'hashing for stranger', most: 2 }]))
  const leave = () => busy.splice(0).forEach((place) => place?.())
  cleanup(leave)
  let waited = true
  const stranger = signedInElsewhere(creator).then(() => waited)
  const own = await creator.visitor.post('/api/login', { email: creator.email, password: creator.password })
  assert.equal(own.status, 200)
  waited = false
  leave()
  assert.isFalse(await stranger)
})

test.group('Changing the password', () => {
  test('ends all other sessions, gives this one a new token, and only the new password signs in', async ({
    assert,
  }) => {
    const creator = await newCreator()
    const { visitor, userId, email, password } = creator
    const other = await signedInElsewhere(creator)
    const before = visitor.copy()
    const changed = await visitor.put('/api/user/password', { current_password: password, password: NEXT })
    assert.equal(changed.status, 204, changed.text)
    assert.equal((await visitor.get('/api/user')).status, 200)
    assert.equal((await other.get('/api/user')).status, 401, 'the other browser')
    assert.equal((await before.get('/api/user')).status, 401, 'the token from before')
    assert.lengthOf(await db.from('sessions').where('user_id', userId), 1)

    const again = new Visitor()
    await again.get('/api/user')
    assert.equal((await again.post('/api/login', { email, password })).status, 401)
    assert.equal((await again.post('/api/login', { email, password: NEXT })).status, 200)
  })

  test('needs the current password, and stops guesses at it', async ({ assert }) => {
    const { visitor, email, password } = await newCreator()
    const attempt = (current: string) =>
      visitor.put<Refusal>('/api/user/password', { current_password: current, password: NEXT })
    for (let count = 0; count < 10; count += 1) {
      const { status, body } = await attempt('not this one')
      assert.deepEqual(
        [status, body.code, Object.keys(body.errors ?? {})],
        [422, 'E_CREDENTIALS', ['current_password']],
      )
    }
    assert.equal((await attempt(password)).status, 429)
    await signedInElsewhere({ email, password })
  })

  for (const [refused, why] of [
    ['1234567', 'short'],
    ['x'.repeat(129), 'long'],
    ['Password1', 'common'],
  ] as const) {
    test(`refuses one that is ${why}, at its field`, async ({ assert }) => {
      const { visitor, password } = await newCreator()
      const { status, body } = await visitor.put<Refusal>('/api/user/password', {
        current_password: password,
        password: refused,
      })
      assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['password']])
    })
  }

  test('keeps the password as it was typed', async ({ assert }) => {
    const { visitor, email, password } = await newCreator()
    const typed = '  Gräße früh, 7 Uhr \u{1F511} '
    const changed = await visitor.put('/api/user/password', { current_password: password, password: typed })
    assert.equal(changed.status, 204)
    const again = new Visitor()
    await again.get('/api/user')
    assert.equal((await again.post('/api/login', { email, password: typed.trim() })).status, 401)
    await signedInElsewhere({ email, password: typed })
  })

  test('a session that was opened with the old password in the moment of the change is worth nothing', async ({
    assert,
  }) => {
    const creator = await newCreator()
    const late = await signedInElsewhere(creator)
    const [kept] = await db.from('sessions').where('user_id', creator.userId).orderBy('created_at', 'desc')
    await creator.visitor.put('/api/user/password', { current_password: creator.password, password: NEXT })
    await db.table('sessions').insert({ ...kept, data: JSON.stringify(kept.data) })
    assert.equal((await late.get('/api/user')).status, 401)
  })

  test('of two changes at once one is made', async ({ assert }) => {
    const creator = await newCreator()
    const other = await signedInElsewhere(creator)
    const change = (visitor: Visitor, password: string) =>
      visitor.put('/api/user/password', { current_password: creator.password, password })
    const answers = await Promise.all([change(creator.visitor, NEXT), change(other, `${NEXT} again`)])
    assert.lengthOf(
      answers.filter(({ status }) => status === 204),
      1,
    )
    assert.lengthOf(await db.from('sessions').where('user_id', creator.userId), 1)
  })
})

test.group('Confirming the password', () => {
  test('is asked for before everything leaves, when the last time is more than twelve hours ago', async ({
    assert,
    cleanup,
  }) => {
    await startJobs([writeExports])
    cleanup(stopJobs)
    const { visitor, userId, password, workspaceId } = await newCreator()
    const made = await visitor.post<{ data: { slug: string } }>(`/api/workspaces/${workspaceId}/forms`, {
      title: 'Kept',
    })
    const form = `/api/forms/${made.body.data.slug}`
    const asked: [string, () => Promise<{ status: number; body: unknown }>, number][] = [
      ['the check', () => visitor.get('/api/sessions/current/confirmation'), 204],
      ['the stream', () => visitor.get(`${form}/submissions.csv`), 200],
      ['the job', () => visitor.post(`${form}/exports`), 202],
      ['the file of a job', () => visitor.get(`${form}/exports/${randomUUID()}/file`), 404],
      ['ending a session', () => visitor.delete('/api/sessions/none'), 404],
    ]
    for (const [what, ask, status] of asked) assert.equal((await ask()).status, status, `${what}, at first`)
    await laterTheSameDay(userId)
    for (const [what, ask] of asked) {
      const { status, body } = await ask()
      assert.containSubset({ status, body }, { status: 403, body: { code: 'E_CONFIRM_PASSWORD' } }, what)
    }
    assert.equal((await visitor.get(`${form}/submissions`)).status, 200, 'reading goes on')

    const before = visitor.copy()
    const wrong = await visitor.post<Refusal>('/api/sessions/current/confirmation', { password: 'no' })
    assert.deepEqual([wrong.status, wrong.body.code], [422, 'E_CREDENTIALS'])
    const confirmed = await visitor.post('/api/sessions/current/confirmation', { password })
    assert.equal(confirmed.status, 204, confirmed.text)
    for (const [what, ask, status] of asked) assert.equal((await ask()).status, status, `${what}, afterwards`)
    assert.equal((await before.get('/api/user')).status, 401, 'the token from before is worth nothing')
    assert.lengthOf(await db.from('sessions').where('user_id', userId), 1)
  })

  test('holds for the session it was given in', async ({ assert }) => {
    const creator = await newCreator()
    const other = await signedInElsewhere(creator)
    await laterTheSameDay(creator.userId)
    const path = '/api/sessions/current/confirmation'
    assert.equal((await creator.visitor.post(path, { password: creator.password })).status, 204)
    assert.equal((await creator.visitor.get(path)).status, 204)
    assert.equal((await other.get(path)).status, 403)
  })

  test('stops guesses, also with the right one, and forgets them after the right one', async ({ assert }) => {
    const { visitor, password } = await newCreator()
    const confirm = async (given: string) =>
      (await visitor.post('/api/sessions/current/confirmation', { password: given })).status
    const wrong = async (times: number) => {
      for (let count = 0; count < times; count += 1) assert.equal(await confirm('no'), 422)
    }
    await wrong(9)
    assert.equal(await confirm(password), 204)
    await wrong(10)
    assert.equal(await confirm(password), 429)
  })
})

test.group('Signing in again', () => {
  test('somebody who is signed in already gets a new session, and the one before ends', async ({
    assert,
  }) => {
    const { visitor, userId, email, password } = await newCreator()
    const before = visitor.copy()
    assert.equal((await visitor.post('/api/login', { email, password })).status, 200)
    assert.equal((await visitor.get('/api/user')).status, 200)
    assert.equal((await before.get('/api/user')).status, 401)
    assert.lengthOf(await db.from('sessions').where('user_id', userId), 1)
  })

  test('a session that is ended while a request of it runs stays ended', async ({ assert }) => {
    const { userId } = await newCreator()
    const config = { enabled: true, cookieName: 'session', age: '1d', cookie: {} }
    const store = sessionTable(await testUtils.createHttpContext(), config)
    const token = randomUUID()
    const data = { auth_web: userId }
    await db.rawQuery('update sessions set token_hash = ?, data = ? where user_id = ?', [
      sessionKey(token),
      JSON.stringify(data),
      userId,
    ])
    assert.deepEqual(await store.read(token), data)
    await db.from('sessions').where('user_id', userId).delete()
    await store.write(token, { ...data, more: 1 })
    assert.isNull(await store.read(token))
  })
})
