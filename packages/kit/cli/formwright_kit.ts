#!/usr/bin/env node
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkPluginName, makeFolder, type MadeFamily, PluginNameError } from './make_folder.ts'
import { listPlugin } from './package_file.ts'

const USAGE = `formwright-kit make field NAME         a folder fields/NAME that works as it is
formwright-kit make layout NAME        a folder layout/NAME that works as it is
formwright-kit make integration NAME   a folder integrations/NAME that works as it is
formwright-kit make service NAME       a folder connections/NAME that works as it is
formwright-kit test                    the specs of all folders
formwright-kit build                   dist/, as an instance finds it`

const FAMILY: Readonly<Record<string, MadeFamily>> = {
  field: 'fields',
  layout: 'layout',
  integration: 'integrations',
  service: 'connections',
}

/** Makes a plugin in the package of this folder, and lists it there. */
function make(root: string, family: MadeFamily, kind: string): void {
  checkPluginName(family, kind)
  if (existsSync(join(root, family, kind)))
    throw new PluginNameError(`There is a folder ${family}/${kind} already. Choose another name.`)
  mkdirSync(join(root, family), { recursive: true })
  for (const file of makeFolder(join(root, family), family, kind)) say(`made ${join(family, file)}`)
  listPlugin(root, family, kind)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** The first Node that runs specs in TypeScript as they are. */
const OLDEST = [22, 18] as const

function checkNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  throw new PluginNameError(
    `The kit needs Node ${OLDEST.join('.')} or newer, and this is ${process.versions.node}. Install a newer one.`,
  )
}

async function main([command, what = '', name = '']: readonly string[]): Promise<void> {
  checkNode()
  const root = process.cwd()
  const family = FAMILY[what]
  if (command === 'make' && family) make(root, family, name)
  else if (command === 'test') await (await import('./test.ts')).testPackage(process.argv.slice(3))
  else if (command === 'build') {
    const { buildPackage } = await import('./build.ts')
    for (const folder of await buildPackage(root)) say(`built ${folder}`)
  } else throw new PluginNameError(USAGE)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof PluginNameError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
