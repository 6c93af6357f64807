import { test } from '@japa/runner'
import type { IntegrationChoices, NewIntegrationChoice } from '#api_types/integrations'
import { within } from '#app/workspaces/within'
import { connect, setOperatorSettings } from '#tests/functional/connections/connecting'
import { newForm, patch, publish, revisionOf, textBlock } from '#tests/functional/forms/factories'
import {
  addIntegration,
  type DeliveryItem,
  logOf,
  pathOf,
  remove,
  startDeliveries,
  submit,
  until,
} from '#tests/functional/integrations/factories'
import { ServerProcess } from '#tests/functional/ground/server_process'
import { GoogleStandIn } from '#tests/stand_ins/google/google'

const EVENTS = ['submission.created', 'submission.updated', 'submission.deleted']
/** `KILLS=50 node scripts/test.mjs functional --files tests/functional/integrations/sheets.spec.ts` kills more often. */
const KILLS = Number(process.env.KILLS ?? 5)
const QUICK = { schedule: [0, 0.02, 0.02, 0.02, 0.02], leaseSeconds: 1 }

test.group('Rows in a spreadsheet', (group) => {
  let google: GoogleStandIn
  group.each.setup(async () => {
    google = await GoogleStandIn.open()
    const forget = setOperatorSettings(google.settings)
    return async () => {
      forget()
      await google.close()
    }
  })

  /** A form with two questions, whose submissions go to a new spreadsheet. */
  async function answered(settings: Record<string, unknown> = {}) {
    const { creator, form } = await newForm([
      textBlock('name01', 'Name'),
      { id: 'age001', kind: 'number', v: 1, key: 'age', label: 'Age', settings: {} },
    ])
    await publish(creator, form.id)
    const { id: connection_id } = await connect(creator, 'google')
    const { id, sheet } = google.add('Answers')
    const spreadsheet = { id, label: 'Answers' }
    const more = { connection_id, events: EVENTS }
    const made = await addIntegration(creator, form, 'google-sheets', { spreadsheet, ...settings }, more)
    const done = (so: (log: DeliveryItem[]) => boolean) => until(() => logOf(creator, form, made), so)
    const delivered = (count: number) =>
      done((log) => log.length === count && log.every(({ status }) => status === 'delivered'))
    return { creator, form, made, id, sheet, delivered, done }
  }

  const changes = () => google.server.requests.filter(({ path }) => path.endsWith(':batchUpdate'))

  test('spreadsheets and tabs are offered and made; the account is shown', async ({ assert }) => {
    const { creator, form } = await newForm()
    const connection = await connect(creator, 'google')
    assert.equal(connection.account, 'ada@example.com')
    google.add("Ada's answers")
    const ask = async (name: string, search: string, spreadsheet = { id: '', label: '' }) => {
      const asked = {
        kind: 'google-sheets',
        connection_id: connection.id,
        name,
        settings: { spreadsheet },
        search,
      }
      const path = `/api/forms/${form.id}/integration-choices`
      return (await creator.visitor.post<{ data: IntegrationChoices }>(path, asked)).body.data
    }
    const create = async (name: string, label: string, spreadsheet = { id: '', label: '' }) => {
      const asked = {
        kind: 'google-sheets',
        connection_id: connection.id,
        name,
        settings: { spreadsheet },
        label,
      }
      const path = `/api/forms/${form.id}/integration-choices/new`
      const { data } = (await creator.visitor.post<{ data: NewIntegrationChoice }>(path, asked)).body
      if (!('choice' in data)) throw new Error(data.reason)
      return data.choice
    }
    const labels = (found: IntegrationChoices) =>
      'choices' in found ? found.choices.map(({ label }) => label) : found
    assert.deepEqual(labels(await ask('spreadsheet', "da's")), ["Ada's answers"])
    const made = await create('spreadsheet', 'New one')
    assert.deepEqual(labels(await ask('spreadsheet', 'new')), ['New one'])
    assert.equal((await create('tab', 'Second', made)).label, 'Second')
    assert.deepEqual(labels(await ask('tab', '', made)), ['Sheet1', 'Second'])
  })

  test('heads and typed rows are written; many rows go in one change, and a hidden column keeps the submission', async ({
    assert,
  }) => {
    const { creator, form, sheet, delivered } = await answered()
    const ids: string[] = []
    for (const [name01, age001] of [
      ['Ada', 36],
      ['=1+1', 2.5],
      ['', null],
    ])
      ids.push(
        await submit(creator, form, { ...(name01 !== '' && { name01 }), ...(age001 !== null && { age001 }) }),
      )
    const background = startDeliveries(QUICK)
    await delivered(3).finally(() => background.stop())
    assert.deepEqual(sheet.values()[0], ['Submission', 'Received (UTC)', 'Name', 'Age'])
    assert.deepEqual(
      sheet.records().map(({ Submission, Name, Age }) => [Submission, Name, Age]),
      [
        [ids[0], 'Ada', 36],
        [ids[1], '=1+1', 2.5],
        [ids[2], null, null],
      ],
    )
    assert.isNumber(sheet.records()[0]?.['Received (UTC)'])
    assert.deepEqual(sheet.hidden(), [0])
    assert.isAtMost(changes().length, 2)
  })

  test('people reorder, insert, rename and sort; new questions get columns, renamed ones new heads; deletions are marked', async ({
    assert,
  }) => {
    const { creator, form, sheet, delivered } = await answered()
    const background = startDeliveries(QUICK)
    try {
      const first = await submit(creator, form, { name01: 'Ada', age001: 36 })
      await delivered(1)
      sheet.insertColumn(2, 'Mine')
      sheet.write(1, 2, 'a note')
      sheet.moveColumn(4, 0)
      assert.deepEqual(sheet.values()[0]?.slice(0, 5), [
        'Age',
        'Submission',
        'Received (UTC)',
        'Mine',
        'Name',
      ])
      const put = ({ id, kind: _, ...content }: ReturnType<typeof textBlock>, position: string) => {
        return { op: 'put', block_id: id, kind: 'text', position, content }
      }
      const changed = await patch(creator, form.id, await revisionOf(creator, form.id), [
        put(textBlock('name01', 'First name', { key: 'name' }), 'a1'),
        put(textBlock('more01', 'More'), 'a9'),
      ])
      assert.deepEqual([changed.status, changed.body.data?.refused], [200, []], changed.text)
      await publish(creator, form.id)
      await submit(creator, form, { name01: 'Bob', age001: 20, more01: 'yes' })
      await delivered(2)
      sheet.sort(4)
      await remove(creator, form, first)
      await delivered(3)
      const byName = new Map(sheet.records().map((row) => [row['First name'], row]))
      assert.deepInclude(byName.get('Ada'), { Age: 36, Mine: 'a note', Status: 'Deleted' })
      assert.deepInclude(byName.get('Bob'), { Age: 20, Mine: null, More: 'yes', Status: null })
      assert.lengthOf(sheet.records(), 2)
    } finally {
      await background.stop()
    }
  })

  test('an edit changes the row where it stands, and a submission that is restored is marked no more', async ({
    assert,
  }) => {
    const { creator, form, sheet, delivered } = await answered()
    const background = startDeliveries(QUICK)
    try {
      const id = await submit(creator, form, { name01: 'Ada', age001: 36 })
      await submit(creator, form, { name01: 'Bob' })
      await delivered(2)
      const edit = { answers: { name01: 'Ada Lovelace', age: null } }
      const edited = await creator.visitor.patch(`/api/forms/${form.id}/answers/${id}`, edit)
      assert.equal(edited.status, 200, edited.text)
      await delivered(3)
      const rows = () => sheet.records().map(({ Name, Age }) => [Name, Age])
      assert.deepEqual(rows(), [
        ['Ada Lovelace', null],
        ['Bob', null],
      ])
      await remove(creator, form, id)
      await delivered(4)
      assert.equal(sheet.records()[0]?.Status, 'Deleted')
      await creator.visitor.post(`/api/forms/${form.id}/bin/${id}/restoration`, {})
      await delivered(5)
      assert.deepInclude(sheet.records()[0], { Name: 'Ada Lovelace', Status: null })
    } finally {
      await background.stop()
    }
  })

  test('another integration of the same spreadsheet sends what came earlier, and each stands there once', async ({
    assert,
  }) => {
    const { creator, form, made, id, sheet, delivered } = await answered()
    const background = startDeliveries(QUICK)
    try {
      for (const name01 of ['Ada', 'Bob', 'Cem']) await submit(creator, form, { name01 })
      await delivered(3)
      await creator.visitor.delete(pathOf(form, made))
      const { id: connection_id } = await connect(creator, 'google')
      const settings = { spreadsheet: { id, label: 'Answers' } }
      const again = await addIntegration(creator, form, 'google-sheets', settings, { connection_id })
      await submit(creator, form, { name01: 'Dan' })
      const begun = await creator.visitor.post(`${pathOf(form, again)}/backfill`, {})
      assert.equal(begun.status, 201, begun.text)
      await until(
        () => logOf(creator, form, again),
        (log) => log.length === 4 && log.every(({ status }) => status === 'delivered'),
      )
      const names = sheet.records().map(({ Name }) => Name)
      assert.sameMembers(names, ['Ada', 'Bob', 'Cem', 'Dan'])
    } finally {
      await background.stop()
    }
  })

  test('two integrations of one form keep no rows in the same tab', async ({ assert }) => {
    const { creator, form, made, id } = await answered()
    const { id: connection_id } = await connect(creator, 'google')
    const spreadsheet = { id, label: 'Answers' }
    const path = `/api/forms/${form.id}/integrations`
    const add = (tab: { id: string; label: string }) =>
      creator.visitor.post<{ data: { id: string }; errors: Record<string, string[]> }>(path, {
        ...{ kind: 'google-sheets', connection_id, settings: { spreadsheet, tab } },
      })
    const none = { id: '', label: '' }
    const first = { id: '0', label: 'Sheet1' }
    const second = { id: '77', label: 'Second' }
    for (const tab of [none, first]) {
      const { status, body } = await add(tab)
      assert.equal(status, 422)
      assert.match(body.errors.tab?.[0] ?? '', /keeps its rows in this tab/)
    }
    const change = (one: string, tab: object) =>
      creator.visitor.patch(`${path}/${one}`, { settings: { spreadsheet, tab } })
    assert.equal((await change(made.id, first)).status, 200)
    const other = await add(second)
    assert.equal(other.status, 201, other.text)
    assert.equal((await change(other.body.data.id, first)).status, 422)
    assert.equal((await change(other.body.data.id, second)).status, 200, 'it is not in its own way')
    const both = await Promise.all([1, 2].map(() => add({ id: '78', label: 'Third' })))
    assert.sameMembers(
      both.map(({ status }) => status),
      [201, 422],
    )
  })

  test('of a row that stands too far up an edit and a deletion fail with a sentence, and make no other one', async ({
    assert,
  }) => {
    const { creator, form, sheet, delivered, done } = await answered()
    const background = startDeliveries(QUICK)
    try {
      const first = await submit(creator, form, { name01: 'Ada' })
      await delivered(1)
      sheet.insertRows(2, 45_000)
      await submit(creator, form, { name01: 'Bob' })
      await delivered(2)
      const edit = { answers: { name01: 'Ada Lovelace' } }
      await creator.visitor.patch(`/api/forms/${form.id}/answers/${first}`, edit)
      const [edited] = await done(([row]) => row?.status === 'failed')
      assert.match(edited?.reason ?? '', /not among the last 40,000/)
      await remove(creator, form, first)
      await done((log) => log.length === 4 && log[0]?.status === 'failed')
      const written = sheet.records().filter(({ Name }) => typeof Name === 'string')
      assert.deepEqual(
        written.map(({ Name, Status }) => [Name, Status ?? null]),
        [
          ['Ada', null],
          ['Bob', null],
        ],
      )
    } finally {
      await background.stop()
    }
  })

  test('a reply that is lost after the change was made leaves one row for each, however often', async ({
    assert,
  }) => {
    const { creator, form, sheet, delivered } = await answered()
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.push(await submit(creator, form, { name01: `n${index}` }))
    let cuts = 3
    google.server.lose(({ path }) => path.endsWith(':batchUpdate') && cuts-- > 0)
    const background = startDeliveries(QUICK)
    await delivered(5).finally(() => background.stop())
    assert.deepEqual(
      sheet.records().map(({ Submission }) => Submission),
      ids,
    )
    assert.isAtMost(cuts, 0)
  })

  test('processes that are killed between the change and its record, one after the other, leave one row for each', async ({
    assert,
  }) => {
    const { creator, form, id, sheet } = await answered()
    // the log shows the newest of them only
    const recorded = async () => {
      const { rows } = await within(creator.workspaceId, ({ trx }) =>
        trx.rawQuery<{ rows: { count: number }[] }>(
          `select count(*)::int from deliveries where status = 'delivered'`,
        ),
      )
      return rows[0]?.count
    }
    const delivered = (count: number) => until(recorded, (found) => found === count)
    const change = `/v4/spreadsheets/${id}:batchUpdate`
    const settings = { ...google.settings, DELIVERY_LEASE: '1', DELIVERY_SCHEDULE: '0,0,0,0,0,0,0,0' }
    const ids: string[] = []
    let doomed: ServerProcess | undefined
    // the change is made, and whoever asked for it never hears of it
    google.server.lose(({ path }) => {
      if (path !== change || !doomed) return false
      doomed.kill()
      doomed = undefined
      return true
    })
    for (let kill = 0; kill < KILLS; kill++) {
      // each records what the one before it did, and dies over the next
      const server = await ServerProcess.start(settings)
      await delivered(ids.length)
      doomed = server
      for (const name01 of ['Ada', 'Bob']) ids.push(await submit(creator, form, { name01 }))
      await server.ended()
      assert.isAbove(sheet.records().length, ids.length - 2, 'written, and not recorded')
    }
    const background = startDeliveries(QUICK)
    await delivered(ids.length).finally(() => background.stop())
    assert.deepEqual(
      sheet.records().map(({ Submission }) => Submission),
      ids,
    )
  }).timeout(KILLS * 20_000)

  test('rows of deleted submissions can be removed; a quota is waited for; a spreadsheet that is gone pauses', async ({
    assert,
  }) => {
    const { creator, form, made, sheet, delivered, done } = await answered({
      ...{ deleted: 'remove', tab: { id: '0', label: 'Sheet1' } },
    })
    const background = startDeliveries(QUICK)
    try {
      const first = await submit(creator, form, { name01: 'Ada' })
      await submit(creator, form, { name01: 'Bob' })
      await delivered(2)
      await remove(creator, form, first)
      await delivered(3)
      assert.deepEqual(
        sheet.records().map(({ Name }) => Name),
        ['Bob'],
      )
      let limited = true
      google.play(({ path }) => {
        if (!limited || !path.startsWith('/v4/')) return undefined
        limited = false
        return {
          status: 429,
          headers: { 'retry-after': '1' },
          body: { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } },
        }
      })
      await submit(creator, form, { name01: 'Cem' })
      await delivered(4)
      sheet.removeTabs()
      await submit(creator, form, { name01: 'Dan' })
      await done((log) => log.some(({ status }) => status === 'failed'))
      const { body } = await creator.visitor.get<{ data: { paused: { cause: string; reason: string } } }>(
        pathOf(form, made),
      )
      assert.deepInclude(body.data.paused, { cause: 'gone' })
      assert.match(body.data.paused.reason, /The tab was deleted/)
    } finally {
      await background.stop()
    }
  })
})
