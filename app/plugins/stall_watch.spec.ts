import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { readFaults } from './fault_counts.ts'
import { forgetStalled, noteStall, stalledDeliveries, tooOftenStalled } from './stalls.ts'

const PATIENCE = 500

interface Course {
  /** how long the plugin waits by going round, in milliseconds; below 0 it fills all the memory there is */
  waits: number
  /** how often, with a turn of the others in between */
  times?: number
  /** whether the process is ended for it */
  ends?: boolean
  /** megabytes of memory that it is given */
  room?: number
  patience?: number
}

/** A process that is watched and calls a plugin in a delivery. */
class Watched {
  readonly root = mkdtempSync(join(tmpdir(), 'stall-'))
  readonly folder = join(this.root, 'plugins/integrations/snail')
  readonly stallsFile = join(this.root, 'stalls.json')
  readonly #faultsFile = join(this.root, 'faults.json')

  constructor() {
    mkdirSync(this.folder, { recursive: true })
    this.write('')
  }

  write(comment: string): void {
    const loop =
      'const held = []; if (waits < 0) for (;;) held.push({ at: held.length }); const end = Date.now() + waits; while (Date.now() < end);'
    writeFileSync(
      join(this.folder, 'deliver.mjs'),
      `export default { async deliver(waits) { await null; creep(waits) } }\nfunction creep(waits) { ${loop} }${comment}`,
    )
  }

  async serve({ waits, times = 1, ends = false, room, patience = PATIENCE }: Course) {
    const plugins = [{ family: 'integrations', kind: 'snail', version: 2, folder: this.folder }]
    const watched = { plugins, faultsFile: this.#faultsFile, stallsFile: this.stallsFile, patience }
    const program = join(this.root, 'program.mjs')
    const here = (name: string) => new URL(name, import.meta.url).href
    writeFileSync(
      program,
      `import { setTimeout as sleep } from 'node:timers/promises'
      import { whileDelivering } from '${here('at_work.ts')}'
      import { watchMainThread } from '${here('stall_watch.ts')}'
      import snail from '${join(this.folder, 'deliver.mjs')}'
      watchMainThread(${JSON.stringify({ ...watched, ends })})
      await sleep(1000)
      await whileDelivering({ workspaceId: 'w', id: 'd' }, async () => {
        for (let left = ${times}; left > 0; left -= 1) {
          await snail.deliver(${waits})
          await sleep(200)
        }
      })
      await sleep(800)
      console.log('over')`,
    )
    const child = spawn(process.execPath, [
      ...(room === undefined ? [] : [`--max-old-space-size=${room}`]),
      '--import=./scripts/typescript.mjs',
      program,
    ])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (said) => (output += said))
    const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)))
    return { output, signal, faults: readFaults(this.#faultsFile) }
  }

  remove(): void {
    rmSync(this.root, { recursive: true })
  }
}

const NAMED =
  /^! The plugin “snail” \(version 2\) failed in “deliver”: it kept the processor for .+ seconds, .+ in deliver\.mjs\. .+\n/

test.group('A main thread that is watched', (group) => {
  let watched: Watched
  group.each.setup(() => {
    watched = new Watched()
    return () => watched.remove()
  })

  test('a plugin that does not give it back is named, and goes on where somebody may look into it', async ({
    assert,
  }) => {
    const { output, faults } = await watched.serve({ waits: 2_000 })
    assert.match(output, new RegExp(`${NAMED.source}over\n$`))
    assert.lengthOf(faults, 1)
    assert.include(faults[0], { of: 'integrations', kind: 'snail', version: 2, member: 'deliver', count: 1 })
    assert.isFalse(existsSync(watched.stallsFile))
  })

  test('the process is ended for it, and the delivery written down; the second time in a day it is out of use until its files change', async ({
    assert,
  }) => {
    const once = await watched.serve({ waits: 60_000, ends: true })
    assert.match(once.output, new RegExp(`${NAMED.source}$`))
    assert.equal(once.signal, 'SIGKILL')
    assert.include(once.faults[0], { kind: 'snail', count: 1 })
    assert.deepEqual(tooOftenStalled(watched.stallsFile), [])
    const delivery = { workspaceId: 'w', id: 'd' }
    assert.deepEqual(stalledDeliveries(watched.stallsFile), [delivery])
    assert.deepEqual(stalledDeliveries(watched.stallsFile), [delivery])
    forgetStalled(watched.stallsFile, delivery)
    assert.deepEqual(stalledDeliveries(watched.stallsFile), [])

    await watched.serve({ waits: 60_000, ends: true })
    const [out] = tooOftenStalled(watched.stallsFile)
    assert.equal(out?.folder, watched.folder)
    assert.match(out?.reason ?? '', /kept the processor until the server had to be ended for it, 2 times/)
    watched.write('// mended')
    assert.deepEqual(tooOftenStalled(watched.stallsFile), [])
  })

  test('one that fills the memory is named, and the process ended for it, before there is none left', async ({
    assert,
  }) => {
    const { output, signal, faults } = await watched.serve({
      waits: -1,
      ends: true,
      room: 768,
      patience: 10_000,
    })
    assert.match(
      output,
      /^! The plugin “snail” \(version 2\) failed in “deliver”: it filled \d+ MB of memory in one go, in deliver\.mjs\. .+\n$/,
    )
    assert.equal(signal, 'SIGKILL')
    assert.include(faults[0], { kind: 'snail', member: 'deliver', count: 1 })
    assert.deepEqual(stalledDeliveries(watched.stallsFile), [{ workspaceId: 'w', id: 'd' }])
  })

  test('twice that are more than a day apart are not too often', ({ assert }) => {
    noteStall(watched.stallsFile, watched, undefined)
    const stalls = readFileSync(watched.stallsFile, 'utf8')
    const longAgo = new Date(Date.now() - 25 * 3600 * 1000).toISOString()
    writeFileSync(watched.stallsFile, stalls.replace(/"last": ".+?"/, `"last": "${longAgo}"`))
    noteStall(watched.stallsFile, watched, undefined)
    assert.deepEqual(tooOftenStalled(watched.stallsFile), [])
    noteStall(watched.stallsFile, watched, undefined)
    assert.lengthOf(tooOftenStalled(watched.stallsFile), 1)
  })

  test('nothing is said of one that gives it back in between', async ({ assert }) => {
    const { output, faults, signal } = await watched.serve({ waits: 350, times: 4, ends: true })
    assert.deepEqual([output, faults, signal], ['over\n', [], null])
  })
})
