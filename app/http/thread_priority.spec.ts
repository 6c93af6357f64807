import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { test } from '@japa/runner'
import { NICER, putMainThreadFirst } from '#app/http/thread_priority'

/** Priorities of the threads of this process that have such a name. */
function prioritiesOf(name: RegExp): number[] {
  return readdirSync('/proc/self/task')
    .filter((thread) => name.test(readFileSync(`/proc/self/task/${thread}/comm`, 'utf8')))
    .map((thread) => os.getPriority(Number(thread)))
}

test.group('Priority of threads', (group) => {
  if (process.platform !== 'linux')
    group.tap((one) => one.skip(true, 'threads have a priority on Linux only'))

  test('those that read files and hash give way to the one that answers, and to no one twice', async ({
    assert,
  }) => {
    await readFile(new URL(import.meta.url))
    const usual = os.getPriority(process.pid)
    putMainThreadFirst()
    putMainThreadFirst()
    const beside = prioritiesOf(/^libuv-worker/)
    assert.isNotEmpty(beside)
    assert.deepEqual(new Set(beside), new Set([Math.min(19, usual + NICER)]))
    assert.equal(os.getPriority(process.pid), usual)
    assert.deepEqual(new Set(prioritiesOf(/^V8Worker/)), new Set([usual]))
  })
})
