import { test } from '@japa/runner'
import { modulePatches, type Mutant, patched } from '#tests/faults/patches'
import { runFaults } from '#tests/faults/run_faults'

const MUTANTS: Mutant[] = ['ack-before-commit', 'no-unique-key', 'enqueue-after-commit']

test.group('Faults', () => {
  test('killed at every point: nothing lost, nothing doubled, everything delivered', async ({ assert }) => {
    const report = await runFaults({ kills: 5 })
    assert.deepEqual(new Set(Object.values(report.kills)), new Set([1]))
    assert.deepEqual(report.findings.slice(0, 5), [])
    assert.isAtLeast(report.acknowledged, 60)
    assert.isAtLeast(report.plain, 20)
    assert.isAbove(report.files, 3)
    assert.isAbove(report.plainFiles, 1)
    assert.isAbove(report.unknown, 0)
  })

  test('the same with a form that limits how many it takes; the count of its places is right', async ({
    assert,
  }) => {
    const report = await runFaults({ kills: 2, limited: true })
    assert.deepEqual(report.findings.slice(0, 5), [])
    assert.isAtLeast(report.acknowledged, 60)
  })

  test('a mistake whose place is not there, or more than once, stops the server', ({ assert }) => {
    const [patch] = modulePatches('no-unique-key', undefined)
    assert.throws(() => patched('', patch), /is there 0 times, not once/)
    assert.throws(() => patched(`${patch.from} ${patch.from}`, patch), /is there 2 times, not once/)
  })

  test('the mistake {$self} is found within 10 kills')
    .with(MUTANTS)
    .run(async ({ assert }, mutant) => {
      const { findings } = await runFaults({ kills: 10, mutant, untilFound: true })
      // an ending that is asked for before the commit is not there either
      const expected: Record<Mutant, string[]> = {
        'ack-before-commit': ['lost', 'taken back'],
        'no-unique-key': ['doubled'],
        'enqueue-after-commit': ['not delivered'],
      }
      assert.isTrue(
        findings.some(({ what }) => expected[mutant].includes(what)),
        JSON.stringify(findings.slice(0, 5)),
      )
    })
})
