import { test } from '@japa/runner'
import fc from 'fast-check'
import { calculation, form, plansOf } from '../fixtures/forms.ts'
import { generateCase } from '../fixtures/generate.ts'
import { answers } from '../fixtures/kinds.ts'
import { rawsAfter } from '../fixtures/play.ts'
import { snapshot } from '../fixtures/snapshot.ts'
import type { Answers } from '../registry.ts'
import { finish, type Steps } from '../steps.ts'
import { judgeAhead } from './read_ahead.ts'
import { settledInSteps, settledResponse } from './settled.ts'
import { startInSteps, startResponse } from './start.ts'

/** How many steps work has. */
function stepsOf(work: Steps<unknown>): number {
  let steps = 1
  while (!work.next().done) steps += 1
  return steps
}

test.group('Responses in steps', () => {
  test('are what they are when everything is read at once', ({ assert }) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { document, options, edits } = generateCase(seed)
        const { server } = plansOf(document)
        const raws = rawsAfter({ plan: server, options, edits })
        for (const source of ['form', 'data'] as const) {
          const sent = { ...options, source, raws }
          const [whole, begun] = [
            startResponse(server, answers, sent),
            finish(startInSteps(server, answers, sent)),
          ]
          finish(judgeAhead(server, begun))
          assert.equal(snapshot(begun, document), snapshot(whole, document))
          const stored = whole.stored()
          assert.equal(
            snapshot(finish(settledInSteps(server, answers, stored, sent)), document),
            snapshot(settledResponse(server, answers, stored, sent), document),
          )
        }
      }),
      { numRuns: 100 },
    )
  }).timeout(60_000)

  test('each answer is read in a step, once, and judged in one', ({ assert }) => {
    const document = form(
      {
        id: 'people',
        kind: 'section',
        key: 'people',
        settings: { title: 'People', repeats: { min: 0, max: 50 } },
      },
      { id: 'name01', kind: 'text', key: 'name01', parent: 'people' },
      { id: 'age001', kind: 'number', key: 'age001', parent: 'people' },
      calculation('total1', 'sum({#people.age001})'),
    )
    const asked = { parse: 0, validate: 0 }
    const counting: Answers = (kind) => {
      const own = answers(kind)
      return (
        own && {
          ...own,
          parse: (...given) => {
            asked.parse += 1
            return own.parse(...given)
          },
          validate: (...given) => {
            asked.validate += 1
            return own.validate(...given)
          },
        }
      )
    }
    const items = Array.from({ length: 50 }, (_, n) => `item${n + 1}`)
    const raws: Record<string, unknown> = { people: items }
    for (const [n, item] of items.entries()) {
      raws[`people.${item}.name01`] = `Person ${n}`
      raws[`people.${item}.age001`] = `${n}`
    }
    const { server } = plansOf(document)
    const options = { locale: 'en', now: 0, source: 'form', raws } as const
    assert.isAbove(stepsOf(startInSteps(server, counting, options)), 100)
    assert.equal(asked.parse, 100)
    const response = finish(startInSteps(server, counting, options))
    assert.isAbove(stepsOf(judgeAhead(server, response)), 100)
    assert.equal(asked.validate, 100)
    assert.deepEqual(response.problems(), [])
    assert.lengthOf(Object.keys(response.stored()), 2)
    assert.equal(asked.validate, 100, 'judged once')
  })
})
