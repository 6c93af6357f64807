import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import type pg from 'pg'
import { settle } from '#tests/faults/audit'
import { askForJobs, Bins } from '#tests/faults/bins'
import { DeliveryLog } from '#tests/faults/delivery_log'
import { Errands } from '#tests/faults/errands'
import { Installation } from '#tests/faults/installation'
import { Ledger } from '#tests/faults/ledger'
import { publishForm } from '#tests/faults/setting'
import { halfDone } from '#tests/faults/wholeness'
import { PostOffice } from '#tests/functional/mail/post_office'
import { Tenant } from '#tests/load/tenant'

const NAME = { id: 'name01', kind: 'text', v: 1, key: 'name', label: 'Name', settings: {} }
const PAPER = { id: 'paper1', kind: 'file', v: 1, key: 'paper', label: 'Paper', settings: {} }
/** To the team, and as many to the person. */
const MAILS = 20
const KILLS_OF_MAILS = 2
const TEAM = 'team@example.com'
/** So many are on their way to one server. */
const AT_ONCE = 8
const KILLS = 6
/** The server dies so long after it serves, at most, in milliseconds. */
const LONGEST = 900

test.group('Whatever goes on', () => {
  test('is done or not done when the server dies at any moment: uploads, publishing, copies, bins', async ({
    assert,
    cleanup,
  }) => {
    const told = new DeliveryLog()
    const hook = await told.open()
    const installation = await Installation.make()
    const database = await installation.look()
    cleanup(async () => {
      await database.end()
      await installation.remove()
      await told.close()
    })
    await installation.start()
    const form = await publishForm(installation.url, hook)
    const other = await publishForm(installation.url, hook, { tenant: form.tenant })
    told.expect(form.secret)
    const errands = new Errands(form, other, new Ledger())
    const done = errands.all()
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(Math.random() * LONGEST)
      if (kill % 3 === 2) await installation.terminate()
      else await installation.kill()
      await installation.start()
    }
    while (errands.sent.length < 4) await sleep(50)
    errands.stop()
    await done
    for (const count of [errands.copies, errands.published, errands.returns]) assert.isAbove(count, 0)
    assert.deepEqual(errands.wrong, [])
    assert.deepEqual(await settle(database), [])
    assert.deepEqual(await halfDone(database, installation.storage, errands.sent), [])
    const { rows } = await database.query<{ id: string }>('select id from submissions where form_id = $1', [
      form.id,
    ])
    assert.deepEqual(
      rows.filter(({ id }) => told.deliveriesOf(id).length === 0),
      [],
    )
  })

  test('is removed for good, and nothing else, though the server dies while it removes', async ({
    assert,
    cleanup,
  }) => {
    const installation = await Installation.make()
    const database = await installation.look()
    cleanup(async () => {
      await database.end()
      await installation.remove()
    })
    await installation.start()
    const tenant = await Tenant.register(installation.url)
    const [form, doomed] = [await tenant.publish([PAPER]), await tenant.publish([PAPER])]
    await installation.kill()
    const owner = { workspaceId: tenant.workspaceId, form: form.id, doomed: doomed.id }
    const bins = new Bins(database, installation.storage, owner)
    await bins.fill()
    for (let kill = 0; kill < 2; kill += 1) {
      await bins.due()
      const { rows } = await bins.left()
      await installation.start()
      while ((await bins.left()).rows === rows);
      await installation.kill()
      await bins.takeUp()
    }
    assert.isAbove((await bins.left()).rows, 0)
    // what the one removes is for the other to collect: once to the end, and once more
    for (let round = 0; round < 2; round += 1) {
      await bins.due()
      await installation.start()
      while ((await bins.left()).jobs > 0) await sleep(20)
      await installation.kill()
    }
    assert.deepEqual(await bins.left(), { rows: 0, jobs: 0 })
    assert.deepEqual(await halfDone(database, installation.storage, bins.kept), [])
    assert.deepEqual(await bins.spare(), [])
  })

  test('is mailed to everybody, though the server dies while it sends, and little of it twice', async ({
    assert,
    cleanup,
  }) => {
    const office = await PostOffice.open()
    // a server that takes its time: the process dies while mails are on their way
    office.refuse = () => sleep(100, undefined)
    const installation = await Installation.make({
      SMTP_URL: `smtp://127.0.0.1:${office.port}?security=none`,
      MAIL_FROM: 'Forms <forms@house.example>',
    })
    const database = await installation.look()
    cleanup(async () => {
      await database.end()
      await installation.remove()
      await office.close()
    })
    await installation.start()
    const tenant = await Tenant.register(installation.url)
    const { id, slug } = await tenant.publish([NAME])
    await tenant.ask('POST', `/api/forms/${id}/integrations`, {
      kind: 'email',
      settings: { to: [TEAM] },
    })
    await database.query(
      `insert into account_mails (kind, email) select 'password-changed', $1 from generate_series(1, $2)`,
      [tenant.email, MAILS],
    )
    const submit = async () => {
      const answers = { submission_key: randomUUID(), answers: { name: 'Ada' } }
      assert.equal((await tenant.visitor.post(`/api/forms/${slug}/submissions`, answers)).status, 201)
    }
    const arrivedAt = (to: string) => office.arrived.filter(({ to: [first] }) => first === to)
    for (let kill = 0; kill < KILLS_OF_MAILS; kill += 1) {
      const [team, person] = [arrivedAt(TEAM).length, arrivedAt(tenant.email).length]
      await askForMails(database)
      await Promise.all(Array.from({ length: MAILS / KILLS_OF_MAILS }, submit))
      while (arrivedAt(TEAM).length === team || arrivedAt(tenant.email).length === person) await sleep(5)
      await installation.kill()
      await installation.start()
    }
    assert.deepEqual(await settle(database), [])
    await askForMails(database)
    const unsent = () => database.query(`select from account_mails where status <> 'delivered'`)
    while ((await unsent()).rowCount !== 0) await sleep(20)
    for (const to of [TEAM, tenant.email]) {
      const ids = arrivedAt(to).map(({ mail }) => mail.messageId)
      assert.equal(new Set(ids).size, MAILS, to)
      // those that were on their way when it died, and by their number the same as before
      assert.isAtMost(ids.length - MAILS, KILLS_OF_MAILS * AT_ONCE, to)
    }
    const { rows } = await database.query('select distinct status from deliveries')
    assert.deepEqual(rows, [{ status: 'delivered' }])
  })
})

/** Asks for mails about accounts that are due, and for those over which a server died, as a minute later. */
async function askForMails(database: pg.Client): Promise<void> {
  await database.query(`update account_mails set next_attempt_at = now() where status = 'pending'`)
  await database.query(
    `update jobs.job set state = 'retry', start_after = now() where state = 'active' and name = 'account-mails'`,
  )
  await askForJobs(database, ['account-mails'])
}
