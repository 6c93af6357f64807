import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { FaultCounts, FAULTS_FILE, readFaults } from '#app/plugins/fault_counts'

const fault = { kind: 'torn', member: 'parse', reason: 'no eyes', version: 1 }

test.group('Counts of faults', (group) => {
  let folder = ''
  group.each.setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'formwright-faults-'))
    return () => rmSync(folder, { recursive: true, force: true })
  })
  const begun = (text: string) => {
    const file = join(folder, FAULTS_FILE)
    writeFileSync(file, text)
    const counts = new FaultCounts()
    counts.keepIn(file, () => undefined)
    return { file, counts }
  }

  test('begin anew where the file is not whole, so that the server starts', ({ assert }) => {
    for (const text of ['', '[{"kind": "to', '{}', '[null]']) {
      const { file, counts } = begun(text)
      assert.deepEqual(counts.recent(), [], text)
      assert.deepEqual(readFaults(file), [], text)
    }
  })

  test('go on with those of the last day, and leave out what is older', ({ assert }) => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600 * 1000).toISOString()
    const { counts } = begun(
      JSON.stringify([
        { ...fault, count: 3, last: hoursAgo(1) },
        { ...fault, member: 'respond', count: 7, last: hoursAgo(30) },
      ]),
    )
    for (const member of ['parse', 'respond'])
      counts.note({ kind: 'torn', member, version: 1, error: new Error('no eyes') })
    assert.deepEqual(
      counts.recent().map(({ member, count }) => [member, count]),
      [
        ['parse', 4],
        ['respond', 1],
      ],
    )
  })
})
