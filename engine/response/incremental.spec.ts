import { test } from '@japa/runner'
import fc from 'fast-check'
import { plansOf } from '../fixtures/forms.ts'
import { generateCase } from '../fixtures/generate.ts'
import { answers } from '../fixtures/kinds.ts'
import { applyEdit, rawsAfter } from '../fixtures/play.ts'
import { pathsOf, snapshot, textsOf } from '../fixtures/snapshot.ts'
import { startResponse } from './start.ts'
import { rawsOfStored } from './stored.ts'

test.group('Incremental responses', () => {
  test('after every change they are what a fresh response with the same answers is', ({ assert }) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { document, options, edits } = generateCase(seed)
        const plans = plansOf(document)
        for (const plan of [plans.server, plans.browser]) {
          const response = startResponse(plan, answers, options)
          for (const edit of edits) {
            applyEdit(response, edit)
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
            pathsOf(response, document).map(({ path, block }) => [
              path,
              JSON.stringify([
                response.relevant(path),
                response.items(path),
                response.field(path) ?? null,
                textsOf(response, path, block),
              ]),
            ]),
          )
        for (const edit of edits) {
          const before = seen()
          const changed = new Set(applyEdit(response, edit))
          // An item that was not there before came with its section.
          for (const [path, state] of seen())
            if (before.has(path) && state !== before.get(path)) assert.isTrue(changed.has(path), path)
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
        const raws = rawsAfter({ plan: server, options, edits })
        const stored = startResponse(server, answers, { ...options, raws }).stored()
        assert.deepEqual(JSON.parse(JSON.stringify(stored)), stored)
        const known = startResponse(browser, answers, { ...options, raws }).stored()
        const all = rawsOfStored(server, stored)
        for (const [path, answer] of Object.entries(rawsOfStored(browser, known)))
          // A section that only the server can show is not in what a browser knows.
          if (known[path] !== undefined || path.includes('.')) assert.deepEqual(all[path], answer)
      }),
      { numRuns: 100 },
    )
  })
})
