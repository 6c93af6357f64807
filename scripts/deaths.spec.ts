import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'

/** What a script says that has all of deaths.mjs, which runs on Node 20, too. */
function said(script: string): unknown {
  const begin = `import * as deaths from ${JSON.stringify(new URL('./deaths.mjs', import.meta.url).href)}\n`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', begin + script], {
    encoding: 'utf8',
  })
  return JSON.parse(output)
}

test.group('Programs that died', () => {
  test('what goes on dying for one reason is one line, with how often', ({ assert, cleanup }) => {
    const storage = mkdtempSync(join(tmpdir(), 'formwright-deaths-'))
    cleanup(() => rmSync(storage, { recursive: true }))
    said(`
      const record = (program) => deaths.recordDeath(${JSON.stringify(storage)}, program, 'ended')
      record('The server')
      for (let time = 0; time < 50; time += 1) record('PostgreSQL')
      record('The server')
      console.log(null)`)
    const written: { program: string; times: number }[] = JSON.parse(
      readFileSync(join(storage, 'deaths.json'), 'utf8'),
    )
    assert.deepEqual(
      written.map(({ program, times }) => [program, times]),
      [
        ['The server', 1],
        ['PostgreSQL', 50],
        ['The server', 1],
      ],
    )
  })

  test('the same is no news for a minute, and what dies at once waits longer each time', ({ assert }) => {
    assert.deepEqual(
      said(`
        const pause = new deaths.Pause(300)
        const news = ['one', 'other', 'one', 'log 11 is full', 'log 12 is full'].map((message) => deaths.isNews(message))
        console.log(JSON.stringify({ news, pauses: [1, 1, 1, 1, 20_000, 1].map((ran) => pause.after(ran)) }))`),
      { news: [true, true, false, true, false], pauses: [50, 100, 200, 300, 0, 50] },
    )
  })
})
