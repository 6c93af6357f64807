import { randomUUID } from 'node:crypto'
import ace from '@adonisjs/core/services/ace'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { Page } from '#api_types/answer'
import type { InstanceMail } from '#api_types/instance'
import AccountInvite from '#commands/account_invite'
import UserResetPassword from '#commands/user_reset_password'
import { sendAccountMails } from '#app/accounts/account_mails'
import { startJobs, stopJobs } from '#app/jobs/jobs'
import env from '#start/env'
import { until } from '#tests/functional/integrations/factories'
import { PostOffice } from '#tests/functional/mail/post_office'
import { makeOperator } from '#tests/functional/place'
import { newCreator, Visitor } from '#tests/functional/visitor'

interface Refusal {
  code: string
  errors?: Record<string, string[]>
}

const NEXT = 'quite another sentence'
const ORIGIN = new Visitor().baseUrl

/** A browser that nobody has signed in with. */
async function guest(): Promise<Visitor> {
  const visitor = new Visitor()
  await visitor.get('/api/user')
  return visitor
}

async function signIn(email: string, password: string): Promise<number> {
  return (await (await guest()).post('/api/login', { email, password })).status
}

async function asked(email: string) {
  const { status, text, headers } = await (await guest()).post<Refusal>('/api/password-resets', { email })
  return { status, text, retryAfter: headers.get('retry-after') }
}

async function chosen(link: string, password = NEXT) {
  const token = new URL(link).pathname.split('/').pop()
  return (await guest()).put<Refusal>('/api/password-resets', { token, password })
}

async function command(made: typeof AccountInvite | typeof UserResetPassword, ...given: string[]) {
  const one = await ace.create(made, given)
  one.ui.switchMode('raw')
  await one.run()
  return { code: one.exitCode ?? 0, said: one.ui.logger.getLogs().map(({ message }) => message) }
}

test.group('Mails about accounts', (group) => {
  let office: PostOffice
  let unserve = () => {}

  group.each.setup(async () => {
    office = await PostOffice.open()
    const origin = env.get('APP_URL', '')
    unserve = office.serve()
    env.set('APP_URL', ORIGIN)
    await startJobs([sendAccountMails])
    return async () => {
      await stopJobs()
      env.set('APP_URL', origin)
      unserve()
      await office.close()
    }
  })

  /** The mails that somebody has got, once there are so many. */
  async function got(email: string, count: number) {
    return until(
      async () => office.arrived.filter(({ to }) => to.includes(email)),
      ({ length }) => length >= count,
    )
  }

  function linkIn(text = ''): string {
    return /http:\/\/\S+\/(?:password\/reset\/|register\?)\S+/.exec(text)?.[0] ?? ''
  }

  test('a forgotten password: the link is good once, ends all sessions, and only the new password signs in', async ({
    assert,
  }) => {
    const { visitor, email, password, userId } = await newCreator()
    // however it is written, the mail goes to the address of the account
    const first = await asked(email.toUpperCase())
    assert.deepEqual([first.status, first.text], [202, ''])
    await asked(email)
    const [one, other] = await got(email, 2)
    const link = linkIn(one.mail.text)
    assert.isTrue(link.startsWith(`${ORIGIN}/password/reset/`))
    assert.match(link, /\/fwreset_[\w-]{27}$/)
    assert.include(one.mail.html, `href="${link}"`)
    assert.match(one.source, /^Auto-Submitted: auto-generated\r$/m)
    const [{ kept }] = (
      await db.rawQuery<{ rows: { kept: string }[] }>(
        `select concat((select json_agg(r) from password_resets r), (select json_agg(m) from account_mails m)) as kept`,
      )
    ).rows
    assert.notInclude(kept, link.slice(-27))

    const common = await chosen(link, 'Password1')
    assert.deepEqual([common.status, Object.keys(common.body.errors ?? {})], [422, ['password']])
    const changes = await Promise.all([chosen(link), chosen(link)])
    assert.deepEqual(changes.map(({ status }) => status).sort(), [204, 410])
    assert.equal((await visitor.get('/api/user')).status, 401)
    assert.lengthOf(await db.from('sessions').where('user_id', userId), 0)
    assert.deepEqual([await signIn(email, password), await signIn(email, NEXT)], [401, 200])
    const told = (await got(email, 3))[2]
    assert.equal(told.mail.subject, 'Your password was changed')
    assert.include(told.mail.text, `${ORIGIN}/password/email`)
    const late = await chosen(linkIn(other.mail.text), 'yet another sentence')
    assert.deepEqual([late.status, late.body.code], [410, 'E_RESET_LINK'])
  })

  test('an address without an account, and one that is suspended, gets the same answer and no mail', async ({
    assert,
  }) => {
    const known = await newCreator()
    const suspended = await newCreator()
    await db.from('users').where('id', suspended.userId).update({ suspended_at: new Date() })
    const nobody = `${randomUUID()}@example.com`
    const answers = [await asked(nobody), await asked(suspended.email), await asked(known.email)]
    for (const { status, text } of answers) assert.deepEqual([status, text], [202, ''])
    await got(known.email, 1)
    await until(
      () => db.from('account_mails').whereIn('email', [nobody, suspended.email]),
      ({ length }) => length === 0,
    )
    assert.deepEqual(
      office.arrived.filter(({ to }) => to[0] !== known.email),
      [],
    )
  })

  test('so many are asked for an address in an hour, whether or not it has an account', async ({
    assert,
  }) => {
    const { email } = await newCreator()
    for (const address of [email, `${randomUUID()}@example.com`]) {
      for (let count = 0; count < 5; count += 1)
        assert.equal((await asked(count % 2 ? address : ` ${address.toUpperCase()}`)).status, 202)
      const refused = await asked(address)
      assert.equal(refused.status, 429)
      assert.isAbove(Number(refused.retryAfter), 0)
    }
  })

  test('so many are asked from a network in an hour, for whatever addresses', async ({ assert }) => {
    const visitor = await guest()
    const replies = await Promise.all(
      Array.from({ length: 62 }, () =>
        visitor.post('/api/password-resets', { email: `${randomUUID()}@example.com` }),
      ),
    )
    const statuses = Object.groupBy(replies, ({ status }) => status)
    assert.deepEqual([statuses[202]?.length, statuses[429]?.length], [60, 2])
  })

  test('a link is good for an hour, and not after the password was changed', async ({ assert }) => {
    const { visitor, email, password, userId } = await newCreator()
    await asked(email)
    const [{ mail }] = await got(email, 1)
    const set = (expires: string) =>
      db.rawQuery(`update password_resets set expires_at = ${expires} where user_id = ?`, [userId])
    await set('now()')
    assert.equal((await chosen(linkIn(mail.text))).status, 410)
    await set(`now() + interval '1 minute'`)
    const change = { current_password: password, password: NEXT }
    assert.equal((await visitor.put('/api/user/password', change)).status, 204)
    assert.equal((await chosen(linkIn(mail.text), 'yet another sentence')).status, 410)
    assert.equal(await signIn(email, NEXT), 200)
  })

  test('where no mail is sent, whoever asks is told so, and an operator prints the link', async ({
    assert,
  }) => {
    const { email } = await newCreator()
    const told = async () =>
      (await (await guest()).get<{ resets_by_mail: boolean }>('/api/content/feature-flags')).body
        .resets_by_mail
    assert.isTrue(await told())
    unserve()
    assert.isFalse(await told())
    assert.equal((await asked(email)).status, 409)
    assert.equal((await asked(`${randomUUID()}@example.com`)).status, 409)
    const { code, said } = await command(UserResetPassword, email.toUpperCase())
    assert.equal(code, 0)
    assert.equal((await chosen(said[0])).status, 204)
    assert.equal(await signIn(email, NEXT), 200)
    assert.equal((await command(UserResetPassword, `${randomUUID()}@example.com`)).code, 1)
  })

  test('one that is not taken waits among the mails of operators, who send it again, once, or delete it', async ({
    assert,
  }) => {
    const { email, visitor } = await newCreator()
    const operator = await newCreator('Olga')
    await makeOperator(operator.userId)
    const listed = async () =>
      (await operator.visitor.get<Page<InstanceMail>>('/api/instance/mails')).body.data.filter(({ to }) =>
        to?.includes(email),
      )
    office.refuse = () => ({ code: 451, message: 'greylisted' })
    await asked(email)
    const [waiting] = await until(listed, ([one]) => one?.reason != null)
    assert.containSubset(waiting, {
      ...{ state: 'waiting', subject: 'Choose a new password', workspace: null, attempts: 1 },
    })
    assert.include(waiting.reason, 'greylisted')
    const path = `/api/instance/mails/${waiting.id}`
    assert.equal((await visitor.get(path)).status, 404)
    assert.equal((await operator.visitor.get<{ data: { text: null } }>(path)).body.data.text, null)
    office.refuse = () => undefined
    assert.equal((await operator.visitor.post(`${path}/send`)).status, 202)
    const [arrived, ...more] = await got(email, 1)
    assert.isEmpty(more)
    const link = linkIn(arrived.mail.text)
    assert.equal(arrived.mail.messageId, `<${waiting.id}@house.example>`)
    await until(listed, ([one]) => one?.state === 'sent')
    assert.equal((await chosen(link)).status, 204)
    await got(email, 2)
    await until(listed, (all) => all.length === 2 && all.every(({ state }) => state === 'sent'))
    assert.equal((await operator.visitor.post(`${path}/send`)).status, 409)
    assert.equal((await operator.visitor.delete(path)).status, 409)

    office.refuse = () => ({ code: 550, message: 'no such mailbox' })
    await asked(email)
    const [failed] = await until(listed, ([one]) => one?.state === 'failed')
    assert.equal((await operator.visitor.delete(`/api/instance/mails/${failed.id}`)).status, 204)
    assert.lengthOf(await listed(), 2)
  })

  test('a new one does not wait behind those that a slow server lets wait', async ({ assert }) => {
    const [slow, quick] = [await newCreator(), await newCreator()]
    await db.rawQuery(
      `insert into account_mails (kind, email, attempts, next_attempt_at)
       select 'password-changed', ?, 1, now() - interval '1 hour' from generate_series(1, 8)`,
      [slow.email],
    )
    const asking = Promise.withResolvers<undefined>()
    let held = 0
    office.refuse = (address) => {
      if (address === slow.email) held += 1
      return asking.promise
    }
    const work = sendAccountMails.run({}, new AbortController().signal)
    await until(
      async () => held,
      (count) => count > 0,
    )
    await db.rawQuery(`insert into account_mails (kind, email) values ('password-changed', ?)`, [quick.email])
    asking.resolve(undefined)
    await work
    await got(slow.email, 8)
    await got(quick.email, 1)
    assert.isBelow(
      office.arrived.findIndex(({ to }) => to.includes(quick.email)),
      8,
    )
  })

  test('they are in the language of the browser that signed in last', async ({ assert }) => {
    const { email, password } = await newCreator()
    const signInFrom = async (accepted: string) => {
      const visitor = await guest()
      await visitor.post('/api/login', { email, password }, { 'accept-language': accepted })
    }
    const told: { subject: string | undefined; html: string; text: string | undefined }[] = []
    for (const accepted of ['ar-EG,ar;q=0.9,en;q=0.8', 'pt-BR,de-AT;q=0.7', 'pl']) {
      await signInFrom(accepted)
      await asked(email)
      const mails = await got(email, told.length + 1)
      const { subject, html, text } = mails[told.length].mail
      told.push({ subject, html: String(html), text })
    }
    assert.deepEqual(
      told.map(({ subject }) => subject),
      // a browser that asks for none of ours leaves it as it was
      ['اختر كلمة مرور جديدة', 'Wählen Sie ein neues Passwort', 'Wählen Sie ein neues Passwort'],
    )
    assert.match(told[0].html, /^<!doctype html><html lang="ar" dir="rtl">/)
    assert.match(told[1].html, /^<!doctype html><html lang="de" dir="ltr">/)
    for (const { text } of told) assert.match(linkIn(text), /\/fwreset_[\w-]{27}$/)
    assert.equal((await chosen(linkIn(told[2].text))).status, 204)
    assert.equal((await got(email, 4))[3].mail.subject, 'Ihr Passwort wurde geändert')
  })

  test('an invitation is written in the language that is asked for', async ({ assert }) => {
    const email = `${randomUUID()}@example.com`
    assert.equal((await command(AccountInvite, '--to', email, '--language', 'fr')).code, 0)
    await sendAccountMails.run({}, new AbortController().signal)
    const [{ mail }] = await got(email, 1)
    assert.equal(mail.subject, 'Vous êtes invité sur Formwright')
    const { code, said } = await command(AccountInvite, '--to', email, '--language', 'xx')
    assert.equal(code, 1)
    assert.include(said[0], 'No mail is written in “xx”. There are en, de, fr, es, ar.')
  })

  test('an invitation goes by mail, for that address alone, once; without a mail server it is printed', async ({
    assert,
  }) => {
    const email = `${randomUUID()}@example.com`
    const { code, said } = await command(AccountInvite, '--to', email)
    assert.equal(code, 0)
    assert.notMatch(said.join(), /fwinvite_/)
    await sendAccountMails.run({}, new AbortController().signal)
    const [{ mail, source }] = await got(email, 1)
    assert.equal(mail.subject, 'You are invited to Formwright')
    const invitation = new URL(linkIn(mail.text)).searchParams.get('invitation')
    assert.include(source, ORIGIN)
    // whoever sent it, we or the job, notes so once the mail has arrived
    await until(
      () => db.from('account_mails').where('email', email).whereNull('sealed'),
      ({ length }) => length === 1,
    )

    const register = async (address: string) =>
      (await guest()).post<Refusal>('/api/register', {
        ...{ name: 'Ada', email: address, password: NEXT, invitation },
      })
    const registration = env.get('REGISTRATION')
    env.set('REGISTRATION', 'invited')
    try {
      const other = await register(`${randomUUID()}@example.com`)
      assert.deepEqual([other.status, other.body.code], [403, 'E_INVITATION'])
      assert.equal((await register(email.toUpperCase())).status, 201)
      assert.equal((await register(email)).status, 403)
    } finally {
      env.set('REGISTRATION', registration)
    }
    unserve()
    const printed = await command(AccountInvite, '--to', `${randomUUID()}@example.com`)
    assert.match(printed.said[0], /\/register\?invitation=fwinvite_/)
    assert.equal((await command(AccountInvite, '--to', 'a@b, c@d.example')).code, 1)
  })

  test('an invitation whose link was stored with another key of the server is told, not forgotten', async ({
    assert,
  }) => {
    const email = `${randomUUID()}@example.com`
    unserve()
    const id = randomUUID()
    await db.rawQuery(
      `insert into account_mails (id, kind, email, sealed, language) values (?, 'invitation', ?, 'sealed', 'en')`,
      [id, email],
    )
    await sendAccountMails.run({}, new AbortController().signal)
    const [row] = await db.from('account_mails').where('id', id)
    assert.include(row, { status: 'failed', sealed: 'sealed' })
    assert.match(row.reason, /another key .* \(APP_KEY\).* Put that key back and send it again/)
  })
})
