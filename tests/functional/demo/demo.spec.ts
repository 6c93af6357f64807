import { test } from '@japa/runner'
import { answerDemo } from '#database/demo/submissions'
import { clinicIntake } from '#database/demo/clinic_intake'
import type { DemoForm } from '#database/demo/demo'
import { meetup } from '#database/demo/meetup'
import { shopOrder } from '#database/demo/shop_order'
import { newForm, publish } from '#tests/functional/forms/factories'
import { inWorkspace } from '#tests/functional/respond/rows'

const DAY = 86_400_000

/** Publishes a demo form and has a part of its submissions made. */
async function demo({ form: made, ...demoForm }: DemoForm) {
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
})
