import { setTimeout as wait } from 'node:timers/promises'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import type { Disconnected } from '#api_types/connections'
import { askWith } from '#app/connections/ask_with'
import { keepCredential } from '#app/connections/credentials'
import { withAdvisoryLock } from '#app/jobs/advisory_lock'
import { within } from '#app/workspaces/within'
import {
  comeBack,
  connect,
  connectionsOf,
  consent,
  openSlack,
  setOperatorSettings,
  setOut,
} from '#tests/functional/connections/connecting'
import { countRows, setRole } from '#tests/functional/place'
import { type Creator, newCreator } from '#tests/functional/visitor'
import { GoogleStandIn } from '#tests/stand_ins/google/google'
import type { SlackStandIn } from '#tests/stand_ins/slack/slack'
import type { OutboundRequest } from '@formwright/kit/integration'

const TOKENS = '/api/oauth.v2.access'

const authTest: OutboundRequest = {
  method: 'POST',
  url: 'https://slack.com/api/auth.test',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: '',
}

/** Makes a call as deliveries do, without their log. */
const call = async ({ method, url, headers, body }: OutboundRequest) => {
  const answer = await fetch(url, { method, headers, body })
  return { status: answer.status, headers: {}, body: await answer.text() }
}

test.group('Connections', (group) => {
  let slack: SlackStandIn
  group.each.setup(async () => {
    const opened = await openSlack()
    slack = opened.slack
    return opened.close
  })

  test('without client id the page says what the operator sets and where the service sends people back to', async ({
    assert,
  }) => {
    delete process.env.SLACK_CLIENT_ID
    const creator = await newCreator()
    const { services } = await connectionsOf(creator)
    assert.deepInclude(
      services.find(({ kind }) => kind === 'slack'),
      {
        by: 'oauth',
        configured: false,
        settings: ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET'],
        callback: `${creator.visitor.baseUrl}/settings/connections/callback/slack`,
      },
    )
    const path = `/api/workspaces/${creator.workspaceId}/connection-flows`
    assert.equal((await creator.visitor.post(path, { service: 'slack' })).status, 409)
    assert.equal((await creator.visitor.post(path, { service: 'nothing' })).status, 422)
  })

  test('a person consents, comes back once, and the account is shown; nothing of the token is', async ({
    assert,
  }) => {
    const creator = await newCreator()
    const brought = await consent(await setOut(creator, 'slack'), 'Allow')
    const made = await comeBack(creator.visitor, 'slack', brought)
    assert.equal(made.status, 200)
    const listed = await connectionsOf(creator)
    assert.deepInclude(listed.connections[0], { service: 'slack', account: 'Lighthouse', lost: null })
    const again = await comeBack(creator.visitor, 'slack', brought)
    assert.deepInclude(again.body, { code: 'E_STATE' })
    const [grant] = slack.oauth.grants
    for (const secret of [grant?.token ?? '', grant?.refreshToken ?? '', slack.oauth.rules.clientSecret]) {
      assert.notInclude(JSON.stringify(listed) + made.text, secret)
      const { rows } = await within(creator.workspaceId, ({ trx }) =>
        trx.rawQuery<{ rows: { row: string }[] }>('select c::text as row from connections c'),
      )
      assert.notInclude(rows[0]?.row, secret)
    }
  })

  test('a state is good in its own session, for its own service, within ten minutes; a refusal uses it up', async ({
    assert,
  }) => {
    const creator = await newCreator()
    const refused = async (brought: Record<string, string>, visitor = creator.visitor, service = 'slack') => {
      const { status, body } = await comeBack(visitor, service, brought)
      assert.equal(status, 422)
      return body.code
    }
    const brought = await consent(await setOut(creator, 'slack'), 'Allow')
    // another browser of the same person
    const elsewhere = creator.visitor.copy()
    elsewhere.cookies = new Map()
    await elsewhere.get('/api/user')
    await elsewhere.post('/api/login', { email: creator.email, password: creator.password })
    assert.equal(await refused(brought, elsewhere), 'E_STATE')
    assert.equal(await refused(brought, (await newCreator()).visitor), 'E_STATE')
    assert.equal(await refused(brought, creator.visitor, 'google'), 'E_STATE')
    assert.equal(await refused({ ...brought, state: `A${(brought.state ?? '').slice(1)}` }), 'E_STATE')
    assert.equal(await refused({ ...brought, state: 'nothing' }), 'E_STATE')
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update connection_flows set expires_at = expires_at - interval '601 seconds'`),
    )
    assert.equal(await refused(brought), 'E_STATE')

    const cancelled = await consent(await setOut(creator, 'slack'), 'Cancel')
    assert.equal(await refused(cancelled), 'E_CONSENT')
    assert.equal(await refused(cancelled), 'E_STATE')
    assert.equal(
      await refused({ ...(await consent(await setOut(creator, 'slack'), 'Allow')), code: 'x' }),
      'E_CONNECT',
    )
    for (let times = 0; times < 25; times++) await setOut(creator, 'slack')
    assert.equal(await countRows(creator.workspaceId, 'connection_flows'), 20)
    assert.equal(await countRows(creator.workspaceId, 'connections'), 0)
  })

  test('where a box was unticked nothing is connected, and the grant is taken back', async ({ assert }) => {
    const creator = await newCreator()
    slack.oauth.unticked = ['groups:read']
    const brought = await consent(await setOut(creator, 'slack'), 'Allow')
    const { status, body } = await comeBack(creator.visitor, 'slack', brought)
    assert.equal(status, 422)
    assert.match(body.message, /groups:read/)
    assert.isTrue(slack.oauth.grants[0]?.revoked)
  })

  test('admins connect and remove, editors see what there is, viewers nothing', async ({ assert }) => {
    const owner = await newCreator()
    const connection = await connect(owner, 'slack')
    const editor = await newCreator()
    await setRole(owner.workspaceId, editor.userId, 'editor')
    const path = `/api/workspaces/${owner.workspaceId}`
    assert.equal((await editor.visitor.get(`${path}/connections`)).status, 200)
    assert.equal((await editor.visitor.post(`${path}/connection-flows`, { service: 'slack' })).status, 403)
    assert.equal((await editor.visitor.delete(`${path}/connections/${connection.id}`)).status, 403)
    await setRole(owner.workspaceId, editor.userId, 'viewer')
    assert.equal((await editor.visitor.get(`${path}/connections`)).status, 403)
    // an admin who is none any more when they come back
    await setRole(owner.workspaceId, editor.userId, 'admin')
    const away = { ...editor, workspaceId: owner.workspaceId }
    const brought = await consent(await setOut(away, 'slack'), 'Allow')
    await setRole(owner.workspaceId, editor.userId, 'editor')
    assert.equal((await comeBack(editor.visitor, 'slack', brought)).body.code, 'E_STATE')
  })

  test('a token that runs out is refreshed once, however many need it', async ({ assert }) => {
    const creator = await newCreator()
    const { id } = await connect(creator, 'slack')
    slack.oauth.expireAll()
    await within(creator.workspaceId, ({ trx }) => trx.rawQuery('update connections set expires_at = now()'))
    const asked = Array.from({ length: 12 }, () =>
      askWith({ workspaceId: creator.workspaceId, id }, authTest, call),
    )
    for (const { response } of await Promise.all(asked)) assert.include(response.body, '"ok":true')
    assert.lengthOf(slack.server.to(TOKENS), 2)
    // a token that is refused although it should be good is refreshed too
    slack.oauth.expireAll()
    await askWith({ workspaceId: creator.workspaceId, id }, authTest, call)
    assert.lengthOf(slack.server.to(TOKENS), 3)
  })

  test('while another process refreshes, its tokens are waited for and used', async ({ assert }) => {
    const creator = await newCreator()
    const { workspaceId } = creator
    const { id } = await connect(creator, 'slack')
    const grant = slack.oauth.grants[0]
    if (!grant) throw new Error('there is no grant')
    await within(workspaceId, ({ trx }) => trx.rawQuery('update connections set expires_at = now()'))
    let asked: Promise<unknown> | undefined
    await withAdvisoryLock(`connection ${workspaceId} ${id}`, async () => {
      asked = askWith({ workspaceId, id }, authTest, call)
      // time enough for a request of its own
      await Promise.race([slack.server.arrived(TOKENS, 2), wait(300)])
      const next = { ...grant, token: 'xoxe-by-another-process' }
      slack.oauth.grants.push(next)
      const credential = { token: next.token, refreshToken: next.refreshToken }
      await within(workspaceId, (scope) => keepCredential(scope, id, 1, { credential, expiresIn: 3600 }))
    })
    assert.propertyVal(await asked, 'generation', 1)
    assert.lengthOf(slack.server.to(TOKENS), 1)
    assert.equal(
      slack.server.to('/api/auth.test').at(-1)?.headers.authorization,
      'Bearer xoxe-by-another-process',
    )
  })

  test('a service that is down for a moment loses nothing; a revoked grant is lost until somebody connects again', async ({
    assert,
  }) => {
    const creator = await newCreator()
    const { workspaceId } = creator
    const { id } = await connect(creator, 'slack')
    const ask = () => askWith({ workspaceId, id }, authTest, call)
    const lost = async () => (await connectionsOf(creator)).connections[0]?.lost
    // the token is still good for a minute
    await within(workspaceId, ({ trx }) =>
      trx.rawQuery(`update connections set expires_at = now() + interval '1 minute'`),
    )
    slack.play(({ path }) => (path === TOKENS ? { status: 503, body: '<html>' } : undefined))
    assert.include((await ask()).response.body, '"ok":true')
    slack.oauth.expireAll()
    await within(workspaceId, ({ trx }) => trx.rawQuery('update connections set expires_at = now()'))
    await assert.rejects(ask, /gave no new token \(status 503\)/)
    assert.isNull(await lost())
    // what a service repeats is no shorter secret for being cut
    const filling = 'x'.repeat(95)
    slack.play(({ path, body }) =>
      path === TOKENS
        ? { status: 400, body: { error: filling + (new URLSearchParams(body).get('refresh_token') ?? '') } }
        : undefined,
    )
    await assert.rejects(ask, /gave no new token \(x{95}•{5}\)/)
    assert.isNull(await lost())
    slack.play(() => undefined)
    await ask()

    slack.oauth.revokeAll()
    await assert.rejects(ask, /does not accept the connection any more/)
    assert.equal((await lost())?.reason, 'invalid_refresh_token')
    const before = slack.server.requests.length
    await assert.rejects(ask, /does not accept the connection any more/)
    assert.lengthOf(slack.server.requests, before, 'a lost connection is not asked with')

    const { team } = slack
    slack.team = { id: 'T0OTHER', name: 'Another' }
    const brought = await consent(await setOut(creator, 'slack', { connection_id: id }), 'Allow')
    const other = await comeBack(creator.visitor, 'slack', brought)
    assert.match(other.body.message, /This is “Another”, and the connection is to “Lighthouse”/)
    slack.team = { ...team, name: 'Lighthouse Ltd' }
    assert.deepInclude(await connect(creator, 'slack', { connection_id: id }), {
      id,
      account: 'Lighthouse Ltd',
      lost: null,
    })
    await ask()
    // the same account once more is no second connection
    assert.equal((await connect(creator, 'slack')).id, id)
  })

  test('removing a connection revokes it at the service; where that cannot be done it is said', async ({
    assert,
  }) => {
    const creator = await newCreator()
    const remove = async () => {
      const { id } = await connect(creator, 'slack')
      const path = `/api/workspaces/${creator.workspaceId}/connections/${id}`
      return (await creator.visitor.delete<{ data: Disconnected }>(path)).body.data
    }
    assert.deepEqual(await remove(), { revoked: true, shared: false })
    assert.isTrue(slack.oauth.grants.every(({ revoked }) => revoked))
    slack.play(({ path }) => (path === '/api/auth.revoke' ? { status: 500 } : undefined))
    assert.deepEqual(await remove(), { revoked: false, shared: false })
    assert.lengthOf((await connectionsOf(creator)).connections, 0)
  })

  test('what is given up in one workspace is not taken from another that works with the same account', async ({
    assert,
    cleanup,
  }) => {
    const google = await GoogleStandIn.open()
    cleanup(() => google.close())
    cleanup(setOperatorSettings(google.settings))
    const [one, other] = [await newCreator(), await newCreator()]
    const remove = async ({ visitor, workspaceId }: Creator, { id }: { id: string }) =>
      (await visitor.delete<{ data: Disconnected }>(`/api/workspaces/${workspaceId}/connections/${id}`)).body
        .data
    const [mine, theirs] = [await connect(one, 'google'), await connect(other, 'google')]
    // Google ends all that an account gave this server
    assert.deepEqual(await remove(one, mine), { revoked: false, shared: true })
    assert.lengthOf((await connectionsOf(one)).connections, 0)
    assert.isTrue(google.oauth.grants.every(({ revoked }) => !revoked))
    assert.deepEqual(await remove(other, theirs), { revoked: true, shared: false })

    // nor is it left at the service, or taken back twice, when both give it up in one moment
    const both = [await connect(one, 'google'), await connect(other, 'google')]
    const owner = await db.connection('owner').transaction()
    await owner.rawQuery('lock table connections in share mode')
    const given = Promise.all([remove(one, both[0]), remove(other, both[1])])
    const waiting = `select from pg_locks where not granted and (relation = 'connections'::regclass or locktype = 'advisory')`
    while ((await owner.rawQuery<{ rows: object[] }>(waiting)).rows.length < 2) await wait(5)
    await owner.rollback()
    assert.sameDeepMembers(await given, [
      { revoked: false, shared: true },
      { revoked: true, shared: false },
    ])

    // who gives it up again and again takes no more than two connections to the database for it
    const again = await connect(one, 'google')
    const holder = await db.connection('owner').transaction()
    await holder.rawQuery('lock table connections in share mode')
    const many = Promise.all(Array.from({ length: 12 }, () => remove(one, again)))
    while ((await holder.rawQuery<{ rows: object[] }>(waiting)).rows.length < 2) await wait(5)
    await wait(200)
    assert.lengthOf((await holder.rawQuery<{ rows: object[] }>(waiting)).rows, 2)
    await holder.rollback()
    const ended = await many
    assert.deepEqual(ended.filter(Boolean), [{ revoked: true, shared: false }])

    const { team } = slack
    slack.team = { id: 'T0OTHER', name: 'Another' }
    await connect(other, 'slack')
    slack.team = team
    const { id } = await connect(one, 'slack')
    slack.team = { id: 'T0OTHER', name: 'Another' }
    const brought = await consent(await setOut(one, 'slack', { connection_id: id }), 'Allow')
    assert.equal((await comeBack(one.visitor, 'slack', brought)).status, 422)
    assert.isTrue(slack.oauth.grants.every(({ revoked }) => !revoked))
  })

  test('whoever connects while the account is given up elsewhere is connected, or told to do it again', async ({
    assert,
    cleanup,
  }) => {
    const google = await GoogleStandIn.open()
    cleanup(() => google.close())
    cleanup(setOperatorSettings(google.settings))
    const [one, other] = [await newCreator(), await newCreator()]
    const { id } = await connect(one, 'google')
    const brought = await consent(await setOut(other, 'google'), 'Allow')
    const revocation = Promise.withResolvers<void>()
    google.play(({ path }) => {
      if (path !== '/revoke') return undefined
      // it takes its time, and ends what was given until then
      return { status: 200, body: {}, after: revocation.promise.then(() => google.oauth.revokeAll()) }
    })
    const asked = google.server.to('/drive/v3/about').length
    const removed = one.visitor.delete(`/api/workspaces/${one.workspaceId}/connections/${id}`)
    await google.server.arrived('/revoke', 1)
    const came = comeBack(other.visitor, 'google', brought)
    await google.server.arrived('/drive/v3/about', asked + 1)
    setTimeout(() => revocation.resolve(), 300)
    assert.equal((await removed).status, 200)
    const { status, body } = await came
    assert.deepEqual([status, body.code], [422, 'E_CONNECT'])
    assert.lengthOf((await connectionsOf(other)).connections, 0)
    await connect(other, 'google')
    assert.isFalse(google.oauth.grants.at(-1)?.revoked)

    // nor does a box that somebody leaves unticked end what others work with
    google.oauth.unticked = ['https://www.googleapis.com/auth/drive.file']
    const less = await consent(await setOut(one, 'google'), 'Allow')
    assert.equal((await comeBack(one.visitor, 'google', less)).status, 422)
    assert.isFalse(google.oauth.grants[2]?.revoked)
  })

  test('a credential that is copied to another row cannot be opened', async ({ assert }) => {
    const [one, other] = [await newCreator(), await newCreator()]
    const [from, to] = [await connect(one, 'slack'), await connect(other, 'slack')]
    const { rows } = await within(one.workspaceId, ({ trx }) =>
      trx.rawQuery<{ rows: { credentials: string }[] }>('select credentials from connections where id = ?', [
        from.id,
      ]),
    )
    await within(other.workspaceId, ({ trx }) =>
      trx.rawQuery('update connections set credentials = ? where id = ?', [
        rows[0]?.credentials ?? '',
        to.id,
      ]),
    )
    const [copied] = (await connectionsOf(other)).connections
    assert.include(copied, { id: to.id, unread: true, lost: null })
    const use = () => askWith({ workspaceId: other.workspaceId, id: to.id }, authTest, call)
    await assert.rejects(use, /stored with another key .* \(APP_KEY\), and cannot be read\. Connect again/)

    const again = await connect(other, 'slack', { connection_id: to.id })
    assert.include(again, { id: to.id, unread: false })
    assert.equal((await use()).response.status, 200)
  })
})
