import { dirname, relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { PluginPlace } from './scan.ts'

/** What Node says of an import that leads nowhere, and where it stands. */
const NOWHERE = /^Cannot find (module|package) '([^']+)' imported from ([^\n]+)/

/** A module of the kit, by its name or by where that would lie. */
const OF_KIT = /(?<=^|\/node_modules\/)@formwright\/kit\/[\w/]+/

/** The same for whoever wrote the import; undefined where it stands in none of the plugin's files. */
function nowhere(said: string, folder: string): { said: string; importer: string } | undefined {
  const [, what, name = '', importer = ''] = NOWHERE.exec(said) ?? []
  if (!importer.startsWith(folder + sep)) return undefined
  const [ofKit] = OF_KIT.exec(name) ?? []
  if (ofKit !== undefined)
    return { importer, said: `It imports ${ofKit}, which the kit of this server does not have.` }
  if (what === 'package') {
    const remedy = 'name it among the dependencies in the package.json of the plugin'
    return { importer, said: `It imports ${name}, which is not installed: ${remedy}.` }
  }
  const path = relative(dirname(importer), name)
  const shown = !name.startsWith(folder + sep) ? name : path.startsWith('.') ? path : `./${path}`
  return { importer, said: `It imports ${shown}, which is not there.` }
}

/**
 * Why a plugin cannot be loaded or built, for whoever runs the server: its folder or package, the file and the line where
 * they are known, what is wrong and what to do. `stack` is what the error says besides, with places in files.
 */
export function loadFault(
  { folder, from }: PluginPlace,
  { could, said, stack }: { could: 'loaded' | 'built'; said: string; stack: string },
): string {
  const lost = nowhere(said, folder)
  const place = new RegExp(`${escaped(folder)}/([^\\s:"')]+)(?::(\\d+))?`).exec(lost?.importer ?? stack)
  const where = place ? ` in ${place[1]}${place[2] ? `, line ${place[2]}` : ''}:` : ''
  const remedy = from
    ? 'Install another version of the package, or remove it.'
    : 'Correct it, or remove the folder.'
  const called = from ? `The package ${from}: ${folder}` : folder
  return `${called} cannot be ${could}:${where} ${lost?.said ?? sentence(said)} ${remedy}`
}

/** The first line that says something. */
function sentence(said: string): string {
  const lines = stripVTControlCharacters(said).split('\n')
  const line = lines.map((one) => one.trim()).find((one) => one !== '') ?? 'Nobody said why.'
  return /[.!?]$/.test(line) ? line : `${line}.`
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
