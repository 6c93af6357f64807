import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import app from '@adonisjs/core/services/app'
import { LRUCache } from 'lru-cache'
import { GZIP, joined, type PageParts } from '#app/http/script_parts'

/** A script of the public page, joined for one set of kinds. */
export interface PageScript {
  plain: Buffer
  gzip: Buffer
  brotli: Buffer
}

const ADDRESS = /^\/respondent\/assets\/page-([\da-f]{10})((?:\.[\w-]+)*)\.js$/

let built: PageParts | undefined
/** by address */
const scriptCache = new LRUCache<string, PageScript, readonly string[]>({
  max: 100,
  ignoreFetchAbort: true,
  fetchMethod: (_path, _stale, { context: names }) => {
    const code = joined(parts(), names)
    return code === undefined ? undefined : compressed(Buffer.from(code))
  },
})

function parts(): PageParts {
  built ??= JSON.parse(
    readFileSync(app.makePath('dist/public/respondent/.vite/parts.json'), 'utf8'),
  ) as PageParts
  return built
}

/** The address of the script with these parts; what is not part of the build is left out. It says all there is to know of it. */
export function pageScript(names: Iterable<string>): string {
  const { id, parts: known } = parts()
  const found = [...new Set(names)].filter((name) => Object.hasOwn(known, name)).sort()
  return `/respondent/assets/page-${[id, ...found].join('.')}.js`
}

/** The script at an address, of this very build; undefined when that is none `pageScript` gives. */
export async function pageScriptAt(path: string): Promise<PageScript | undefined> {
  const match = ADDRESS.exec(path)
  if (!match || match[1] !== parts().id) return undefined
  const names = (match[2] ?? '').split('.').slice(1)
  if (pageScript(names) !== path) return undefined
  return scriptCache.fetch(path, { context: names })
}

async function compressed(plain: Buffer): Promise<PageScript> {
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(plain, GZIP),
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  ])
  return { plain, gzip: zipped, brotli }
}
