import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { test } from '@japa/runner'
import { type FaultCount, FaultCounts, FAULTS_FILE, readFaults } from '#app/plugins/fault_counts'

const fault = { of: 'blocks', kind: 'torn', member: 'parse', reason: 'no eyes', version: 1 } as const

const of = (counts: readonly FaultCount[]) =>
  Object.fromEntries(counts.map(({ member, count }) => [member, count]))

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 5_000; !holds() && Date.now() < end;) await setTimeout(20)
  if (!holds()) throw new Error('It did not come true within 5 seconds.')
}

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
      counts.note({ of: 'blocks', kind: 'torn', member, version: 1, error: new Error('no eyes') })
    assert.deepEqual(of(counts.recent()), { parse: 4, respond: 1 })
  })

  test('of several processes are counted together, each fault once', async ({ assert }) => {
    const { file, counts } = begun('[]')
    const other = new FaultCounts()
    other.keepIn(file, () => undefined)
    const note = (by: FaultCounts, member: string) =>
      by.note({ of: 'blocks', kind: 'torn', member, version: 1, error: new Error('no eyes') })
    for (let i = 0; i < 3; i++) note(counts, 'parse')
    for (let i = 0; i < 2; i++) note(other, 'parse')
    note(other, 'respond')
    const all = { parse: 5, respond: 1 }
    await until(() => isDeepStrictEqual(of(readFaults(file)), all))
    for (const one of [counts, other]) assert.deepEqual(of(one.recent()), all)
    assert.deepEqual(readdirSync(folder), [FAULTS_FILE])
  })

  test('wait for a process that writes, and for none that died while it did', async ({ assert }) => {
    const { file, counts } = begun('[]')
    const lock = `${file}.lock`
    mkdirSync(lock)
    counts.note({ ...fault, error: new Error('no eyes') })
    await setTimeout(700)
    assert.deepEqual(readFaults(file), [])
    assert.deepEqual(of(counts.recent()), { parse: 1 })
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(lock, longAgo, longAgo)
    await until(() => isDeepStrictEqual(of(readFaults(file)), { parse: 1 }))
  })
})
