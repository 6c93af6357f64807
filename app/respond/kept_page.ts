import { constants, crc32, deflateRawSync } from 'node:zlib'
import { Kept } from '#app/forms/kept'
import type { PublishedForm } from '#app/forms/versions'
import { devServers } from '#app/http/frontend'
import { firstPage, type Look } from '#app/respond/form_page'
import { policyFor } from '#app/respond/renderer'

/**
 * The first page of a version, drawn once: only the key of a visit is new in each answer (docs/decisions.md: The page
 * from memory).
 */
export interface KeptPage {
  head: Buffer
  tail: Buffer
  policy: string
  /** the head as the beginning of a gzip stream that can be gone on with */
  zipped: Buffer
  checksum: number
  madeAt: number
  /** it shows numbers or the like, in the way of one locale */
  local: boolean
}

/** A form may show the time: what was drawn a minute ago is drawn again. */
const LIFETIME = 60_000

const pages = new Kept<Promise<KeptPage>>(64 * 1024 * 1024)

/** The kept first page of a version under this slug, drawn now if need be. While developing nothing is kept. */
export async function keptPage(published: PublishedForm, form: Look, locale: string): Promise<KeptPage> {
  if (devServers()) return make(published, form, locale)
  const name = `${form.formId} ${form.slug} ${published.version} ${published.sha256} ${form.unkept}`
  const { language } = published.publicForm.general
  const page = await keptAs(name, () => makeForAll(published, form, language))
  if (!page.local || locale === language) return page
  return keptAs(`${name} ${locale}`, () => make(published, form, locale))
}

async function keptAs(name: string, make: () => Promise<KeptPage>): Promise<KeptPage> {
  const kept = pages.get(name)
  if (kept) {
    const page = await kept
    if (Date.now() - page.madeAt < LIFETIME) return page
  }
  const making = make()
  pages.set(name, making, 100_000)
  making.catch(() => pages.delete(name))
  return making
}

/** In the language of the form; whether that matters is seen by drawing it as somebody from far away would see it. */
async function makeForAll(published: PublishedForm, form: Look, language: string): Promise<KeptPage> {
  const page = await make(published, form, language)
  const far = await make(published, form, /^ar\b/i.test(language) ? 'en' : 'ar-EG')
  return { ...page, local: !(page.head.equals(far.head) && page.tail.equals(far.tail)) }
}

async function make(published: PublishedForm, form: Look, locale: string): Promise<KeptPage> {
  const drawn = await firstPage(published, form, { query: '', locale })
  const head = Buffer.from(drawn.head)
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
  const body = deflateRawSync(head, { level: 9, finishFlush: constants.Z_SYNC_FLUSH })
  return {
    head,
    tail: Buffer.from(drawn.tail),
    policy: policyFor(drawn, published),
    zipped: Buffer.concat([header, body]),
    checksum: crc32(head),
    madeAt: Date.now(),
    local: true,
  }
}

/** The whole page for one visit. */
export function withKey(page: KeptPage, key: string): Buffer {
  return Buffer.concat([page.head, Buffer.from(key), page.tail])
}

/** The whole page for one visit, compressed: the kept beginning, and the rest as one stored block. */
export function zippedWithKey(page: KeptPage, key: string): Buffer {
  const rest = Buffer.concat([Buffer.from(key), page.tail])
  const block = Buffer.alloc(5)
  block.writeUInt8(1, 0)
  block.writeUInt16LE(rest.length, 1)
  block.writeUInt16LE(~rest.length & 0xffff, 3)
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(rest, page.checksum), 0)
  trailer.writeUInt32LE((page.head.length + rest.length) >>> 0, 4)
  return Buffer.concat([page.zipped, block, rest, trailer])
}
