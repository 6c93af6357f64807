import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { PublishedForm } from '#app/forms/versions'
import { devServers } from '#app/http/frontend'
import { inSlices } from '#app/http/in_slices'
import { bytesOf, type DrawnPage } from '#app/respond/page/drawn_page'
import { firstPage, type Look } from '#app/respond/page/form_page'
import { limitsOf } from '#app/respond/submission/left'
import { permissionsFor, policyFor } from '#app/respond/page/renderer'
import { nearestLocale } from '#app/respond/request/locale'
import type { Steps } from '#engine/steps'

/** Stands in for the key while the tail is compressed: as long, and nothing of it is in any page. */
const NO_KEY = Buffer.alloc(randomUUID().length)

/**
 * The first page of a version, drawn once: only the key of a visit is new in each answer (docs/decisions.md: The page
 * from memory).
 */
export interface CachedPage {
  head: Buffer
  tail: Buffer
  policy: string
  permissions: string
  /** head and tail as the two ends of a gzip stream; what stands between them is not compressed */
  zipped: { head: Buffer; tail: Buffer }
  /** of the head */
  checksum: number
  /** it shows numbers or the like, in the way of one locale */
  local: boolean
  /** what stands in the form: a parameter of its address by none of these names changes nothing */
  words: ReadonlySet<string>
}

/** Not on this thread: a large page takes long. */
const deflated = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw)

/** What a word of a form takes in memory, about. */
const WORD_BYTES = 60

/** So many of a form's words are noted in a step: less than a millisecond. */
const WORDS_AT_ONCE = 1_000

/** A form may show the time: what was drawn a minute ago is drawn again. */
const pageCache = new LRUCache<string, CachedPage, () => Promise<CachedPage>>({
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: ({ head, tail, zipped, words }) =>
    head.length + tail.length + zipped.head.length + zipped.tail.length + words.size * WORD_BYTES,
  ttl: 60_000,
  ignoreFetchAbort: true,
  fetchMethod: (_name, _stale, { context: make }) => make(),
})

/** It says how many are left of something: that may be so old, in milliseconds. */
const COUNTED = { ttl: 2_000 }

/** The cached first page of a version under this slug, drawn now if need be. While developing nothing is cached. */
export async function cachedPage(published: PublishedForm, form: Look, locale: string): Promise<CachedPage> {
  if (devServers()) return make(published, form, locale)
  const name = `${form.formId} ${form.slug} ${published.version} ${published.sha256} ${form.unkept}`
  const { language } = published.publicForm.general
  const age = limitsOf(published).size > 0 ? COUNTED : {}
  const page = await pageCache.forceFetch(name, {
    context: () => makeForAll(published, form, language),
    ...age,
  })
  if (!page.local || locale === language) return page
  const near = nearestLocale(locale)
  return pageCache.forceFetch(`${name} ${near}`, { context: () => make(published, form, near), ...age })
}

/** In the language of the form; whether that matters is seen by drawing it as somebody from far away would see it. */
async function makeForAll(published: PublishedForm, form: Look, language: string): Promise<CachedPage> {
  const near = await draw(published, form, language)
  const [page, far] = await Promise.all([
    kept(published, near),
    draw(published, form, /^ar\b/i.test(language) ? 'en' : 'ar-EG'),
  ])
  return { ...page, local: !same(near.head, far.head) || !same(near.tail, far.tail) }
}

const same = (a: string | Buffer, b: string | Buffer) => bytesOf(a).equals(bytesOf(b))

async function make(published: PublishedForm, form: Look, locale: string): Promise<CachedPage> {
  return kept(published, await draw(published, form, locale))
}

const draw = (published: PublishedForm, form: Look, locale: string) =>
  firstPage(published, form, { query: '', locale })

async function kept(published: PublishedForm, drawn: DrawnPage): Promise<CachedPage> {
  const [head, tail] = [bytesOf(drawn.head), bytesOf(drawn.tail)]
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
  const begun = await deflated(head, { level: 9, finishFlush: constants.Z_SYNC_FLUSH })
  return {
    head,
    tail,
    policy: policyFor(drawn, published),
    permissions: permissionsFor(published),
    // the tail may refer to what stands in the head, and to no key
    zipped: {
      head: Buffer.concat([header, begun]),
      tail: await deflated(tail, { level: 9, dictionary: Buffer.concat([head, NO_KEY]) }),
    },
    checksum: crc32(head),
    local: true,
    words: await inSlices(wordsOf(published)),
  }
}

/** Names of parameters stand in a form as they are: in formulas, and in settings, some of them as defaults. */
function* wordsOf({ document }: Pick<PublishedForm, 'document'>): Steps<ReadonlySet<string>> {
  const words = new Set<string>()
  const { blocks, ...rest } = document
  let read = 0
  for (const part of [rest, ...blocks]) {
    // without escapes: a name may stand behind a line break
    const text = JSON.stringify(part).replace(/\\./g, ' ')
    for (const [word] of text.matchAll(/[\w-]+/g)) {
      words.add(word)
      if (++read % WORDS_AT_ONCE === 0) yield
    }
  }
  return words
}

/** Whether a form may look at what came with its address: nothing of that is known where a name is no plain word. */
export function mayRead({ words }: Pick<CachedPage, 'words'>, query: string): boolean {
  return [...new URLSearchParams(query).keys()].some((name) => !/^[\w-]+$/.test(name) || words.has(name))
}

/** The whole page for one visit, in pieces: those that all visits have in common are in memory once. */
export function withKey(page: CachedPage, key: string): readonly Buffer[] {
  return [page.head, Buffer.from(key), page.tail]
}

/**
 * The same, compressed: the key as a stored block between the two ends of the stream. Browsers read one gzip member only, so
 * they cannot be files of their own (docs/decisions.md: The page from memory).
 */
export function zippedWithKey({ head, tail, zipped, checksum }: CachedPage, key: string): readonly Buffer[] {
  const block = Buffer.alloc(5)
  block.writeUInt16LE(key.length, 1)
  block.writeUInt16LE(~key.length & 0xffff, 3)
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(tail, crc32(key, checksum)), 0)
  trailer.writeUInt32LE((head.length + key.length + tail.length) >>> 0, 4)
  return [zipped.head, block, Buffer.from(key), zipped.tail, trailer]
}
