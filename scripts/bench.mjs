// `npm run bench [name…]`: runs bench/<name>.ts against a durable database cluster of its own, kept between runs.
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from './chromium.mjs'
import { install, onNode24 } from './node24.mjs'
import { inOwnDatabase, runFile } from './own_database.mjs'
import { ROOT } from './settings.mjs'

/** Benches of pages: the others ask for no browser. */
const IN_BROWSER = new Set(['dropdown', 'editor', 'large_editor', 'scroll'])

/** Benches that can be named: all files of the folder that print figures by themselves. */
function names() {
  const files = fs.readdirSync(path.join(ROOT, 'bench'))
  return files.filter((file) => file.endsWith('.bench.ts')).map((file) => file.replace('.bench.ts', ''))
}

/**
 * @param {readonly string[]} chosen
 * @param {readonly string[]} args
 */
function bench(chosen, args) {
  return inOwnDatabase(async (env) => {
    let failed = 0
    for (const name of chosen) {
      console.log(`\n## ${name}\n`)
      const own = IN_BROWSER.has(name) ? { ...env, CHROMIUM: chromium() } : env
      failed += (await runFile(`bench/${name}.bench.ts`, args, own)) === 0 ? 0 : 1
    }
    return failed
  })
}

await install()
if (onNode24()) {
  const given = process.argv.slice(2)
  const chosen = given.filter((arg) => names().includes(arg))
  const unknown = given.find((arg) => !arg.startsWith('-') && !names().includes(arg))
  if (unknown) {
    console.error(`There is no bench "${unknown}". There are: ${names().join(', ')}.`)
    process.exit(1)
  }
  const options = given.filter((arg) => arg.startsWith('-'))
  process.exit(await bench(chosen.length > 0 ? chosen : names(), options))
}
