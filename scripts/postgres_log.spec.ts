import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'

const LOG = JSON.stringify(new URL('./postgres_log.mjs', import.meta.url).href)

test.group('The log of the embedded PostgreSQL', (group) => {
  let folder: string
  let file: string
  group.each.setup(() => {
    folder = fs.mkdtempSync(join(tmpdir(), 'formwright-log-'))
    file = join(folder, 'postgres.log')
    return () => fs.rmSync(folder, { recursive: true })
  })
  const read = (name: string) => fs.readFileSync(join(folder, name), 'utf8')
  /** Runs a script that has `boundLog`, the name of the log, and `fs`. */
  const run = (script: string) =>
    execFileSync(process.execPath, [
      '--input-type=module',
      '-e',
      `import fs from 'node:fs'; import { boundLog } from ${LOG}; const file = ${JSON.stringify(file)}; ${script}`,
    ])

  test('never holds much more than it may, and whoever has it open goes on at its end', ({ assert }) => {
    run(`
      boundLog(file, 100)
      const out = fs.openSync(file, 'a')
      for (let line = 10; line < 50; line++) {
        fs.writeSync(out, 'line ' + line + '\\n')
        boundLog(file, 100)
      }`)
    assert.deepEqual(fs.readdirSync(folder).toSorted(), ['postgres.log', 'postgres.log.1'])
    const lines = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, at) => `line ${first + at}\n`).join('')
    // thirteen lines are more than a hundred signs
    assert.equal(read('postgres.log.1'), lines(36, 48))
    assert.equal(read('postgres.log'), lines(49, 49))
  })

  test('is emptied all the same where it cannot be put aside', ({ assert }) => {
    fs.writeFileSync(file, 'x'.repeat(200))
    // a folder in its place: no file can be made there
    fs.mkdirSync(`${file}.1`)
    run('boundLog(file, 100)')
    assert.deepEqual(fs.readdirSync(folder), ['postgres.log'])
    assert.equal(fs.statSync(file).size, 0)
  })
})
