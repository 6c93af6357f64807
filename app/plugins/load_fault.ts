import { stripVTControlCharacters } from 'node:util'
import type { PluginPlace } from './scan.ts'

/**
 * Why a plugin cannot be loaded or built, for whoever runs the server: its folder or package, the file and the line where
 * they are known, what is wrong and what to do. `stack` is what the error says besides, with places in files.
 */
export function loadFault(
  { folder, from }: PluginPlace,
  { could, said, stack }: { could: 'loaded' | 'built'; said: string; stack: string },
): string {
  const place = new RegExp(`${escaped(folder)}/([^\\s:"')]+)(?::(\\d+))?`).exec(stack)
  const where = place ? ` in ${place[1]}${place[2] ? `, line ${place[2]}` : ''}:` : ''
  const remedy = from
    ? 'Install another version of the package, or remove it.'
    : 'Correct it, or remove the folder.'
  const called = from ? `The package ${from}: ${folder}` : folder
  return `${called} cannot be ${could}:${where} ${sentence(said)} ${remedy}`
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
