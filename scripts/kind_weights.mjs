// What each kind adds to the public page: at first, beside all the others, and on demand.
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { ROOT } from './settings.mjs'

const { GZIP, joined, joinedStyles } = await import('../app/http/script_parts.ts')
const { laterBytes } = await import('../app/http/later_files.ts')

/** A kind adds at most so many bytes to a page of all the others. */
const LIMIT = 0.6 * 1024

/**
 * Kinds that are heavy say so in a `weight.json` of their folder: what they may add in KB, and because of what. None of
 * them grows beyond that unseen; all others are light.
 * @type {ReadonlyMap<string, number>}
 */
export const HEAVY = new Map(
  fs.globSync('plugins/{fields,layout}/*/weight.json', { cwd: ROOT }).map((file) => {
    /** @type {{ kilobytes: number, because: string }} */
    const { kilobytes } = JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8'))
    return [path.basename(path.dirname(file)), kilobytes]
  }),
)

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
