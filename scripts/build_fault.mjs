// What a bundler says of a plugin that it cannot take in.
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './settings.mjs'

/** @typedef {import('../app/plugins/scan.ts').PluginPlace} PluginPlace */

/**
 * What a bundler threw, without colours: the first of several errors.
 * @param {unknown} error
 */
function wordsOf(error) {
  const { errors } = Object(error)
  const first = Array.isArray(errors) && errors.length > 0 ? errors[0] : error
  return stripVTControlCharacters(String(Object(first).message ?? first))
}

/**
 * Whether an error of the whole build names a file or a module of this plugin.
 * @param {unknown} error
 * @param {PluginPlace} place
 */
export function names(error, { folder, family, kind }) {
  const words = wordsOf(error)
  const modules = ['respond', 'live'].map((part) => `virtual:plugins/${part}/${family}/${kind}:`)
  return [`${folder}/`, `${path.relative(ROOT, folder)}/`, ...modules].some((name) => words.includes(name))
}

/** What a bundler says of an import that leads nowhere: what is imported, and by which file. */
const LOST = /(?:failed to resolve import|Could not resolve) ["']([^"']+)["'] (?:from|in) "?([^\s"]+)/

/**
 * The same as Node says it, so that both are told alike; undefined where that is not what was said.
 * @param {string} words
 */
function lostImport(words) {
  const [, name, file] = LOST.exec(words) ?? []
  if (name === undefined || file === undefined) return undefined
  const importer = path.resolve(ROOT, file.replace(/\.$/, ''))
  const what = /^[./]/.test(name) ? 'module' : 'package'
  const lost = what === 'module' ? path.resolve(path.dirname(importer), name) : name
  const [line] = [...words.matchAll(PLACE)].flatMap(([place]) => {
    const whole = path.resolve(ROOT, place)
    return whole.startsWith(`${importer}:`) ? whole : []
  })
  return `Cannot find ${what} '${lost}' imported from ${line ?? importer}`
}

/** A place in a file. */
const PLACE = /[^\s"'[]+:\d+:\d+/g

/**
 * Why a plugin cannot be built, in a sentence without the bundler's own codes.
 * @param {unknown} error
 * @param {PluginPlace} place
 */
export async function buildFault(error, place) {
  const { loadFault } = await import('../app/plugins/load_fault.ts')
  const words = wordsOf(error)
  const here = `${path.relative(ROOT, place.folder)}/`
  const lines = words.split('\n').filter((line) => !line.startsWith('Build failed with'))
  return loadFault(place, {
    could: 'built',
    said:
      lostImport(words) ??
      lines
        .map((line) => line.replace(/^\s*(\[[\w:\s-]+\][:\s]*)+(Error:\s*)?/, '').replaceAll(`${ROOT}/`, ''))
        .join('\n'),
    // the place with the line comes before those without, and each is whole
    stack: [...words.matchAll(PLACE), words]
      .join('\n')
      .replaceAll(place.folder, here.slice(0, -1))
      .replaceAll(here, `${place.folder}/`),
  })
}
