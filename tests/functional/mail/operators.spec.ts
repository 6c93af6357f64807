import ace from '@adonisjs/core/services/ace'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { Page, Single } from '#api_types/answer'
import type { InstanceMail, InstanceMailServer, InstanceMailText } from '#api_types/instance'
import MailList from '#commands/mail_list'
import UserPromote from '#commands/user_promote'
import type { DeliveryBackground } from '#app/integrations/background'
import { tellFailing } from '#app/integrations/tell_failing'
import { startJobs, stopJobs } from '#app/jobs/jobs'
import { within } from '#app/workspaces/within'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import {
  addIntegration,
  logOf,
  pathOf,
  startDeliveries,
  submit,
  until,
} from '#tests/functional/integrations/factories'
import { PostOffice } from '#tests/functional/mail/post_office'
import { fill, makeOperator } from '#tests/functional/place'
import { type Creator, newCreator, type Visitor } from '#tests/functional/visitor'

/** A form of somebody whose submissions are mailed to an address of its own. */
async function mailingForm() {
  const made = await newForm([textBlock('name01', 'Your name')], 'Feedback')
  await publish(made.creator, made.form.id)
  const ada = `ada-${made.form.id}@example.com`
  const integration = await addIntegration(made.creator, made.form, 'email', {
    to: [ada],
    subject: 'From {#name01}',
    message: richTextOf('See https://files.example/open?token=hush and https://example.org.'),
  })
  return { ...made, ada, integration }
}

async function newOperator(): Promise<Creator> {
  const person = await newCreator('Olga')
  await makeOperator(person.userId)
  return person
}

/** What waits for somebody, or was sent to them, among the mails of all. */
async function mailFor(operator: Visitor, address: string, state?: string): Promise<InstanceMail[]> {
  const found: InstanceMail[] = []
  let cursor: string | null = ''
  do {
    const query = new URLSearchParams({ limit: '100', ...(state && { state }), ...(cursor && { cursor }) })
    const { body }: { body: Page<InstanceMail> } = await operator.get(`/api/instance/mails?${query}`)
    found.push(...body.data.filter(({ to }) => to?.includes(address)))
    cursor = body.next_cursor
  } while (cursor !== null && found.length === 0)
  return found
}

/** What `node ace mail:list` prints. */
async function listed(): Promise<string> {
  const command = await ace.create(MailList, ['--json'])
  command.ui.switchMode('raw')
  await command.run()
  return command.ui.logger
    .getLogs()
    .map(({ message }) => message)
    .join('\n')
}

async function promote(...given: string[]) {
  const command = await ace.create(UserPromote, given)
  command.ui.switchMode('raw')
  await command.run()
  return { code: command.exitCode ?? 0, said: command.ui.logger.getLogs().map(({ message }) => message) }
}

/** The parts of a plan of the database, however deep. */
function scansOf(plan: unknown): Record<string, unknown>[] {
  if (typeof plan !== 'object' || plan === null) return []
  const parts: Record<string, unknown> = { ...plan }
  return [parts, ...Object.values(parts).flatMap(scansOf)]
}

test.group('Operators and mail', (group) => {
  let office: PostOffice
  let background: DeliveryBackground

  group.each.setup(async () => {
    office = await PostOffice.open()
    background = startDeliveries({ schedule: [0] })
    return async () => {
      await background.stop()
      await office.close()
    }
  })

  test('what waits for a mail server is read by operators, who send it once there is one', async ({
    assert,
    cleanup,
  }) => {
    const { creator, form, integration, ada } = await mailingForm()
    const { visitor: operator } = await newOperator()
    await submit(creator, form, { name01: 'Zoë https://x.example/r/secret' })
    const [waiting] = await until(
      () => mailFor(operator, ada, 'waiting'),
      ([mail]) => mail?.reason?.startsWith('There is no mail server.') === true,
    )
    assert.containSubset(waiting, {
      ...{ state: 'waiting', to: [ada], subject: 'From Zoë https://x.example/…', form: 'Feedback' },
      ...{ integration: integration.name, test: false, finished_at: null },
    })
    const path = `/api/instance/mails/${waiting?.id}`
    const { body: opened } = await operator.get<Single<InstanceMailText>>(path)
    assert.include(opened.data.text, 'Zoë https://x.example/…')
    assert.include(opened.data.text, 'See https://files.example/… and https://example.org')
    assert.notMatch(opened.data.text ?? '', /hush|secret/)
    assert.equal((await creator.visitor.get(path)).status, 404)

    const { body: none } = await operator.get<Single<InstanceMailServer>>('/api/instance/mail')
    assert.deepEqual([none.data.server, none.data.problem], [null, null])
    assert.isAtLeast(none.data.waiting, 1)
    cleanup(office.serve())
    const { body: some } = await operator.get<Single<InstanceMailServer>>('/api/instance/mail')
    assert.deepEqual(some.data.server, {
      address: `smtp://127.0.0.1:${office.port}`,
      from: 'forms@house.example',
    })
    assert.equal((await operator.post(`${path}/send`)).status, 202)
    const [sent] = await until(
      () => mailFor(operator, ada, 'sent'),
      ([mail]) => mail !== undefined,
    )
    assert.deepEqual([sent?.id, sent?.state], [waiting?.id, 'sent'])
    assert.lengthOf(
      office.arrived.filter(({ to }) => to.includes(ada)),
      1,
    )
    assert.equal((await operator.post(`${path}/send`)).status, 409)
    assert.equal((await operator.delete(path)).status, 409)
  })

  test('one that has failed is sent again, or deleted with its text', async ({ assert, cleanup }) => {
    cleanup(office.serve())
    office.refuse = () => ({ code: 550, message: 'no such mailbox' })
    const { creator, form, integration, ada } = await mailingForm()
    const { visitor: operator } = await newOperator()
    const failed = () =>
      until(
        () => mailFor(operator, ada, 'failed'),
        ([mail]) => mail !== undefined,
      )
    await submit(creator, form, { name01: 'Zoë' })
    const [mail] = await failed()
    assert.include(mail?.reason, 'no such mailbox')
    const path = `/api/instance/mails/${mail?.id}`
    assert.equal((await operator.post(`${path}/send`)).status, 202)
    await until(failed, ([again]) => again?.attempts === 2)

    assert.equal((await operator.delete(path)).status, 204)
    assert.equal((await operator.get(path)).status, 404)
    assert.deepEqual(await mailFor(operator, ada), [])
    const [delivery] = await logOf(creator, form, integration)
    assert.deepEqual(
      [delivery?.status, delivery?.reason],
      ['cancelled', 'An operator of this server deleted the mail.'],
    )
    const one = `${pathOf(form, integration)}/deliveries/${delivery?.id}`
    const { text } = await creator.visitor.get(one)
    assert.notInclude(text, ada)

    office.refuse = () => undefined
    assert.equal((await creator.visitor.post(`${one}/replay`, {})).status, 202)
    await until(
      () => mailFor(operator, ada, 'sent'),
      ([sent]) => sent?.id === mail?.id,
    )
  })

  test('what tells admins of an integration that fails waits there, too, until it is sent or not true any more', async ({
    assert,
    cleanup,
  }) => {
    await startJobs([tellFailing])
    cleanup(stopJobs)
    const { creator, form, integration } = await mailingForm()
    const { visitor: operator } = await newOperator()
    const set = (sql: string) =>
      within(creator.workspaceId, ({ trx }) =>
        trx.rawQuery(`update integrations set ${sql} where id = ?`, [integration.id]),
      )
    const tell = () => tellFailing.run({}, new AbortController().signal)
    await set("failing_since = now() - interval '25 hours'")
    await tell()
    await tell()
    const [waiting, ...more] = await mailFor(operator, creator.email, 'waiting')
    assert.isEmpty(more)
    assert.containSubset(waiting, {
      ...{ subject: `“${integration.name}” has been failing for a day`, form: 'Feedback' },
      ...{ integration: integration.name, attempts: 1 },
    })
    assert.match(waiting?.reason ?? '', /^There is no mail server\./)
    const path = `/api/instance/mails/${waiting?.id}`
    const { body } = await operator.get<Single<InstanceMailText>>(path)
    assert.include(body.data.text, 'Submissions are kept')
    assert.include(await listed(), creator.email)

    cleanup(office.serve())
    assert.equal((await operator.post(`${path}/send`)).status, 202)
    const [sent] = await until(
      () => mailFor(operator, creator.email, 'sent'),
      ([mail]) => mail !== undefined,
    )
    assert.equal(sent?.id, waiting?.id)
    const arrived = office.arrived.filter(({ to }) => to.includes(creator.email))
    assert.deepEqual(
      arrived.map(({ mail }) => mail.messageId),
      [`<${sent?.id}@house.example>`],
    )
    for (const status of [(await operator.post(`${path}/send`)).status, (await operator.delete(path)).status])
      assert.equal(status, 409)

    office.refuse = () => ({ code: 550, message: 'no such mailbox' })
    await set('paused_at = now()')
    await tell()
    const [failed] = await mailFor(operator, creator.email, 'failed')
    assert.include(failed?.reason, 'no such mailbox')
    assert.equal((await operator.delete(`/api/instance/mails/${failed?.id}`)).status, 204)
    await set('told = null')
    await tell()
    assert.lengthOf(await mailFor(operator, creator.email, 'failed'), 1)
    assert.equal((await creator.visitor.patch(pathOf(form, integration), { enabled: true })).status, 200)
    assert.lengthOf(await mailFor(operator, creator.email, 'failed'), 0)
  })

  test('ten thousand mails are read page by page, each once', async ({ assert }) => {
    await background.stop()
    const { creator, form, integration, ada } = await mailingForm()
    const { visitor: operator } = await newOperator()
    await fill(
      creator.workspaceId,
      `insert into deliveries (workspace_id, form_id, integration_id, event, outbox_id, submission_id, status, mail, body)
       select ?, ?, ?, 'submission.created', gen_random_uuid(), gen_random_uuid(), 'failed', true,
              '{"to":[{"address":"' || ? || '"}],"subject":"No. ' || n || ' \\u0000\\ud83d"}'
       from generate_series(1, 10200) n`,
      [creator.workspaceId, form.id, integration.id, ada],
    )
    const numbers = new Set<string>()
    let pages = 0
    let cursor: string | null = ''
    do {
      const query = new URLSearchParams({ state: 'failed', limit: '100', ...(cursor && { cursor }) })
      const { body }: { body: Page<InstanceMail> } = await operator.get(`/api/instance/mails?${query}`)
      for (const { to, subject } of body.data) if (to?.includes(ada)) numbers.add(subject ?? '')
      cursor = body.next_cursor
      pages += 1
    } while (cursor !== null && numbers.size < 10_200)
    assert.equal(numbers.size, 10_200)
    assert.isAtLeast(pages, 102)
    const { body } = await operator.get<Single<InstanceMailServer>>('/api/instance/mail')
    assert.equal(body.data.failed, 10_000)

    // nor are more of them read for a page than it shows, once the planner knows how many there are
    await db.connection('owner').rawQuery('analyze deliveries')
    const asked: { sql: string; bindings: string[] }[] = []
    const client = db.connection('operator').getReadClient()
    const hear = ({ sql, bindings }: { sql: string; bindings: string[] }) => asked.push({ sql, bindings })
    client.on('query', hear)
    for (const query of ['', '&state=failed', '&state=sent', '&state=waiting'])
      assert.equal((await operator.get(`/api/instance/mails?limit=50${query}`)).status, 200)
    client.off('query', hear)
    const lists = asked.filter(({ sql }) => sql.includes('deliveries') && sql.includes('limit'))
    assert.lengthOf(lists, 4)
    for (const { sql, bindings } of lists) {
      const numbered = sql.replace(/\$\d+/g, '?')
      const { rows } = await client.raw(`explain (analyze, format json) ${numbered}`, bindings)
      // what stands beside a mail (its form, its workspace) is looked up, or read whole where there are few
      const read = scansOf(rows)
        .filter((scan) => /^(deliveries|integration_notices)$/.test(String(scan['Relation Name'])))
        .flatMap((scan) => [scan['Actual Rows'], scan['Rows Removed by Filter']])
        .filter((count) => typeof count === 'number')
      assert.isNotEmpty(read)
      assert.isAtMost(Math.max(...read), 200, sql)
    }
    await creator.visitor.delete(pathOf(form, integration))
  })

  test('accounts become those of operators by a command, and by nothing that is asked for', async ({
    assert,
  }) => {
    const { visitor, email } = await newCreator('Grace')
    const isOne = async () => (await visitor.get<{ is_operator: boolean }>('/api/user')).body.is_operator
    const status = async () => (await visitor.get('/api/instance/mails')).status
    const claimed = {
      ...{ name: 'Mallory', email: `mallory-${email}`, password: 'correct horse battery staple' },
      ...{ operator: true, is_operator: true },
    }
    assert.equal((await visitor.copy().post('/api/register', claimed)).status, 422)
    assert.deepEqual([await isOne(), await status()], [false, 404])

    assert.deepEqual(await promote('--json', email.toUpperCase()), {
      code: 0,
      said: [JSON.stringify({ email, operator: true })],
    })
    assert.deepEqual([await isOne(), await status()], [true, 200])
    const { code, said } = await promote('--demote', email)
    assert.equal(code, 0)
    assert.include(said.join(), `${email} is no operator any more.`)
    assert.deepEqual([await isOne(), await status()], [false, 404])
    const unknown = await promote('nobody@example.com')
    assert.equal(unknown.code, 1)
    assert.match(unknown.said.join(), /No account has the email address nobody@example\.com\./)
  })
})
