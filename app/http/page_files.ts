import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import app from '@adonisjs/core/services/app'
import { LRUCache } from 'lru-cache'
import { isBusy, withPlaces } from '#app/http/load_shedding'
import { GZIP, joined, joinedStyles, type PageParts } from '#app/http/script_parts'

/** The script or the styles of the public page, joined for one set of kinds. */
export interface PageFile {
  type: FileType
  plain: Buffer
  gzip?: Buffer
  brotli?: Buffer
}

const ADDRESS = /^\/respondent\/assets\/page-([\da-f]{10})((?:\.[\w-]+)*)\.(js|css)$/

type FileType = 'js' | 'css'

const JOIN = { js: joined, css: joinedStyles }

/** Anybody can ask for any set of kinds, and they are many: so many are compressed at a time, others sent as they are. */
const COMPRESSED_AT_ONCE = 8

let built: PageParts | undefined
/** by address */
const fileCache = new LRUCache<string, PageFile, () => PageFile | undefined>({
  max: 200,
  ignoreFetchAbort: true,
  fetchMethod: (_path, _stale, { context: join }) => {
    const file = join()
    return file && withPlaces([{ of: 'compression', most: COMPRESSED_AT_ONCE }], () => compressed(file))
  },
})

/** The build of the public page. */
export function pageParts(): PageParts {
  built ??= JSON.parse(
    readFileSync(app.makePath('dist/public/respondent/.vite/parts.json'), 'utf8'),
  ) as PageParts
  return built
}

/** The address of the script or the styles with these parts; what is not part of the build is left out. It says all there is to know of it. */
export function pageFile(type: FileType, names: Iterable<string>): string {
  const { id, parts: known } = pageParts()
  const found = [...new Set(names)].filter((name) => Object.hasOwn(known, name)).sort()
  return `/respondent/assets/page-${[id, ...found].join('.')}.${type}`
}

/** The file at an address, of this very build; undefined when that is none `pageFile` gives. */
export async function pageFileAt(path: string): Promise<PageFile | undefined> {
  const match = ADDRESS.exec(path)
  if (!match || match[1] !== pageParts().id) return undefined
  const type: FileType = match[3] === 'css' ? 'css' : 'js'
  const names = (match[2] ?? '').split('.').slice(1)
  if (pageFile(type, names) !== path) return undefined
  const join = (): PageFile | undefined => {
    const text = JOIN[type](pageParts(), names)
    return text === undefined ? undefined : { type, plain: Buffer.from(text) }
  }
  return fileCache.fetch(path, { context: join }).catch((error: unknown) => {
    if (isBusy(error)) return join()
    throw error
  })
}

async function compressed(file: PageFile): Promise<PageFile> {
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(file.plain, GZIP),
    promisify(brotliCompress)(file.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  ])
  return { ...file, gzip: zipped, brotli }
}
