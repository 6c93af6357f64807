import { test } from '@japa/runner'
import { answerDemo } from '#database/demo/submissions'
import { clinicIntake } from '#database/demo/clinic_intake'
import type { DemoForm } from '#database/demo/demo'
import { meetup } from '#database/demo/meetup'
import { shopOrder } from '#database/demo/shop_order'
import env from '#start/env'
import { newForm, publish } from '#tests/functional/forms/factories'
import { inWorkspace } from '#tests/functional/respond/rows'

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
