import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { workspacesOf } from '#app/workspaces/memberships'
import { answerDemo } from '#database/demo/submissions'
import { clinicIntake } from '#database/demo/clinic_intake'
import type { DemoForm } from '#database/demo/demo'
import { meetup } from '#database/demo/meetup'
import { shopOrder } from '#database/demo/shop_order'
import env from '#start/env'
import { newForm, publish } from '#tests/functional/forms/factories'
import { countRows } from '#tests/functional/place'
import { until } from '#tests/functional/integrations/factories'
import { inWorkspace } from '#tests/functional/respond/rows'
import { Visitor } from '#tests/functional/visitor'

const DAY = 86_400_000

/** What was made of each, once. */
const known = new Map<DemoForm, ReturnType<typeof make>>()
function demo(one: DemoForm): ReturnType<typeof make> {
  const made = known.get(one) ?? make(one)
  known.set(one, made)
  return made
}

/** Publishes a demo form and has its submissions made. */
async function make({ form: made, ...demoForm }: DemoForm) {
  const { creator, form } = await newForm([...(made.blocks ?? [])], made.title)
  await publish(creator, form.id)
  const now = Date.now()
  const taken = await answerDemo(form.id, { form: made, ...demoForm }, now)
  const sql = 'select answers, received_at from submissions order by received_at'
  const rows = await inWorkspace<{ answers: Record<string, unknown>; received_at: Date }>(
    creator.workspaceId,
    sql,
  )
  return { creator, form, taken, rows, now }
}

/** The workspace of the newest person, who is of the demo; nothing before. */
async function demoWorkspace(): Promise<string> {
  const { rows } = await db.rawQuery<{ rows: { id: string }[] }>(
    `select id from users where email like 'demo-%@example.com' order by id desc limit 1`,
  )
  const [workspace] = rows[0] ? await workspacesOf(rows[0].id) : []
  return workspace?.id ?? ''
}

async function countPeople(): Promise<number> {
  const { rows } = await db.rawQuery<{ rows: { count: number }[] }>(
    'select count(*)::int as count from users',
  )
  return rows[0].count
}

test.group('The forms of the demo', () => {
  for (const [name, one] of Object.entries({ clinicIntake, shopOrder, meetup })) {
    test(`${name} publishes without a warning and has submissions of sixty days`, async ({ assert }) => {
      const { creator, form, taken, rows, now } = await demo(one)
      const check = await creator.visitor.get<{ data: { problems: unknown[] } }>(
        `/api/forms/${form.id}/check`,
      )
      assert.deepEqual(check.body.data.problems, [])
      assert.isAtLeast(taken, one.submissions * 0.98)
      assert.lengthOf(rows, taken)
      const ages = rows.map(({ received_at: at }) => (now - at.getTime()) / DAY)
      assert.isBelow(Math.max(...ages), 60)
      assert.isAbove(Math.max(...ages), 55)
      assert.isBelow(Math.min(...ages), 3)
      assert.isAbove(new Set(rows.map(({ answers }) => JSON.stringify(answers))).size, taken * 0.98)
    })
  }

  test('on a disk with too little free for files nobody draws', async ({ assert, cleanup }) => {
    cleanup(() => env.set('DISK_FLOOR_GB', 1))
    env.set('DISK_FLOOR_GB', 1_000_000)
    const { taken, rows } = await make({ ...clinicIntake, submissions: 40 })
    assert.equal(taken, 40)
    assert.isTrue(rows.every(({ answers }) => Object(answers.signature).how === 'typed'))
  })

  test('together they are two thousand, and what they say is what people would', async ({ assert }) => {
    assert.equal(clinicIntake.submissions + shopOrder.submissions + meetup.submissions, 2000)
    const [clinic, shop, event] = [await demo(clinicIntake), await demo(shopOrder), await demo(meetup)]
    const share = (part: number, { rows }: { rows: unknown[] }) => part / rows.length

    const signatures = clinic.rows.map(({ answers }) => Object(answers.signature))
    const drawn = signatures.filter(({ how, file }) => how === 'drawn' && file[0].type === 'image/png')
    assert.closeTo(share(drawn.length, clinic), 0.15, 0.07)
    for (const [place, { at }] of signatures.entries())
      assert.closeTo(Date.parse(`${at}Z`), Number(clinic.rows[place]?.received_at), 1000)

    const prices: Record<string, number> = { s: 24, m: 24, l: 26, xl: 28, pickup: 0, post: 4.9 }
    const priceOf = (id: unknown) => prices[String(id)] ?? NaN
    for (const { answers } of shop.rows) {
      const wanted = priceOf(answers.size00) * Number(answers.count0) + priceOf(answers.way000)
      assert.closeTo(Number(answers.total0), wanted, 1e-9)
      assert.equal(answers.way000 === 'post', answers.address !== undefined)
    }
    const stock: Record<string, number> = { s: 160, m: 320, l: 320, xl: 140 }
    const sold = Map.groupBy(shop.rows, ({ answers }) => String(answers.size00))
    for (const [size, most] of Object.entries(stock)) {
      assert.isAbove(sold.get(size)?.length ?? 0, most / 2)
      assert.isAtMost(sold.get(size)?.length ?? 0, most)
    }

    const scores = event.rows.flatMap(({ answers: { nps000 } }) =>
      nps000 === undefined ? [] : [Number(nps000)],
    )
    assert.isAtLeast(new Set(scores).size, 7)
    assert.closeTo(share(scores.filter((score) => score >= 9).length, { rows: scores }), 0.45, 0.1)
    assert.closeTo(share(scores.filter((score) => score <= 6).length, { rows: scores }), 0.2, 0.1)

    for (const { rows, now } of [clinic, shop, event]) {
      const days = new Set(rows.map(({ received_at: at }) => Math.floor((now - at.getTime()) / DAY)))
      assert.isAbove(days.size, 52)
    }
  })
})

test.group('A demo that was stopped while it was made', () => {
  test('is gone on with: one account that its file can sign in to, with the same three forms', async ({
    assert,
    cleanup,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'formwright-demo-'))
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    const people = await countPeople()
    /** Makes the demo until more answers are there than so many. */
    const makeUntil = async (answers: number): Promise<string> => {
      const made = spawn(process.execPath, ['ace.js', 'seed:demo'], {
        cwd: app.makePath(),
        env: { ...process.env, STORAGE_DIR: folder },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const workspaceId = await until(demoWorkspace, (id) => id !== '')
      await until(
        () => countRows(workspaceId, 'submissions'),
        (count) => count > answers,
      )
      made.kill('SIGKILL')
      await once(made, 'exit')
      return workspaceId
    }
    const workspaceId = await makeUntil(0)
    const before = await countRows(workspaceId, 'submissions')
    assert.equal(await makeUntil(before), workspaceId)
    assert.equal(await countPeople(), people + 1)
    assert.equal(await countRows(workspaceId, 'forms'), 3)
    const person: object = JSON.parse(readFileSync(join(folder, 'demo.json.begun'), 'utf8'))
    const visitor = new Visitor()
    await visitor.get('/api/user')
    assert.equal((await visitor.post('/api/login', person)).status, 200)
  })

  test('has no more answers in the end than one that was not', async ({ assert }) => {
    const { creator, form } = await newForm([...(meetup.form.blocks ?? [])], meetup.form.title)
    await publish(creator, form.id)
    const now = Date.now()
    assert.equal(await answerDemo(form.id, { ...meetup, submissions: 30 }, now), 30)
    assert.equal(await answerDemo(form.id, { ...meetup, submissions: 50 }, now), 50)
    assert.equal(await countRows(creator.workspaceId, 'submissions'), 50)
  })
})
