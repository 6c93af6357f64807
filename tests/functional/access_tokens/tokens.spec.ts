import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { AccessToken, CurrentAccessToken, NewAccessToken, Scope } from '#api_types/access_tokens'
import type { Page, Single } from '#api_types/answer'
import type { Workspace } from '#api_types/workspaces'
import { within } from '#app/workspaces/within'
import env from '#start/env'
import { newForm } from '#tests/functional/forms/factories'
import { setRole } from '#tests/functional/place'
import { newProgram, newToken, Program } from '#tests/functional/program'
import { type Creator, newCreator, Visitor } from '#tests/functional/visitor'

const CURRENT = '/api/access-tokens/current'
const ALL: Scope[] = [
  'forms:read',
  'forms:write',
  'submissions:read',
  'submissions:write',
  'integrations:manage',
  'workspaces:read',
]

interface Refusal {
  code: string
  message: string
  details?: unknown
  errors?: Record<string, string[]>
}

function tokensOf({ workspaceId }: Creator): string {
  return `/api/workspaces/${workspaceId}/access-tokens`
}

/** Somebody with this role in the workspace of another. */
async function member(owner: Creator, role: 'viewer' | 'editor' | 'admin'): Promise<Creator> {
  const person = await newCreator(role)
  await setRole(owner.workspaceId, person.userId, role)
  return { ...person, workspaceId: owner.workspaceId }
}

test.group('Access tokens', (group) => {
  group.each.teardown(() => env.set('TOKEN_REQUESTS_PER_MINUTE', 1_000_000))

  test('a token is shown once, kept as a hash, and listed with what it is good for', async ({ assert }) => {
    const creator = await newCreator()
    const made = await newToken(creator.visitor, creator.workspaceId, ['forms:read'], '2999-01-01T00:00:00Z')
    assert.match(made.token, /^fw_[0-9a-f]{48}$/)
    const listed = await creator.visitor.get<Page<AccessToken>>(tokensOf(creator))
    const { token, ...rest } = made
    assert.deepEqual(listed.body.data, [rest])
    assert.deepEqual(rest.scopes, ['forms:read'])
    assert.equal(rest.expires_at, '2999-01-01T00:00:00.000Z')
    assert.notInclude(listed.text, token)
    assert.isTrue(token.startsWith(rest.begins))
    const { rows } = await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery<{ rows: object[] }>('select * from access_tokens'),
    )
    assert.lengthOf(rows, 1)
    assert.notInclude(JSON.stringify(rows), token.slice(8))
  })

  test('a program asks what its token is good for, and leaves the time of its last use', async ({
    assert,
  }) => {
    const creator = await newCreator()
    const program = await newProgram(creator.visitor, creator.workspaceId, ['workspaces:read'])
    const { body, headers } = await program.get<Single<CurrentAccessToken>>(CURRENT)
    assert.equal(body.data.workspace.id, creator.workspaceId)
    assert.deepEqual(body.data.scopes, ['workspaces:read'])
    assert.closeTo(Date.parse(body.data.last_used_at ?? ''), Date.now(), 60_000)
    assert.isNull(headers.get('set-cookie'))
    const first = body.data.last_used_at
    // within a minute nothing more is written
    assert.equal((await program.get<Single<CurrentAccessToken>>(CURRENT)).body.data.last_used_at, first)
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update access_tokens set last_used_at = now() - interval '61 seconds'`),
    )
    const later = (await program.get<Single<CurrentAccessToken>>(CURRENT)).body.data.last_used_at
    assert.isAtLeast(Date.parse(later ?? ''), Date.parse(first ?? ''))
  })

  test('changes things without a session, without a CSRF token, and in its own workspace only', async ({
    assert,
  }) => {
    const creator = await newCreator()
    const other = await creator.visitor.post<Single<Workspace>>('/api/workspaces', { name: 'Second' })
    const program = await newProgram(creator.visitor, creator.workspaceId, ALL)
    const made = await program.post(`/api/workspaces/${creator.workspaceId}/forms`, { title: 'By script' })
    assert.equal(made.status, 201)
    assert.isNull(made.headers.get('set-cookie'))
    const elsewhere = await program.post(`/api/workspaces/${other.body.data.id}/forms`, {
      title: 'By script',
    })
    assert.equal(elsewhere.status, 404)
    const seen = await program.get<Single<Workspace[]>>('/api/open/workspaces')
    assert.deepEqual(
      seen.body.data.map(({ id }) => id),
      [creator.workspaceId],
    )
    const { form } = await newForm(undefined, 'Elsewhere', {
      ...creator,
      workspaceId: other.body.data.id,
    })
    assert.equal((await program.get(`/api/forms/${form.id}`)).status, 404)
  })

  test('a token that opens nothing is told why, in the header too', async ({ assert }) => {
    const creator = await newCreator()
    const refusal = async (token: string) => {
      const { status, body, headers } = await new Program(token).get<Refusal>(CURRENT)
      assert.equal(status, 401, token)
      assert.include(headers.get('www-authenticate'), `error="invalid_token"`)
      assert.include(headers.get('www-authenticate'), body.message)
      return body.code
    }
    for (const text of ['', 'fw_', 'secret', `fw_${'0'.repeat(47)}`])
      assert.equal(await refusal(text), 'E_TOKEN_SHAPE')
    assert.equal(await refusal(`fw_${'0'.repeat(48)}`), 'E_TOKEN_CHECKSUM')
    const revoked = await newToken(creator.visitor, creator.workspaceId, ['forms:read'])
    assert.equal((await creator.visitor.delete(`${tokensOf(creator)}/${revoked.id}`)).status, 204)
    assert.equal(await refusal(revoked.token), 'E_TOKEN_UNKNOWN')
    const expired = await newToken(
      creator.visitor,
      creator.workspaceId,
      ['forms:read'],
      '2999-01-01T00:00:00Z',
    )
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update access_tokens set expires_at = now() - interval '1 second'`),
    )
    assert.equal(await refusal(expired.token), 'E_TOKEN_EXPIRED')
    const former = await member(creator, 'editor')
    const left = await newToken(former.visitor, creator.workspaceId, ['forms:read'])
    assert.equal((await new Program(left.token).get(CURRENT)).status, 200)
    await setRole(creator.workspaceId, former.userId, null)
    assert.equal(await refusal(left.token), 'E_TOKEN_UNKNOWN')
    const suspended = await newToken(creator.visitor, creator.workspaceId, ['forms:read'])
    await db.from('users').where('id', creator.userId).update({ suspended_at: new Date() })
    assert.equal(await refusal(suspended.token), 'E_TOKEN_SUSPENDED')
  })

  test('whoever sends none is told how one is sent, where there is no session either', async ({ assert }) => {
    const { status, body, headers } = await new Visitor().get<Refusal>(CURRENT)
    assert.deepEqual([status, body.code], [401, 'E_SIGNED_OUT'])
    assert.equal(headers.get('www-authenticate'), 'Bearer realm="Formwright"')
    assert.include(body.message, 'Authorization: Bearer fw_')
    const creator = await newCreator()
    const { token } = await newToken(creator.visitor, creator.workspaceId, ['forms:read'])
    for (const authorization of [
      token,
      `Token ${token}`,
      `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
    ]) {
      const bare = await new Visitor().get<Refusal>(CURRENT, { authorization })
      assert.deepEqual([bare.status, bare.body.code], [401, 'E_SIGNED_OUT'])
      assert.include(bare.body.message, 'Bearer')
    }
    // a person whose session has ended is asked to sign in, as before
    const former = creator.visitor.copy()
    await creator.visitor.post('/api/logout', {})
    const ended = await former.get<Refusal>('/api/user')
    assert.deepEqual([ended.status, ended.body.message], [401, 'Sign in to continue.'])
  })

  test('a missing scope is named; the role of its person bounds it as it is now', async ({ assert }) => {
    const owner = await newCreator()
    const editor = await member(owner, 'editor')
    const path = `/api/workspaces/${owner.workspaceId}/forms`
    const reads = await newProgram(editor.visitor, owner.workspaceId, ['forms:read'])
    const refused = await reads.post<Refusal>(path, { title: 'No' })
    assert.equal(refused.status, 403)
    assert.equal(refused.body.code, 'E_SCOPE')
    assert.include(refused.body.message, 'forms:write')
    assert.deepEqual(refused.body.details, { scope: 'forms:write' })
    assert.include(refused.headers.get('www-authenticate'), 'error="insufficient_scope", scope="forms:write"')
    const writes = await newProgram(editor.visitor, owner.workspaceId, ['forms:write'])
    assert.equal((await writes.post(path, { title: 'Yes' })).status, 201)
    await within(owner.workspaceId, ({ trx }) =>
      trx.rawQuery(`update memberships set role = 'viewer' where user_id = ?`, [editor.userId]),
    )
    const after = await writes.post<Refusal>(path, { title: 'No' })
    assert.deepEqual([after.status, after.body.code], [403, 'E_ROLE'])
  })

  test('a token and a session cookie together are refused, and so is a token where browsers alone go', async ({
    assert,
  }) => {
    const creator = await newCreator()
    const { token } = await newToken(creator.visitor, creator.workspaceId, ALL)
    const both = await creator.visitor.get<Refusal>(CURRENT, { authorization: `Bearer ${token}` })
    assert.deepEqual([both.status, both.body.code], [400, 'E_TWO_CREDENTIALS'])
    const program = new Program(token)
    for (const path of ['/api/user', '/api/sessions', tokensOf(creator)]) {
      const { status, body } = await program.get<Refusal>(path)
      assert.deepEqual([status, body.code], [403, 'E_TOKEN_ROUTE'], path)
    }
    // what a proxy in front asks for is none of ours
    assert.equal((await creator.visitor.get('/api/user', { authorization: 'Basic eDp5' })).status, 200)
  })

  test('everybody sees and ends their own; admins those of all', async ({ assert }) => {
    const owner = await newCreator()
    const [admin, viewer] = [await member(owner, 'admin'), await member(owner, 'viewer')]
    const hers = await newToken(viewer.visitor, owner.workspaceId, ['forms:read'])
    const his = await newToken(owner.visitor, owner.workspaceId, ['forms:read'])
    const ids = async ({ visitor }: Creator) =>
      (await visitor.get<Page<AccessToken>>(tokensOf(owner))).body.data.map(({ id }) => id)
    assert.deepEqual(await ids(viewer), [hers.id])
    assert.deepEqual(await ids(admin), [his.id, hers.id])
    assert.equal((await viewer.visitor.delete(`${tokensOf(owner)}/${his.id}`)).status, 404)
    assert.equal((await admin.visitor.delete(`${tokensOf(owner)}/${hers.id}`)).status, 204)
    assert.equal((await new Program(hers.token).get(CURRENT)).status, 401)
    assert.equal((await new Program(his.token).get(CURRENT)).status, 200)
  })

  test('making one asks for the password of long ago, for a name, scopes and a time to come', async ({
    assert,
  }) => {
    const creator = await newCreator()
    const asked = { name: 'Script', scopes: ['forms:read'], expires_at: null }
    const ask = (change: object) => creator.visitor.post<Refusal>(tokensOf(creator), { ...asked, ...change })
    for (const [change, field] of [
      [{ name: ' ' }, 'name'],
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['forms:read', 'forms:read'] }, 'scopes'],
      [{ scopes: ['everything'] }, 'scopes.0'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ expires_at: 'tomorrow' }, 'expires_at'],
    ] as const) {
      const { status, body } = await ask(change)
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(body.errors ?? {}), [field])
    }
    const longAgo = new Date(Date.now() - 13 * 3600_000)
    await db.from('sessions').where('user_id', creator.userId).update({ confirmed_at: longAgo })
    const refused = await ask({})
    assert.deepEqual([refused.status, refused.body.code], [403, 'E_CONFIRM_PASSWORD'])
  })

  test('of twenty that are made at once with nineteen there, one is made', async ({ assert }) => {
    const creator = await newCreator()
    for (let index = 0; index < 19; index += 1)
      await newToken(creator.visitor, creator.workspaceId, ['forms:read'])
    const asked = { name: 'One more', scopes: ['forms:read'], expires_at: null }
    const made = await Promise.all(
      Array.from({ length: 20 }, () => creator.visitor.post<NewAccessToken>(tokensOf(creator), asked)),
    )
    const statuses = made.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, ...Array<number>(19).fill(409)])
  })

  test('each token has a limit of its own, and says what is left of it', async ({ assert }) => {
    const creator = await newCreator()
    const one = await newProgram(creator.visitor, creator.workspaceId, ['forms:read'])
    const other = await newProgram(creator.visitor, creator.workspaceId, ['forms:read'])
    env.set('TOKEN_REQUESTS_PER_MINUTE', 6)
    const headers: string[][] = []
    for (let index = 0; index < 3; index += 1) {
      const reply = await one.get(CURRENT)
      const named = ['ratelimit-limit', 'ratelimit-remaining'].map((name) => reply.headers.get(name) ?? '')
      headers.push([String(reply.status), ...named])
      const reset = Number(reply.headers.get('ratelimit-reset'))
      assert.isTrue(reset > 0 && reset <= 20, String(reset))
      if (reply.status === 429) assert.equal(reply.headers.get('retry-after'), String(reset))
    }
    assert.deepEqual(headers, [
      ['200', '2', '1'],
      ['200', '2', '0'],
      ['429', '2', '0'],
    ])
    assert.equal((await other.get(CURRENT)).status, 200)
  })

  test('pages of other origins call with a token and read the answer, never with cookies', async ({
    assert,
  }) => {
    const creator = await newCreator()
    const program = await newProgram(creator.visitor, creator.workspaceId, ['forms:read'])
    const origin = { origin: 'https://elsewhere.example' }
    const asked = await new Visitor().request('OPTIONS', '/api/workspaces/x/forms', undefined, {
      ...origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type',
    })
    assert.equal(asked.status, 204)
    assert.equal(asked.headers.get('access-control-allow-origin'), '*')
    assert.include(asked.headers.get('access-control-allow-headers'), 'authorization')
    assert.include(asked.headers.get('access-control-allow-methods'), 'POST')
    const answered = await program.get(CURRENT, origin)
    assert.equal(answered.headers.get('access-control-allow-origin'), '*')
    assert.include(answered.headers.get('access-control-expose-headers'), 'ratelimit-remaining')
    const wrong = await new Program('fw_').get(CURRENT, origin)
    assert.equal(wrong.headers.get('access-control-allow-origin'), '*')
    const { form } = await newForm(undefined, 'Public', creator)
    const open = await new Visitor().get(`/api/forms/${form.slug}/public`, origin)
    assert.equal(open.headers.get('access-control-allow-origin'), '*')
    const withCookie = await creator.visitor.get('/api/user', origin)
    assert.isNull(withCookie.headers.get('access-control-allow-origin'))
    for (const { headers } of [asked, answered, open, withCookie])
      assert.isNull(headers.get('access-control-allow-credentials'))
  })
})
