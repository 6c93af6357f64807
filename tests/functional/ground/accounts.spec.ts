import { randomUUID } from 'node:crypto'
import testUtils from '@adonisjs/core/services/test_utils'
import db from '@adonisjs/lucid/services/db'
import { SessionMiddlewareFactory } from '@adonisjs/session/factories'
import { test } from '@japa/runner'
import { openSession, sweepSessions } from '#app/accounts/session_table'
import { newCreator, Visitor } from '#tests/functional/visitor'

interface Refusal {
  code: string
  message: string
  errors?: Record<string, string[]>
  request_id: string
}

interface Sessions {
  data: { id: string; current: boolean; user_agent: string }[]
}

async function stranger(): Promise<Visitor> {
  const visitor = new Visitor()
  await visitor.get('/api/user')
  return visitor
}

test.group('Accounts', () => {
  test('a new person is signed in, has a workspace of their own, and is shown by an allow-list', async ({
    assert,
  }) => {
    const { visitor, email, userId, workspaceId } = await newCreator('Grace')
    const me = await visitor.get<Record<string, unknown>>('/api/user')
    assert.deepEqual(me.body, {
      id: userId,
      name: 'Grace',
      email,
      photo_url: null,
      is_subscribed: false,
      has_enterprise_subscription: false,
      stripe_id: null,
      active_license: null,
      is_operator: false,
    })
    const workspaces = await visitor.get('/api/open/workspaces/')
    assert.deepEqual(workspaces.body, {
      data: [{ id: workspaceId, name: "Grace's workspace", icon: null, role: 'owner' }],
    })
  })

  test('the database keeps neither password nor session token', async ({ assert }) => {
    const { visitor, userId, password } = await newCreator()
    const user = await db.from('users').where('id', userId).firstOrFail()
    assert.match(user.password, /^\$scrypt\$/)
    assert.notInclude(user.password, password)
    const [session] = await db.from('sessions').where('user_id', userId)
    assert.match(session.token_hash, /^[0-9a-f]{64}$/)
    assert.notInclude(visitor.cookie('formwright_session') ?? '', session.token_hash)
  })

  test('the same address cannot be registered twice, in whatever case', async ({ assert }) => {
    const { email } = await newCreator()
    const answer = await (
      await stranger()
    ).post<Refusal>('/api/register', {
      name: 'X',
      email: email.toUpperCase(),
      password: 'correct horse battery',
    })
    assert.equal(answer.status, 422)
    assert.property(answer.body.errors, 'email')
    const { rows } = await db.rawQuery<{ rows: { count: number }[] }>(
      'select count(*)::int from users where lower(email) = ?',
      [email],
    )
    assert.equal(rows[0]?.count, 1)
  })

  for (const [password, why] of [
    ['1234567', 'short'],
    ['x'.repeat(129), 'long'],
    ['Password1', 'common'],
    ['aaaaaaaaaa', 'one sign repeated'],
    ['abcdefghij', 'keys in a row'],
  ] as const) {
    test(`a password that is ${why} is refused at its field`, async ({ assert }) => {
      const visitor = await stranger()
      const answer = await visitor.post<Refusal>('/api/register', {
        name: 'X',
        email: `${randomUUID()}@example.com`,
        password,
      })
      assert.equal(answer.status, 422)
      assert.deepEqual(Object.keys(answer.body.errors ?? {}), ['password'])
      assert.equal((await visitor.get('/api/user')).status, 401)
    })
  }

  test('a refused field says what to do', async ({ assert }) => {
    const visitor = await stranger()
    const { body } = await visitor.post<Refusal>('/api/register', { name: ' ', email: 'x' })
    assert.deepEqual(body.errors, {
      name: ['Enter a name.'],
      email: ['Enter a complete email address, like name@example.com.'],
      password: ['Enter a password.'],
    })
  })

  test('half of a character in an email address is refused as any other mistake in it', async ({
    assert,
  }) => {
    const visitor = await stranger()
    const email = 'ada\ud800@example.com'
    const asked: [path: string, body: object][] = [
      ['/api/register', { name: 'Ada', email, password: 'correct horse battery' }],
      ['/api/password-resets', { email }],
    ]
    for (const [path, sent] of asked) {
      const { status, body } = await visitor.post<Refusal>(path, sent)
      assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['email']], path)
    }
  })

  test('an unknown key in a body is refused and named', async ({ assert }) => {
    const answer = await (
      await stranger()
    ).post<Refusal>('/api/register', {
      name: 'X',
      email: `${randomUUID()}@example.com`,
      password: 'correct horse battery',
      role: 'admin',
    })
    assert.equal(answer.status, 422)
    assert.equal(answer.body.code, 'E_UNKNOWN_KEYS')
    assert.deepEqual(Object.keys(answer.body.errors ?? {}), ['role'])
  })

  test('signing in changes the session; signing out ends it', async ({ assert }) => {
    const { email, password, userId } = await newCreator()
    const visitor = await stranger()
    const name = [...visitor.cookies.keys()].find((key) => key.startsWith('formwright_session_')) ?? ''
    const before = visitor.cookies.get(name)
    const signedIn = await visitor.post('/api/login', { email: ` ${email.toUpperCase()} `, password })
    assert.equal(signedIn.status, 200)
    assert.notEqual(visitor.cookies.get(name), before)
    const stolen = new Visitor()
    stolen.cookies = new Map(visitor.cookies)
    if (before) stolen.cookies.set(name, before)
    assert.equal((await stolen.get('/api/user')).status, 401, 'the session from before is worth nothing')

    const kept = new Map(visitor.cookies)
    assert.equal((await visitor.post('/api/logout')).status, 204)
    stolen.cookies = kept
    assert.equal((await stolen.get('/api/user')).status, 401, 'the session signed out is worth nothing')
    assert.lengthOf(await db.from('sessions').where('user_id', userId), 1, 'only the one of registering')
  })

  test('an unknown address and a wrong password get the same answer', async ({ assert }) => {
    const { email } = await newCreator()
    const visitor = await stranger()
    const wrong = await visitor.post<Refusal>('/api/login', { email, password: 'not this one' })
    const unknown = await visitor.post<Refusal>('/api/login', {
      email: `${randomUUID()}@example.com`,
      password: 'not this one',
    })
    assert.equal(wrong.status, 401)
    assert.deepEqual({ ...wrong.body, request_id: '' }, { ...unknown.body, request_id: '' })
  })

  test('a suspended person is signed out at once and cannot sign in', async ({ assert }) => {
    const { visitor, email, password, userId } = await newCreator()
    await db.from('users').where('id', userId).update({ suspended_at: new Date() })
    assert.equal((await visitor.get('/api/user')).status, 401)
    assert.equal((await (await stranger()).post('/api/login', { email, password })).status, 401)
  })

  test('whoever looks, or fails to sign in, leaves no session behind', async ({ assert }) => {
    const rows = async () => (await db.rawQuery<{ rows: object[] }>('select token_hash from sessions')).rows
    const before = await rows()
    for (let time = 0; time < 20; time++) await stranger()
    await (await stranger()).get('/api/content/feature-flags')
    const guesser = await stranger()
    const wrong = { email: 'nobody@example.com', password: 'not the password' }
    assert.equal((await guesser.post('/api/login', wrong)).status, 401)
    assert.deepEqual(await rows(), before)
    assert.isDefined(guesser.cookie('formwright_visitor'))

    const { visitor, email, password } = await newCreator()
    assert.equal((await guesser.post('/api/login', { email, password })).status, 200)
    assert.isUndefined(guesser.cookie('formwright_visitor'))
    assert.equal((await visitor.post('/api/logout')).status, 204)
    assert.lengthOf(await rows(), before.length + 1)
  })

  test('sessions are listed and can be ended, by their owner only', async ({ assert }) => {
    const { visitor, email, password } = await newCreator()
    const other = await stranger()
    await other.post('/api/login', { email, password })
    const list = (await visitor.get<Sessions>('/api/sessions')).body.data
    assert.lengthOf(list, 2)
    const remote = list.find((session) => !session.current)
    assert.equal((await (await newCreator()).visitor.delete(`/api/sessions/${remote?.id}`)).status, 404)
    assert.equal((await other.get('/api/user')).status, 200)
    assert.equal((await visitor.delete(`/api/sessions/${remote?.id}`)).status, 204)
    assert.equal((await other.get('/api/user')).status, 401)
    assert.lengthOf((await visitor.get<Sessions>('/api/sessions')).body.data, 1)
  })

  test('who has left meanwhile, and so has no address, has signed in all the same', async ({ assert }) => {
    const { visitor, userId } = await newCreator()
    const ctx = await testUtils.createHttpContext()
    const session = await new SessionMiddlewareFactory().create()
    await session.handle(ctx, () => openSession(ctx, userId))
    const { data } = (await visitor.get<{ data: { ip: string | null }[] }>('/api/sessions')).body
    assert.deepEqual(
      data.map(({ ip }) => ip),
      [null, visitor.address],
    )
  })

  test('a session ends when it was idle too long, and after 90 days in any case', async ({ assert }) => {
    const idle = await newCreator()
    await db
      .from('sessions')
      .where('user_id', idle.userId)
      .update({ expires_at: new Date(Date.now() - 1) })
    assert.equal((await idle.visitor.get('/api/user')).status, 401)
    const old = await newCreator()
    const created = new Date(Date.now() - 91 * 24 * 3600 * 1000)
    await db.from('sessions').where('user_id', old.userId).update({ created_at: created })
    assert.equal((await old.visitor.get('/api/user')).status, 401)
  })
})

test.group('Sweeping sessions', () => {
  test('a person has up to 100: who signs in once more ends the one that was used longest ago', async ({
    assert,
  }) => {
    const { userId, email, password } = await newCreator()
    await db
      .from('sessions')
      .where('user_id', userId)
      .update({ last_seen_at: new Date(0) })
    await db.rawQuery(
      `insert into sessions (token_hash, user_id, data, expires_at)
       select gen_random_uuid()::text, ?, '{}', now() + interval '1 day' from generate_series(1, 99)`,
      [userId],
    )
    const again = await stranger()
    assert.equal((await again.post('/api/login', { email, password })).status, 200)
    const seen = await db
      .from('sessions')
      .where('user_id', userId)
      .orderBy('last_seen_at')
      .select('last_seen_at')
    assert.lengthOf(seen, 100)
    assert.isAbove(new Date(seen[0].last_seen_at).getTime(), 0)
    assert.equal((await again.get('/api/user')).status, 200)
  })

  test('what has run out is removed, what lives stays', async ({ assert }) => {
    const gone = await newCreator()
    const here = await newCreator()
    await db
      .from('sessions')
      .where('user_id', gone.userId)
      .update({ expires_at: new Date(Date.now() - 1) })
    await sweepSessions()
    assert.lengthOf(await db.from('sessions').where('user_id', gone.userId), 0)
    assert.equal((await here.visitor.get('/api/user')).status, 200)
  })
})

test.group('Cross-site requests', () => {
  for (const [what, token] of [
    ['no token', ''],
    ['a foreign token', 'forged-token'],
  ] as const) {
    test(`a change with ${what} is refused as JSON`, async ({ assert }) => {
      const { visitor } = await newCreator()
      const answer = await visitor.post<Refusal>(
        '/api/workspaces',
        { name: 'Mine' },
        { 'x-csrf-token': token },
      )
      assert.equal(answer.status, 403)
      assert.equal(answer.body.code, 'E_CSRF')
    })
  }

  test('the token of another session does not fit', async ({ assert }) => {
    const { visitor } = await newCreator()
    const foreign = (await newCreator()).visitor.cookie('XSRF-TOKEN') ?? ''
    const answer = await visitor.post('/api/workspaces', { name: 'Mine' }, { 'x-csrf-token': foreign })
    assert.equal(answer.status, 403)
  })

  test('scripts cannot read the session cookie', async ({ assert }) => {
    const visitor = new Visitor()
    const cookies = (await visitor.get('/api/user')).headers.getSetCookie()
    const session = cookies.find((cookie) => cookie.startsWith('formwright_session_'))
    assert.match(session ?? '', /HttpOnly/i)
    assert.match(session ?? '', /SameSite=Lax/i)
  })
})

test.group('Limits of attempts', () => {
  const attempt = (visitor: Visitor, email: string, password = 'not this one') =>
    visitor.post<Refusal>('/api/login', { email, password })

  async function guess(visitor: Visitor, email: string, times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      const { status } = await attempt(visitor, email)
      if (status !== 401) throw new Error(`guess ${count + 1} was answered with ${status}`)
    }
  }

  async function signOut(visitor: Visitor): Promise<void> {
    await visitor.post('/api/logout')
    await visitor.get('/api/user')
  }

  test('ten wrong passwords from one address stop it, also with the right one; the person gets in from elsewhere', async ({
    assert,
  }) => {
    const { email, password } = await newCreator()
    const guesser = await stranger()
    await guess(guesser, email, 10)
    const refused = await attempt(guesser, email.toUpperCase(), password)
    assert.equal(refused.status, 429)
    assert.equal(refused.body.code, 'E_TOO_MANY')
    assert.isAbove(Number(refused.headers.get('retry-after')), 0)
    assert.equal((await attempt(await stranger(), email, password)).status, 200)
    assert.equal((await attempt(guesser, (await newCreator()).email)).status, 401, 'another account')
  })

  test('however an address is written, it is one account with one count', async ({ assert }) => {
    const name = `idil-${randomUUID()}`
    const password = 'correct horse battery'
    const person = await stranger()
    const made = await person.post('/api/register', {
      name: 'Idil',
      email: `${name}@bücher.example`,
      password,
    })
    assert.equal(made.status, 201, made.text)
    const ascii = `${name}@xn--bcher-kva.example`
    assert.equal((await attempt(await stranger(), ascii, password)).status, 200)
    // a letter that is another one, even where the database would take them for the same
    const other = await attempt(await stranger(), `${name.replaceAll('i', 'İ')}@bücher.example`, password)
    assert.equal(other.status, 401)
    const guesser = await stranger()
    await guess(guesser, ascii, 5)
    await guess(guesser, `${name.toUpperCase()}@BÜCHER.example`, 5)
    assert.equal((await attempt(guesser, ascii, password)).status, 429)
  })

  test('a subscriber with a whole network of addresses is one guesser', async ({ assert }) => {
    const { email, password } = await newCreator()
    for (let count = 0; count < 10; count += 1) {
      const guesser = await stranger()
      guesser.address = `2001:db8:7:9::${count + 1}`
      await guess(guesser, email, 1)
    }
    const guesser = await stranger()
    guesser.address = '2001:db8:7:9:ffff::1'
    assert.equal((await attempt(guesser, email, password)).status, 429)
    guesser.address = '2001:db8:7:a::1'
    assert.equal((await attempt(guesser, email, password)).status, 200)
  })

  test('a hundred guesses in an hour from many addresses shut an account, but not for a browser the person has used before', async ({
    assert,
  }) => {
    const { visitor, email, password } = await newCreator()
    await signOut(visitor)
    for (let count = 0; count < 10; count += 1) await guess(await stranger(), email, 10)
    assert.equal((await attempt(await stranger(), email, password)).status, 429)
    const other = (await newCreator()).visitor
    await signOut(other)
    assert.equal((await attempt(other, email, password)).status, 429, "somebody else's browser")
    visitor.address = (await stranger()).address
    assert.equal((await attempt(visitor, email, password)).status, 200)
    assert.equal(
      (await attempt(await stranger(), email, password)).status,
      429,
      'for all others it stays shut',
    )
  })

  test('right passwords count for nothing, however many sign in from one address', async ({ assert }) => {
    const { visitor, email, password } = await newCreator()
    const statuses = new Set<number>()
    for (let count = 0; count < 110; count += 1) {
      const browser = await stranger()
      browser.address = visitor.address
      statuses.add((await attempt(browser, email, password)).status)
    }
    assert.deepEqual([...statuses], [200])
  })

  test('what a browser keeps to be known is worth ten guesses, and nothing when it is forged', async ({
    assert,
  }) => {
    const { visitor, email, password } = await newCreator()
    await signOut(visitor)
    const device = visitor.cookies.get('formwright_device') ?? ''
    assert.notInclude(decodeURIComponent(device), email)
    await guess(visitor, email, 10)
    visitor.address = (await stranger()).address
    assert.equal((await attempt(visitor, email, password)).status, 429)
    const forger = await stranger()
    await guess(forger, email, 10)
    forger.cookies.set('formwright_device', `${device.slice(0, -4)}AAAA`)
    assert.equal((await attempt(forger, email, password)).status, 429)
  })

  test('an address is stopped after sixty attempts on whatever accounts', async ({ assert }) => {
    const visitor = await stranger()
    const statuses = new Set<number>()
    for (let attempt = 0; attempt < 61; attempt += 1) {
      const email = `${randomUUID()}@example.com`
      statuses.add((await visitor.post('/api/login', { email, password: 'x' })).status)
    }
    assert.deepEqual([...statuses], [401, 429])
  })
})

test.group('Workspaces', () => {
  test('a person makes another workspace and works in it', async ({ assert }) => {
    const { visitor, workspaceId } = await newCreator()
    const made = await visitor.post<{ data: { id: string } }>('/api/workspaces', { name: 'Second' })
    assert.equal(made.status, 201)
    const chosen = await visitor.put('/api/workspaces/current', { workspace_id: workspaceId })
    assert.equal(chosen.status, 204)
    const cookie = chosen.headers.getSetCookie().find((line) => line.startsWith('currentWorkspace='))
    assert.include(cookie ?? '', `currentWorkspace=${workspaceId};`)
    assert.notMatch(cookie ?? '', /HttpOnly/i)
    const list = await visitor.get<{ data: { name: string }[] }>('/api/open/workspaces/')
    assert.deepEqual(
      list.body.data.map(({ name }) => name),
      ["Ada Example's workspace", 'Second'],
    )
  })

  test('a foreign workspace cannot be chosen and is not listed', async ({ assert }) => {
    const { visitor } = await newCreator()
    const { workspaceId } = await newCreator()
    assert.equal((await visitor.put('/api/workspaces/current', { workspace_id: workspaceId })).status, 404)
    assert.notInclude((await visitor.get('/api/open/workspaces/')).text, workspaceId)
  })
})
