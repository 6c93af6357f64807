import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import ace from '@adonisjs/core/services/ace'
import { tellFailing } from '#app/integrations/tell_failing'
import { within } from '#app/workspaces/within'
import MailList from '#commands/mail_list'
import type { DeliveryBackground } from '#app/integrations/background'
import env from '#start/env'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { connect, openSlack } from '#tests/functional/connections/connecting'
import { newForm, publish, textBlock, type FormItem } from '#tests/functional/forms/factories'
import {
  addIntegration,
  addWebhook,
  deliveryOf,
  logOf,
  pathOf,
  startDeliveries,
  submit,
  until,
  type IntegrationItem,
} from '#tests/functional/integrations/factories'
import { PostOffice } from '#tests/functional/mail/post_office'
import { publishedForm, submit as answer } from '#tests/functional/respond/answering'
import { type Creator, newCreator, Visitor } from '#tests/functional/visitor'

const HOSTILE = '<b>Zoë</b> {{#x}} \u202e =1+1\nBcc: all@example.com'

async function formWithMail(
  title = 'Feedback',
  language?: string,
): Promise<{ creator: Creator; form: FormItem; ada: string }> {
  const blocks = [textBlock('name01', 'Your name'), { ...textBlock('mail01', 'Address'), kind: 'email' }]
  const made = await newForm(blocks, title)
  if (language !== undefined) await speak(made.creator, made.form, language)
  await publish(made.creator, made.form.id)
  return { ...made, ada: `ada-${made.form.id}@example.com` }
}

async function speak(creator: Creator, form: FormItem, language: string): Promise<void> {
  const path = `/api/forms/${form.id}/draft`
  const { body } = await creator.visitor.get<{
    data: { revision: number; rows: { block_id: string; position: string; content: object }[] }
  }>(path)
  const general = body.data.rows.find(({ block_id }) => block_id === 'settings.general')
  const op = {
    op: 'put',
    block_id: 'settings.general',
    kind: 'settings.general',
    position: general?.position ?? 'a0',
    content: { title: form.title, ...general?.content, language },
  }
  const changed = await creator.visitor.patch(path, { base: body.data.revision, ops: [op] })
  if (changed.status !== 200) throw new Error(`language: ${changed.status} ${changed.text}`)
}

test.group('Mail', (group) => {
  let office: PostOffice
  let background: DeliveryBackground
  let unserve: () => void

  group.each.setup(async () => {
    office = await PostOffice.open()
    unserve = office.serve()
    background = startDeliveries({ schedule: [0, 0.02, 0.02] })
    return async () => {
      await background.stop()
      unserve()
      await office.close()
    }
  })

  const settled = (creator: Creator, form: FormItem, integration: IntegrationItem, count = 1) =>
    until(
      () => logOf(creator, form, integration),
      (log) => log.length === count && log.every(({ status }) => status !== 'pending'),
    )
  /** What came for somebody; other forms may still deliver. */
  const arrivedFor = (address: string) => office.arrived.filter(({ to }) => to.includes(address))

  test('a submission reaches the team as HTML and as text, with nothing of it as markup', async ({
    assert,
  }) => {
    const { creator, form, ada } = await formWithMail()
    const integration = await addIntegration(creator, form, 'email', {
      to: [ada, 'jörg@übung.example'],
      replyTo: 'mail01',
      sender: 'The feedback form',
      subject: 'From {#name01}',
      message: richTextOf('{#name01} has answered.'),
    })
    await submit(creator, form, { name01: HOSTILE, mail01: 'zoe@example.com' })
    const [delivery] = await settled(creator, form, integration)
    assert.equal(delivery?.status, 'delivered')
    const [arrived, ...others] = arrivedFor(ada)
    assert.lengthOf(others, 0)
    assert.sameMembers(arrived?.to ?? [], [ada, 'jörg@übung.example'])
    const { mail, source } = arrived ?? {}
    assert.deepEqual([mail?.from?.address, mail?.from?.name], ['forms@house.example', 'The feedback form'])
    assert.deepEqual(
      mail?.replyTo?.map(({ address }) => address),
      ['zoe@example.com'],
    )
    assert.equal(mail?.messageId, `<${delivery?.id}@house.example>`)
    assert.equal(mail?.subject?.split(/\s+/).join(' '), `From ${HOSTILE}`.split(/\s+/).join(' '))
    assert.isUndefined(mail?.bcc)
    assert.match(source ?? '', /^Auto-Submitted: auto-generated\r?$/m)
    assert.include(mail?.text, '<b>Zoë</b>')
    assert.include(mail?.html, '&#60;b&#62;Zoë&#60;/b&#62;')
    assert.notInclude(mail?.html, '<b>Zoë')
    assert.match(mail?.html ?? '', /<html lang="en" dir="ltr">/)
    assert.match(
      mail?.html ?? '',
      /<th scope="row">Address<\/th><td><span dir="auto">zoe@example\.com<\/span><\/td>/,
    )
    const log = await deliveryOf(creator, form, integration, delivery?.id ?? '')
    assert.match(log.log[0]?.response?.body ?? '', /^250/)
  })

  test('a refusal for now is tried again as the same mail, one for good is told', async ({ assert }) => {
    const { creator, form, ada } = await formWithMail()
    const team = await addIntegration(creator, form, 'email', { to: [ada] })
    let asked = 0
    office.refuse = (address) =>
      address === ada && ++asked === 1 ? { code: 451, message: 'greylisted' } : undefined
    await submit(creator, form, { name01: 'Zoë' })
    const [first] = await settled(creator, form, team)
    assert.deepEqual([first?.status, first?.attempts, arrivedFor(ada).length], ['delivered', 2, 1])

    office.refuse = () => ({ code: 550, message: 'no such mailbox' })
    await submit(creator, form, { name01: 'Bob' })
    const [second] = await settled(creator, form, team, 2)
    assert.deepEqual([second?.status, second?.attempts], ['failed', 1])
    assert.match(second?.reason ?? '', /no such mailbox/)

    // one of two: the other one has got it, and no second time
    const bob = ada.replace('ada', 'bob')
    office.refuse = (address) => (address === bob ? { code: 550, message: 'no such mailbox' } : undefined)
    const both = await addIntegration(creator, form, 'email', { to: [ada, bob] })
    await creator.visitor.patch(pathOf(form, team), { enabled: false })
    await submit(creator, form, { name01: 'Cem' })
    const [partly] = await settled(creator, form, both)
    assert.deepEqual([partly?.status, partly?.attempts, arrivedFor(ada).length], ['failed', 1, 2])
    assert.include(partly?.reason, `refused ${bob}. The others got the mail.`)
    // nor when it is sent again by hand, once the address is mended
    office.refuse = () => undefined
    await creator.visitor.post(`${pathOf(form, both)}/deliveries/${partly?.id}/replay`)
    const [whole] = await settled(creator, form, both)
    assert.deepEqual([whole?.status, arrivedFor(ada).length, arrivedFor(bob).length], ['delivered', 2, 1])
  })

  test('who is refused for now gets it later, and who has it no second time', async ({ assert }) => {
    const { creator, form, ada } = await formWithMail()
    const [jörg, cy] = [`jörg-${form.id}@übung.example`, ada.replace('ada', 'cy')]
    const team = await addIntegration(creator, form, 'email', { to: [ada, jörg] })
    let asked = 0
    office.refuse = (address) =>
      address.startsWith('jörg') && ++asked === 1 ? { code: 451, message: 'greylisted' } : undefined
    await submit(creator, form, { name01: 'Zoë' })
    const [later] = await settled(creator, form, team)
    assert.deepEqual([later?.status, later?.attempts], ['delivered', 2])
    const [first, second, ...more] = office.arrived.filter(({ source }) => source.includes(later?.id ?? '-'))
    assert.lengthOf(more, 0)
    assert.deepEqual(first?.to, [ada])
    assert.lengthOf(second?.to ?? [], 1)
    assert.match(second?.to[0] ?? '', /^jörg/)
    // both are told who else got it
    assert.deepEqual(second?.mail.to, first?.mail.to)
    const log = await deliveryOf(creator, form, team, later?.id ?? '')
    assert.match(
      log.log.map(({ reason }) => reason).join(' '),
      /asks to try again later for jörg-\S+\. The others got the mail\./,
    )

    // an edit of the same submission is another mail: it goes to both
    await creator.visitor.patch(pathOf(form, team), { enabled: false })
    let tried = 0
    office.refuse = (address) => {
      if (address === cy) return { code: 550, message: 'no such mailbox' }
      return address.startsWith('jörg') && ++tried === 1 ? { code: 451, message: 'greylisted' } : undefined
    }
    const all = await addIntegration(creator, form, 'email', { to: [ada, jörg, cy] })
    await submit(creator, form, { name01: 'Bob' })
    const [partly] = await settled(creator, form, all)
    assert.deepEqual([partly?.status, partly?.attempts, arrivedFor(ada).length], ['failed', 2, 2])
    assert.equal(tried, 2)
    assert.include(partly?.reason, `refused ${cy}. The others got the mail.`)
  })

  test('without a mail server nothing is lost, and goes once there is one', async ({ assert }) => {
    unserve()
    const { creator, form, ada } = await formWithMail()
    const team = await addIntegration(creator, form, 'email', { to: [ada] })
    await submit(creator, form, { name01: 'Zoë' })
    const [waiting] = await until(
      () => logOf(creator, form, team),
      ([one]) => one?.reason?.startsWith('There is no mail server.') === true,
    )
    assert.equal(waiting?.status, 'pending')
    assert.lengthOf(arrivedFor(ada), 0)

    // the operator names one, and starts the server again
    await background.stop()
    office.serve()
    background = startDeliveries()
    const [sent] = await settled(creator, form, team)
    assert.deepEqual([sent?.status, sent?.id], ['delivered', waiting?.id])
    assert.lengthOf(arrivedFor(ada), 1)
  })

  test('what does not begin TLS where it is asked for gets nothing in clear', async ({ assert }) => {
    env.set('SMTP_URL', `smtp://127.0.0.1:${office.port}`)
    const { creator, form, ada } = await formWithMail()
    const team = await addIntegration(creator, form, 'email', { to: [ada] })
    await submit(creator, form, { name01: 'Zoë' })
    const [waiting] = await until(
      () => logOf(creator, form, team),
      ([one]) => one?.reason != null,
    )
    assert.equal(waiting?.status, 'pending')
    assert.match(waiting?.reason ?? '', /No secure connection to the mail server: it began no TLS/)
    assert.lengthOf(office.arrived, 0)
  })

  test('of the mails of a workspace so many go in an hour; the next ones wait', async ({
    assert,
    cleanup,
  }) => {
    env.set('MAILS_PER_HOUR', 1)
    cleanup(() => env.set('MAILS_PER_HOUR', 1_000))
    const { creator, form, ada } = await formWithMail()
    const team = await addIntegration(creator, form, 'email', { to: [ada] })
    for (const name01 of ['Zoë', 'Bob']) await submit(creator, form, { name01 })
    const log = await until(
      () => logOf(creator, form, team),
      (all) =>
        all.length === 2 && all.every(({ status, reason }) => status === 'delivered' || reason !== null),
    )
    assert.sameMembers(
      log.map(({ status }) => status),
      ['delivered', 'pending'],
    )
    const waiting = log.find(({ status }) => status === 'pending')
    assert.match(waiting?.reason ?? '', /as many mails in an hour as it may/)
    assert.isAbove(Date.parse(waiting?.next_attempt_at ?? ''), Date.now() + 30 * 60_000)
    assert.lengthOf(arrivedFor(ada), 1)
  })

  test('files go along up to 5 MB, and each has a link', async ({ assert, cleanup }) => {
    env.set('APP_URL', 'https://forms.example.com')
    cleanup(() => env.set('APP_URL', ''))
    const letter = { id: 'letter', kind: 'file', v: 1, key: 'letter', label: 'Letter' }
    const form = await publishedForm([{ ...letter, settings: { maxCount: 2 } }])
    const ada = `ada-${form.id}@example.com`
    const team = await addIntegration(form.creator, form, 'email', { to: [ada], attach: true })
    const key = randomUUID()
    const files: object[] = []
    for (const [name, content] of [
      ['large.txt', Buffer.alloc(5 * 1024 * 1024 + 1, 'a')],
      ['grüße.txt', Buffer.from('Hello')],
    ] as const) {
      const path = `/api/forms/${form.slug}/files?block=letter&key=${key}&version=1&name=${encodeURIComponent(name)}`
      const { body, text, status } = await form.visitor.post<{ data: object }>(path, content)
      assert.equal(status, 201, text)
      files.push(body.data)
    }
    await answer(form, { letter: files }, { submission_key: key })
    await until(
      () => logOf(form.creator, form, team),
      ([one]) => one?.status === 'delivered',
    )
    const [{ mail }] = arrivedFor(ada)
    assert.deepEqual(
      mail.attachments.map(({ filename, content }) => [
        filename,
        typeof content === 'string' ? content : new TextDecoder().decode(content),
      ]),
      [['grüße.txt', 'Hello']],
    )
    for (const name of ['large.txt', 'grüße.txt']) {
      assert.match(
        mail.html ?? '',
        new RegExp(`<a href="https://forms\\.example\\.com/[^"]+" dir="auto">${name}</a>`),
      )
      assert.match(mail.text ?? '', new RegExp(`^${name}: https://forms\\.example\\.com/`, 'm'))
    }
  })

  test('a respondent gets one confirmation, in the language of the form', async ({ assert }) => {
    const { creator, form } = await formWithMail('استبيان', 'ar')
    const zoe = `zoe-${form.id}@example.com`
    const confirmation = await addIntegration(creator, form, 'submission-confirmation', { to: 'mail01' })
    await submit(creator, form, { name01: 'زوي', mail01: zoe })
    const [delivery] = await settled(creator, form, confirmation)
    assert.equal(delivery?.status, 'delivered')
    const [arrived] = arrivedFor(zoe)
    assert.match(arrived?.mail.html ?? '', /<html lang="ar" dir="rtl">/)
    assert.match(arrived?.source ?? '', /^Auto-Submitted: auto-replied\r?$/m)

    // sent again from the log, or without an address
    const again = await creator.visitor.post(
      `${pathOf(form, confirmation)}/deliveries/${delivery?.id}/replay`,
      {},
    )
    assert.include([202, 409], again.status)
    await submit(creator, form, { name01: 'Bob' })
    await until(
      () => logOf(creator, form, confirmation),
      (log) => log.length === 2 && log.every(({ status }) => status !== 'pending'),
    )
    const [none] = await logOf(creator, form, confirmation)
    assert.deepEqual([none?.status, none?.reason], ['cancelled', 'No address was given.'])
    assert.lengthOf(arrivedFor(zoe), 1)
  })

  test('nobody floods a stranger by a form', async ({ assert }) => {
    const { creator, form } = await formWithMail()
    const confirmation = await addIntegration(creator, form, 'submission-confirmation', { to: 'mail01' })
    const victim = `victim-${form.id}@example.com`
    for (let count = 0; count < 12; count += 1) {
      await submit(creator, form, { mail01: count % 2 === 0 ? victim : victim.replace('@', `+${count}@`) })
    }
    const log = await until(
      () => logOf(creator, form, confirmation),
      (all) => all.length === 12 && all.every(({ status }) => status !== 'pending'),
    )
    assert.lengthOf(
      office.arrived.filter(({ to }) => to.some((address) => address.startsWith(victim.split('@')[0] ?? ''))),
      10,
    )
    const failed = log.filter(({ status }) => status === 'failed')
    assert.lengthOf(failed, 2)
    assert.match(failed[0]?.reason ?? '', /in a day/)
  })

  test('admins are told once that an integration fails for a day, and once that it is paused', async ({
    assert,
  }) => {
    const { creator, form } = await formWithMail()
    const webhook = await addWebhook(creator, form, 'http://127.0.0.1:9/')
    await submit(creator, form, { name01: 'Zoë' })
    await until(
      () => logOf(creator, form, webhook),
      ([one]) => one?.status === 'failed',
    )
    const told = async () => {
      await tellFailing.run({}, new AbortController().signal)
      return arrivedFor(creator.email).map(({ mail }) => mail.subject)
    }
    const set = (sql: string) =>
      within(creator.workspaceId, ({ trx }) =>
        trx.rawQuery(`update integrations set ${sql} where id = ?`, [webhook.id]),
      )
    await set("failing_since = now() - interval '23 hours'")
    assert.deepEqual(await told(), [])
    await set("failing_since = now() - interval '25 hours'")
    office.refuse = () => ({ code: 451, message: 'greylisted' })
    assert.deepEqual(await told(), [])
    office.refuse = () => undefined
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery('update integration_notices set next_attempt_at = now() where workspace_id = ?', [
        creator.workspaceId,
      ]),
    )
    await told()
    assert.deepEqual(await told(), ['“webhook” has been failing for a day'])
    assert.match(
      arrivedFor(creator.email)[0]?.mail.text ?? '',
      /^Reason\nPort 9 is not one for web addresses\.$/m,
    )
    await set("paused_at = now(), pause_cause = 'failing', pause_reason = 'It answered 500.'")
    await told()
    assert.deepEqual((await told()).slice(1), ['“webhook” is paused'])
    const text = arrivedFor(creator.email)[1]?.mail.text ?? ''
    assert.match(
      text,
      /has been paused since \w+ \d+, \d{4} at \d+:\d\d [AP]M UTC: nothing is sent\.[^]*^Reason\nIt answered 500\.$/m,
    )
  })

  test('each admin is told in the language of the browser that signed in last', async ({ assert }) => {
    const { creator, form } = await formWithMail('Küche {#1}')
    const webhook = await addWebhook(creator, form, 'http://127.0.0.1:9/')
    const admins = [creator]
    for (const language of ['de', 'fr', 'es', 'ar']) {
      const admin = await newCreator()
      const { email, password } = admin
      const visitor = new Visitor()
      await visitor.get('/api/user')
      await visitor.post('/api/login', { email, password }, { 'accept-language': `${language},en;q=0.5` })
      await within(creator.workspaceId, ({ trx }) =>
        trx.rawQuery(`insert into memberships (workspace_id, user_id, role) values (?, ?, 'admin')`, [
          creator.workspaceId,
          admin.userId,
        ]),
      )
      admins.push(admin)
    }
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery("update integrations set failing_since = '2026-05-04 15:06Z' where id = ?", [webhook.id]),
    )
    await tellFailing.run({}, new AbortController().signal)
    const mails = admins.map(({ email }) => arrivedFor(email).map(({ mail }) => mail))
    assert.deepEqual(
      mails.map((got) => got.map(({ subject }) => subject)),
      [
        ['“webhook” has been failing for a day'],
        ['„webhook“ schlägt seit einem Tag fehl'],
        ['« webhook » échoue depuis un jour'],
        ['«webhook» falla desde hace un día'],
        ['«webhook» يفشل منذ يوم'],
      ],
    )
    const [, german, , , arabic] = mails.map(([mail]) => mail)
    assert.include(german?.text, '„webhook“ des Formulars „Küche {#1}“')
    assert.include(german?.text, 'seit 4. Mai 2026 um 15:06 UTC')
    assert.match(String(german?.html), /^<!doctype html><html lang="de" dir="ltr">/)
    assert.match(String(arabic?.html), /^<!doctype html><html lang="ar" dir="rtl">/)
  })

  test('admins are told once that an integration waits for its connection, and again when it does again', async ({
    assert,
    cleanup,
  }) => {
    const { slack, close } = await openSlack()
    cleanup(close)
    const { creator, form } = await formWithMail()
    const { id: connection_id } = await connect(creator, 'slack')
    const channel = { id: 'C0GENERAL', label: '#general' }
    const team = await addIntegration(creator, form, 'slack', { channel }, { name: 'Team', connection_id })
    const shown = async () =>
      (await creator.visitor.get<{ data: IntegrationItem }>(pathOf(form, team))).body.data
    const told = async () => {
      await tellFailing.run({}, new AbortController().signal)
      return arrivedFor(creator.email).map(({ mail }) => mail.subject)
    }
    const loseIt = async () => {
      slack.oauth.revokeAll()
      await submit(creator, form, { name01: 'Zoë' })
      await until(shown, ({ waits_since }) => waits_since !== null)
    }
    const later = () =>
      within(creator.workspaceId, ({ trx }) =>
        trx.rawQuery("update integrations set waits_since = now() - interval '61 minutes' where id = ?", [
          team.id,
        ]),
      )
    await loseIt()
    assert.deepEqual(await told(), [], 'somebody may be about to connect again')
    await later()
    await told()
    assert.deepEqual(await told(), ['“Team” waits for its connection'])
    assert.match(
      arrivedFor(creator.email)[0]?.mail.text ?? '',
      /nothing is sent\.\s+Nothing is lost[^]*^Reason\nThe service does not accept the connection any more\. Connect again\.$/m,
    )
    await connect(creator, 'slack', { connection_id })
    await until(shown, ({ waits_since }) => waits_since === null)
    await loseIt()
    await later()
    assert.lengthOf(await told(), 2)
  })

  test('operators see which mails wait', async ({ assert }) => {
    unserve()
    const { creator, form, ada } = await formWithMail()
    const team = await addIntegration(creator, form, 'email', { to: [ada] })
    await submit(creator, form, { name01: 'Zoë' })
    await until(
      () => logOf(creator, form, team),
      ([one]) => one?.reason?.startsWith('There is no mail server.') === true,
    )
    const command = await ace.create(MailList, ['--json'])
    command.ui.switchMode('raw')
    await command.run()
    const lines = command.ui.logger.getLogs().map(({ message }) => message)
    assert.isTrue(lines.some((line) => line.includes(ada) && line.includes('There is no mail server.')))
  })

  test('a workspace sends by its own server, once a test mail has gone out', async ({ assert }) => {
    const own = await PostOffice.open({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'forms' && password === 'right-password'
          ? done(null, { user: username })
          : done(new Error('Invalid username or password')),
    })
    const { creator, form, ada } = await formWithMail()
    const path = `/api/workspaces/${creator.workspaceId}/mail-sender`
    const typed = {
      host: '127.0.0.1',
      port: own.port,
      security: 'none',
      username: 'forms',
      from_address: 'answers@own.example',
      from_name: 'Own',
    }
    const test = () => creator.visitor.post<{ code: string; message: string }>(`${path}/test`, {})
    const put = (more: object) => creator.visitor.put<{ data: object }>(path, { ...typed, ...more })
    assert.equal((await put({ password: 'wrong-password' })).status, 200)
    const refused = await test()
    assert.deepEqual([refused.status, refused.body.code], [422, 'E_MAIL_TEST'])
    assert.match(refused.body.message, /does not accept the account/)

    // it is not used before it works
    const team = await addIntegration(creator, form, 'email', { to: [ada] })
    await submit(creator, form, { name01: 'Zoë' })
    await settled(creator, form, team)
    assert.deepEqual([arrivedFor(ada).length, own.arrived.length], [1, 0])

    const kept = await put({ password: 'right-password' })
    assert.notInclude(kept.text, 'right-password')
    assert.equal((await test()).status, 200)
    await submit(creator, form, { name01: 'Zoë' })
    await settled(creator, form, team, 2)
    assert.deepEqual(
      own.arrived.map(({ from }) => from),
      ['answers@own.example', 'answers@own.example'],
    )
    assert.lengthOf(arrivedFor(ada), 1)

    // as after a start with another APP_KEY
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update mail_senders set password = 'sealed' where workspace_id = ?`, [
        creator.workspaceId,
      ]),
    )
    const shown = await creator.visitor.get<{ data: { own: object } }>(path)
    assert.include(shown.body.data.own, { has_password: true, unread: true })
    const unread = await test()
    assert.deepEqual([unread.status, unread.body.code], [409, 'E_SENDER_UNREAD'])
    assert.match(unread.body.message, /another key .* \(APP_KEY\).* Type it again under Settings, Workspace/)
    await submit(creator, form, { name01: 'Zoë' })
    const [waiting] = await until(
      () => logOf(creator, form, team, '?status=failed'),
      ([row]) => row !== undefined,
    )
    assert.equal(waiting?.reason, unread.body.message)
    assert.equal((await put({ password: 'right-password' })).status, 200)
    assert.equal((await test()).status, 200)

    // the password is for the server that it was typed for
    await put({ host: 'localhost' })
    assert.equal((await test()).status, 422)
    await own.close()
  })

  test('a workspace tests its mail server twenty times in an hour, and none uses up what another may', async ({
    assert,
  }) => {
    const own = await PostOffice.open()
    const [creator, neighbour] = [await newCreator(), await newCreator()]
    const sender = (of: Creator) => `/api/workspaces/${of.workspaceId}/mail-sender`
    const ready = (of: Creator) =>
      of.visitor.put(sender(of), {
        host: '127.0.0.1',
        port: own.port,
        security: 'none',
        username: '',
        from_address: 'answers@own.example',
        from_name: 'Own',
      })
    const send = (of: Creator) => of.visitor.post<{ code: string }>(`${sender(of)}/test`, {})
    await ready(creator)
    // many at a time are counted each
    const answers = await Promise.all(Array.from({ length: 25 }, () => send(creator)))
    const refused = answers.filter(({ status }) => status === 429)
    assert.deepEqual([refused.length, answers.filter(({ status }) => status === 200).length], [5, 20])
    assert.isAbove(Number(refused[0].headers.get('retry-after')), 3_000)
    assert.lengthOf(own.arrived, 20)
    // what is typed anew is the same workspace
    await ready(creator)
    assert.equal((await send(creator)).status, 429)
    await ready(neighbour)
    assert.equal((await send(neighbour)).status, 200)
    await own.close()
  })
})
