import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { readFaults } from './fault_counts.ts'

/** A process that is watched and calls a plugin, which waits by going round for so long, in milliseconds. */
async function serve(waits: number): Promise<{ output: string; faults: ReturnType<typeof readFaults> }> {
  const root = mkdtempSync(join(tmpdir(), 'stall-'))
  const folder = join(root, 'plugins/integrations/snail')
  const faultsFile = join(root, 'faults.json')
  mkdirSync(folder, { recursive: true })
  const loop = 'const end = Date.now() + waits; while (Date.now() < end);'
  writeFileSync(
    join(folder, 'deliver.mjs'),
    `export default { async deliver(waits) { await null; creep(waits) } }\nfunction creep(waits) { ${loop} }`,
  )
  const plugins = [{ family: 'integrations', kind: 'snail', version: 2, folder }]
  const program = join(root, 'program.mjs')
  writeFileSync(
    program,
    `import { watchMainThread } from '${new URL('stall_watch.ts', import.meta.url).href}'
    import snail from '${join(folder, 'deliver.mjs')}'
    watchMainThread(${JSON.stringify({ plugins, faultsFile, patience: 500 })})
    setTimeout(() => snail.deliver(${waits}).then(() => setTimeout(() => console.log('over'), 800)), 1000)`,
  )
  const child = spawn(process.execPath, ['--import=./scripts/typescript.mjs', program])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (said) => (output += said))
  await new Promise((resolve) => child.once('close', resolve))
  const faults = readFaults(faultsFile)
  rmSync(root, { recursive: true })
  return { output, faults }
}

test.group('A main thread that is watched', () => {
  test('a plugin that does not give it back is named, and goes on', async ({ assert }) => {
    const { output, faults } = await serve(2_000)
    assert.match(
      output,
      /^! The plugin “snail” \(version 2\) failed in “deliver”: it kept the processor for .+ seconds, .+ in deliver\.mjs\. .+\nover\n$/,
    )
    assert.lengthOf(faults, 1)
    assert.include(faults[0], { of: 'integrations', kind: 'snail', version: 2, member: 'deliver', count: 1 })
  })

  test('nothing is said of one that is there', async ({ assert }) => {
    const { output, faults } = await serve(0)
    assert.deepEqual([output, faults], ['over\n', []])
  })
})
