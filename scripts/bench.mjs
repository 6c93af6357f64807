// `npm run bench`: every bench there is, one after the other. `npm run bench -- <name> [arguments]`: one of them.
// A bench is bench/<name>.ts or bench/<name>/run.ts; it prints its figures and exits with 1 when a floor is not reached.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { install, onNode24 } from './node24.mjs'
import { ROOT } from './settings.mjs'
import { Stop } from './stop.mjs'

const folder = path.join(ROOT, 'bench')

/** The benches by name, each with the file that runs it. */
function benches() {
  const found = new Map()
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const run = path.join(folder, entry.name, 'run.ts')
    if (entry.isDirectory() && fs.existsSync(run)) found.set(entry.name, run)
    else if (entry.name.endsWith('.ts')) found.set(entry.name.slice(0, -3), path.join(folder, entry.name))
  }
  return found
}

function run(file, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import=@poppinss/ts-exec', file, ...args], {
      cwd: ROOT,
      stdio: 'inherit',
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

try {
  install()
  if (onNode24()) {
    const [name, ...args] = process.argv.slice(2)
    const all = benches()
    if (name && !all.has(name))
      throw new Stop(`There is no bench "${name}"; there are ${[...all.keys()].join(', ')}.`)
    let failed = 0
    for (const [each, file] of all) {
      if (name && each !== name) continue
      console.log(`\n${each}`)
      if ((await run(file, args)) !== 0) failed += 1
    }
    process.exit(failed === 0 ? 0 : 1)
  }
} catch (error) {
  console.error(error instanceof Stop ? error.message : error)
  process.exit(1)
}
