import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What the page loads of a kind once a question of it is seen or used, in bytes as they travel: files that its code asks
 * for, what these ask for, and its script with whole React behind it. `folder` is that of the built public pages,
 * `sizeOf` says how much of a file travels.
 */
export function laterBytes(
  folder: string,
  kind: string,
  code: string,
  sizeOf: (text: string) => number,
): number {
  const live = join(folder, 'live/assets')
  const scripts = existsSync(live) ? readdirSync(live) : []
  // named by the kind and a hash
  const own = scripts.filter((name) => new RegExp(`^${kind}-[\\da-f]{10}\\.js$`).test(name))
  const inner = own.map((name) => {
    const script = readFileSync(join(live, name), 'utf8')
    return sizeOf(script) + onDemand(live, script, sizeOf)
  })
  return inner.reduce((sum, one) => sum + one, onDemand(join(folder, 'respondent/assets'), code, sizeOf))
}

/**
 * What every page asks for right after its own script, in bytes as they travel with gzip: what takes over turns, sending, and
 * drafts (`frontend/respondent/live/begin.ts`), with what that imports. `assets` is the folder of both.
 */
export function secondWaveBytes(assets: string, script: string): number {
  const begin = /[`"']\.\/(begin-[\w-]+\.js)[`"']/.exec(script)?.[1]
  if (begin === undefined) throw new Error('The page’s script does not ask for begin.ts.')
  const code = readFileSync(join(assets, begin), 'utf8')
  const imported = [...code.matchAll(/\bfrom\s*[`"']\.\/([\w-]+\.js)[`"']/g)].map(([, name = '']) => name)
  return [begin, ...imported].reduce((sum, name) => sum + travelling(join(assets, name)), 0)
}

/** The bytes of a file as it is sent: small ones are not compressed by the build. */
function travelling(file: string): number {
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size
}

/** The files that a script asks for later, and what these ask for, each once. */
function onDemand(
  assets: string,
  script: string,
  sizeOf: (text: string) => number,
  seen = new Set<string>(),
): number {
  let bytes = 0
  for (const [, name = ''] of script.matchAll(/[`"']\.\/([\w-]+\.js)[`"']/g)) {
    if (seen.has(name)) continue
    seen.add(name)
    const code = readFileSync(join(assets, name), 'utf8')
    bytes += sizeOf(code) + onDemand(assets, code, sizeOf, seen)
  }
  return bytes
}
