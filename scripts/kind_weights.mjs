// What each kind adds to the public page: at first, beside all the others, and on demand.
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'

const { GZIP, joined, joinedStyles } = await import('../app/http/script_parts.ts')

/** A kind adds at most so many bytes to a page of all the others. */
const LIMIT = 0.6 * 1024

/**
 * Kinds that are heavy, with what they may add in KB, each for its reason: none of them grows beyond that unseen. All
 * others are light.
 */
export const HEAVY = new Map([
  ['file', 2.8], // judges, lists and takes back what is chosen; what sends it comes later
  ['select', 2.6], // lists, groups, Other and None, and every notation of them in links
  ['number', 1.9], // reads what people type in every language
  ['matrix', 1.5], // rows that are cards where there is little room
  ['ranking', 1], // reads orders and places; what moves the items comes later
  ['rich-text', 1], // what programs and plain text areas send becomes a tree
  ['color', 1], // reads the notations of colours
  ['slider', 1], // one or two handles, with what is chosen shown beside them
  ['date', 1.6], // days, times and ranges with their limits, as every language writes them
  ['email', 0.9], // judges domains of any script
  ['rating', 0.8], // symbols, numbers and half steps
  ['video', 0.7], // players of files and of two services, after a press
  ['checkbox', 0.8], // reads the words for yes
])

/**
 * @typedef {import('../app/http/script_parts.ts').PageParts} PageParts
 * @typedef {{ kind: string, first: number, limit: number, later: number }} KindWeight
 */

/** @param {string | Buffer | undefined} text */
const size = (text) => zlib.gzipSync(text ?? '', GZIP).length

/**
 * The files that a script asks for later, and what these ask for, in bytes.
 * @param {string} assets
 * @param {string} script
 * @param {Set<string>} seen
 * @returns {number}
 */
function onDemand(assets, script, seen = new Set()) {
  let bytes = 0
  for (const [, name = ''] of script.matchAll(/[`"']\.\/([\w-]+\.js)[`"']/g)) {
    if (seen.has(name)) continue
    seen.add(name)
    const code = fs.readFileSync(path.join(assets, name), 'utf8')
    bytes += size(code) + onDemand(assets, code, seen)
  }
  return bytes
}

/**
 * Every kind, with what it adds to a page that has all the others and these parts besides, heaviest first.
 * @param {PageParts} parts
 * @param {readonly string[]} kinds
 * @param {readonly string[]} besides
 * @param {string} folder of the built public pages
 * @returns {KindWeight[]}
 */
export function kindWeights(parts, kinds, besides, folder) {
  /** @param {readonly string[]} names */
  const weigh = (names) => size(joined(parts, names)) + size(joinedStyles(parts, names))
  const all = weigh([...kinds, ...besides])
  const live = path.join(folder, 'live/assets')
  const scripts = fs.existsSync(live) ? fs.readdirSync(live).filter((name) => name.endsWith('.js')) : []
  const weights = kinds.map((kind) => {
    const others = kinds.filter((other) => other !== kind)
    // whole React behind it is a script of its own, named by the kind and a hash
    const own = scripts.filter((name) => new RegExp(`^${kind}-[\\da-f]{10}\\.js$`).test(name))
    const bytes = own.map((name) => {
      const code = fs.readFileSync(path.join(live, name), 'utf8')
      return size(code) + onDemand(live, code)
    })
    return {
      kind,
      first: all - weigh([...others, ...besides]),
      limit: (HEAVY.get(kind) ?? 0) * 1024 || LIMIT,
      later: bytes.reduce(
        (sum, one) => sum + one,
        onDemand(path.join(folder, 'respondent/assets'), parts.parts[kind]?.code ?? ''),
      ),
    }
  })
  return weights.sort((a, b) => b.first - a.first)
}
