import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import app from '@adonisjs/core/services/app'
import { LRUCache } from 'lru-cache'
import type { PageWeight } from '#api_types/drafts'
import { laterBytes, secondWaveBytes } from '#app/http/later_files'
import { withPlaces } from '#app/http/load_shedding'
import { pageParts } from '#app/http/page_files'
import { GZIP, joined, joinedStyles } from '#app/http/script_parts'

/** The weights of so many forms are worked out at a time: each compresses the page once for every kind. */
const AT_ONCE = 2

/** by the names of the parts */
const weightCache = new LRUCache<string, PageWeight, readonly string[]>({
  max: 200,
  ignoreFetchAbort: true,
  fetchMethod: (_key, _stale, { context: names }) =>
    withPlaces([{ of: 'weights', most: AT_ONCE }], () => weigh(names)),
})

/** What the page with these parts weighs, and what of it each kind adds, heaviest first. */
export async function pageWeight(names: Iterable<string>): Promise<PageWeight | undefined> {
  const { parts } = pageParts()
  const known = [...new Set(names)].filter((name) => Object.hasOwn(parts, name)).sort()
  return weightCache.fetch(known.join(), { context: known })
}

async function weigh(names: readonly string[]): Promise<PageWeight> {
  const folder = app.makePath('dist/public')
  const first = await weightOf(names)
  const kinds: PageWeight['kinds'] = []
  // what draws sections and compares answers is no kind
  for (const kind of names.filter((name) => !name.startsWith('_'))) {
    const without = await weightOf(names.filter((name) => name !== kind))
    const later = laterBytes(folder, kind, pageParts().parts[kind].code, zippedSize)
    kinds.push({ kind, bytes: first - without, later })
  }
  const bytes = first + secondWaveBytes(join(folder, 'respondent/assets'), pageParts().code)
  return { bytes, kinds: kinds.sort((a, b) => b.bytes + b.later - a.bytes - a.later) }
}

function zippedSize(text: string): number {
  return gzipSync(text, GZIP).length
}

async function weightOf(names: readonly string[]): Promise<number> {
  const files = [joined(pageParts(), names), joinedStyles(pageParts(), names)]
  const zipped = await Promise.all(files.map((text) => promisify(gzip)(text ?? '', GZIP)))
  return zipped.reduce((sum, { length }) => sum + length, 0)
}
