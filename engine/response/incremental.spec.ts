import { test } from '@japa/runner'
import fc from 'fast-check'
import { plansOf } from '../fixtures/forms.ts'
import { generateCase } from '../fixtures/generate.ts'
import { answers } from '../fixtures/kinds.ts'
import { snapshot, textsOf } from '../fixtures/snapshot.ts'
import { startResponse } from './start.ts'

test.group('Incremental responses', () => {
  test('after every change they are what a fresh response with the same answers is', ({ assert }) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { document, options, edits } = generateCase(seed)
        const plans = plansOf(document)
        for (const plan of [plans.server, plans.browser]) {
          const response = startResponse(plan, answers, options)
          for (const { path, raw } of edits) {
            response.setRaw(path, raw)
            const sent = JSON.parse(JSON.stringify({ plan, raws: response.raws() }))
            const fresh = startResponse(sent.plan, answers, { ...options, raws: sent.raws })
            assert.equal(snapshot(response, document), snapshot(fresh, document))
          }
        }
      }),
      { numRuns: 150 },
    )
  }).timeout(60_000)

  test('a change tells every block whose state or texts it changed', ({ assert }) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { document, options, edits } = generateCase(seed)
        const response = startResponse(plansOf(document).server, answers, options)
        const seen = () =>
          new Map(
            document.blocks.map((block) => [
              block.id,
              JSON.stringify([
                response.relevant(block.id),
                response.field(block.id) ?? null,
                textsOf(response, block),
              ]),
            ]),
          )
        for (const { path, raw } of edits) {
          const before = seen()
          const changed = new Set(response.setRaw(path, raw))
          for (const [id, state] of seen()) if (state !== before.get(id)) assert.isTrue(changed.has(id), id)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('what is stored is JSON, and what a browser would store is among it', ({ assert }) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { document, options, edits } = generateCase(seed)
        const { server, browser } = plansOf(document)
        const raws = Object.fromEntries(edits.map(({ path, raw }) => [path, raw]))
        const stored = startResponse(server, answers, { ...options, raws }).stored()
        assert.deepEqual(JSON.parse(JSON.stringify(stored)), stored)
        const known = startResponse(browser, answers, { ...options, raws }).stored()
        for (const [id, answer] of Object.entries(known)) assert.deepEqual(stored[id], answer)
      }),
      { numRuns: 100 },
    )
  })
})
