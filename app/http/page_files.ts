import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import app from '@adonisjs/core/services/app'
import { LRUCache } from 'lru-cache'
import { GZIP, joined, joinedStyles, type PageParts } from '#app/http/script_parts'

/** The script or the styles of the public page, joined for one set of kinds. */
export interface PageFile {
  type: FileType
  plain: Buffer
  gzip: Buffer
  brotli: Buffer
}

const ADDRESS = /^\/respondent\/assets\/page-([\da-f]{10})((?:\.[\w-]+)*)\.(js|css)$/

type FileType = 'js' | 'css'

const JOIN = { js: joined, css: joinedStyles }

let built: PageParts | undefined
/** by address */
const fileCache = new LRUCache<string, PageFile, { type: FileType; names: readonly string[] }>({
  max: 200,
  ignoreFetchAbort: true,
  fetchMethod: (_path, _stale, { context: { type, names } }) => {
    const text = JOIN[type](parts(), names)
    return text === undefined ? undefined : compressed(type, Buffer.from(text))
  },
})

function parts(): PageParts {
  built ??= JSON.parse(
    readFileSync(app.makePath('dist/public/respondent/.vite/parts.json'), 'utf8'),
  ) as PageParts
  return built
}

/** The address of the script or the styles with these parts; what is not part of the build is left out. It says all there is to know of it. */
export function pageFile(type: FileType, names: Iterable<string>): string {
  const { id, parts: known } = parts()
  const found = [...new Set(names)].filter((name) => Object.hasOwn(known, name)).sort()
  return `/respondent/assets/page-${[id, ...found].join('.')}.${type}`
}

/** The file at an address, of this very build; undefined when that is none `pageFile` gives. */
export async function pageFileAt(path: string): Promise<PageFile | undefined> {
  const match = ADDRESS.exec(path)
  if (!match || match[1] !== parts().id) return undefined
  const type = match[3] === 'css' ? 'css' : 'js'
  const names = (match[2] ?? '').split('.').slice(1)
  if (pageFile(type, names) !== path) return undefined
  return fileCache.fetch(path, { context: { type, names } })
}

async function compressed(type: FileType, plain: Buffer): Promise<PageFile> {
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(plain, GZIP),
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  ])
  return { type, plain, gzip: zipped, brotli }
}
