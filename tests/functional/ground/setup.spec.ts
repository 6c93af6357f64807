import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import pg from 'pg'
import { freePort, Instance } from '#tests/functional/ground/instance'
import { Visitor, type Reply } from '#tests/functional/visitor'

interface Refusal {
  code: string
}

/** Runs SQL as the owner of an instance's tables. */
async function asOwner(storage: string, sql: string): Promise<Record<string, unknown>[]> {
  const settings: unknown = JSON.parse(readFileSync(join(storage, 'settings.json'), 'utf8'))
  if (typeof settings !== 'object' || settings === null || !('DATABASE_OWNER_URL' in settings)) {
    throw new Error('settings.json names no database')
  }
  const client = new pg.Client({ connectionString: String(settings.DATABASE_OWNER_URL) })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

test.group('The demo account', (group) => {
  let storage = ''
  group.setup(() => {
    storage = mkdtempSync(join(tmpdir(), 'formwright-demo-'))
    return () => rmSync(storage, { recursive: true, force: true })
  })

  test('is made for this machine only, with a password of its own that is told again', async ({ assert }) => {
    const port = await freePort()
    /** What a start tells of the demo account, and who has an account then. */
    const start = async (host: string, demo = '') => {
      const instance = new Instance({ STORAGE_DIR: storage, PORT: String(port), DEMO: demo, HOST: host })
      await instance.ready()
      const users = await asOwner(storage, 'select email, password, operator from users')
      assert.equal(await instance.stop(), 0)
      const [, email, password] = /Sign in with (\S+) and the password (\S+)/.exec(instance.output) ?? []
      return { email, password, users }
    }
    assert.deepEqual(await start('0.0.0.0'), { email: undefined, password: undefined, users: [] })

    const { email, password = '', users } = await start('127.0.0.1')
    assert.isAtLeast(password.length, 16)
    assert.deepEqual(
      users.map((user) => [user.email, user.operator]),
      [[email, true]],
    )
    assert.notInclude(JSON.stringify(users), password)
    assert.deepEqual(await start('127.0.0.1'), { email, password, users })

    // somebody ended the start that made it, and wants none after all: there is nobody else who could sign in
    renameSync(join(storage, 'demo.json'), join(storage, 'demo.json.begun'))
    const without = await start('127.0.0.1', '0')
    assert.deepEqual(without, { email, password, users })
  })
})

test.group('The set-up link', (group) => {
  let storage = ''
  group.setup(() => {
    storage = mkdtempSync(join(tmpdir(), 'formwright-setup-'))
    return () => rmSync(storage, { recursive: true, force: true })
  })

  test('makes the first account and nothing else: once, in time, by one of many', async ({ assert }) => {
    const port = await freePort()
    const baseUrl = `http://127.0.0.1:${port}`
    const start = async () => {
      const instance = new Instance({ STORAGE_DIR: storage, PORT: String(port), REGISTRATION: '' })
      await instance.ready()
      return instance
    }
    const post = async (path: string, name: string, more: object = {}): Promise<Reply<Refusal>> => {
      const visitor = new Visitor(baseUrl)
      await visitor.get('/api/user')
      const person = { name, email: `${name}@example.com`, password: 'correct horse battery' }
      return visitor.post<Refusal>(path, { ...person, ...more })
    }
    const refused = ({ status, body }: Reply<Refusal>) => [status, body.code]

    const first = await start()
    const old = first.setupToken()
    assert.match(old, /^fwsetup_[\w-]{27}$/)
    const [kept] = await asOwner(storage, 'select * from setup_link')
    assert.notInclude(JSON.stringify(kept), old, 'only a hash of it is kept')
    assert.deepEqual(refused(await post('/api/register', 'stranger')), [403, 'E_SETUP'])
    assert.deepEqual(refused(await post('/api/setup', 'guess', { token: `${old}x` })), [410, 'E_SETUP_LINK'])

    await asOwner(storage, `update setup_link set expires_at = now() - interval '1 second'`)
    assert.deepEqual(refused(await post('/api/setup', 'late', { token: old })), [410, 'E_SETUP_LINK'])
    assert.deepEqual(refused(await post('/api/register', 'stranger')), [403, 'E_SETUP'], 'still shut')
    await first.stop()

    const second = await start()
    const token = second.setupToken()
    assert.deepEqual(refused(await post('/api/setup', 'late', { token: old })), [410, 'E_SETUP_LINK'])
    const refusedPassword = await post('/api/setup', 'ada', { token, password: 'password1' })
    assert.equal(refusedPassword.status, 422, 'and the link is still good')
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        let answer = await post('/api/setup', `ada${index}`, { token })
        // a busy machine sends some away before their password was hashed: they come again
        while (answer.status === 503) answer = await post('/api/setup', `ada${index}`, { token })
        return answer
      }),
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, ...Array<number>(7).fill(410)])
    assert.deepEqual(await asOwner(storage, 'select operator from users'), [{ operator: true }])
    assert.lengthOf(await asOwner(storage, 'select 1 from workspaces'), 1)
    assert.deepEqual(refused(await post('/api/setup', 'again', { token })), [410, 'E_SETUP_LINK'])
    const uninvited = await post('/api/register', 'grace')
    assert.deepEqual(refused(uninvited), [403, 'E_INVITATION'], 'now whoever is invited may register')
    const { PATH, HOME } = process.env
    const { stdout: invited } = spawnSync(process.execPath, ['ace.js', 'account:invite'], {
      encoding: 'utf8',
      env: { PATH, HOME, STORAGE_DIR: storage },
    })
    const invitation = new RegExp(`^${baseUrl}/register\\?invitation=(\\S+)$`, 'm').exec(invited)?.[1]
    assert.deepEqual(refused(await post('/api/register', 'grace', { invitation: `${invitation}x` })), [
      403,
      'E_INVITATION',
    ])
    assert.notInclude(
      JSON.stringify(await asOwner(storage, 'select * from account_invitations')),
      invitation ?? '?',
    )
    const both = await Promise.all(
      ['grace', 'mary'].map((name) => post('/api/register', name, { invitation })),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 403], 'one of them')
    assert.lengthOf(
      await asOwner(storage, 'select 1 from users where operator'),
      1,
      'of the link, not invited',
    )
    await second.stop()

    const third = await start()
    assert.notInclude(third.output, '/setup?token=')
    assert.include(third.output, `${baseUrl}/login`)
    await third.stop()
  })
})
