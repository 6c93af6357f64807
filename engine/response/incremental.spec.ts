import { isDeepStrictEqual } from 'node:util'
import { test } from '@japa/runner'
import fc from 'fast-check'
import { plansOf } from '../fixtures/forms.ts'
import { generateCase } from '../fixtures/generate.ts'
import { answers } from '../fixtures/kinds.ts'
import { applyEdit, rawsAfter } from '../fixtures/play.ts'
import { pathsOf, snapshot, textsOf } from '../fixtures/snapshot.ts'
import { serverStateFor } from './server_state.ts'
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

  test('a browser that was told what it cannot know says of every block what the server says', ({
    assert,
  }) => {
    const seen = { items: 0, told: 0 }
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { document, options, edits } = generateCase(seed)
        const { server, browser } = plansOf(document)
        const raws = rawsAfter({ plan: server, options, edits })
        const whole = startResponse(server, answers, { ...options, raws })
        const serverState = serverStateFor(browser, whole)
        const told = startResponse(browser, answers, { ...options, raws, serverState })
        assert.deepEqual(told.pages(), whole.pages())
        const known = new Map(browser.blocks.map((block) => [block.id, block]))
        for (const { path, block } of pathsOf(whole, document)) {
          if (!known.has(block.id)) continue
          // an error that asks for what stays on the server is judged there, as the answers are sent
          const secret = isDeepStrictEqual(known.get(block.id)?.texts.error, ['server'])
          const states = [told, whole].map((response) => {
            const { disabled, required, problems, answer } = response.field(path) ?? {}
            const given = block.kind === 'calculation' ? undefined : answer
            const said = problems?.filter(({ code }) => !secret || code !== 'custom')
            return [response.relevant(path), response.items(path), disabled, required, said, given]
          })
          assert.deepEqual(states[0], states[1], path)
          if (block.parent !== undefined && path.includes('.')) seen.items++
        }
        seen.told += Object.keys(serverState?.blocks ?? {}).filter((path) => path.includes('.')).length
      }),
      { numRuns: 300 },
    )
    assert.isAbove(seen.items, 100)
    assert.isAbove(seen.told, 0)
  }).timeout(60_000)

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
