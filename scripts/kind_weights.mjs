// What each kind adds to the public page: at first, beside all the others, and on demand.
import zlib from 'node:zlib'

const { GZIP, joined, joinedStyles } = await import('../app/http/script_parts.ts')
const { laterBytes } = await import('../app/http/later_files.ts')

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
  ['matrix', 2.6], // rows that are cards where there is little room, and cells that take texts, numbers or dropdowns
  ['address', 1.3], // every country to choose from, and parts with their rules; formats of others come later
  ['ranking', 1.1], // reads orders and places; what moves the items comes later
  ['rich-text', 1], // what programs and plain text areas send becomes a tree
  ['color', 1], // reads the notations of colours
  ['slider', 1], // one or two handles, with what is chosen shown beside them
  ['date', 1.6], // days, times and ranges with their limits, as every language writes them
  ['email', 0.9], // judges domains of any script
  ['signature', 1.3], // says when and how it was signed; the sheet comes later
  ['rating', 0.8], // symbols, numbers and half steps
  ['video', 0.7], // players of files and of two services, after a press
  ['checkbox', 0.8], // reads the words for yes
  ['code', 0.3], // the plain control; the editor and its languages come later
])

/**
 * @typedef {import('../app/http/script_parts.ts').PageParts} PageParts
 * @typedef {{ kind: string, first: number, limit: number, later: number }} KindWeight
 */

/** @param {string | Buffer | undefined} text */
const size = (text) => zlib.gzipSync(text ?? '', GZIP).length

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
  const weights = kinds.map((kind) => {
    const others = kinds.filter((other) => other !== kind)
    return {
      kind,
      first: all - weigh([...others, ...besides]),
      limit: (HEAVY.get(kind) ?? 0) * 1024 || LIMIT,
      later: laterBytes(folder, kind, parts.parts[kind]?.code ?? '', size),
    }
  })
  return weights.sort((a, b) => b.first - a.first)
}
