import { readFileSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { NextFn } from '@adonisjs/core/types/http'
import { BUNDLES, devServers } from '#app/http/frontend'
import { pageFileAt } from '#app/http/page_files'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.map': 'application/json; charset=utf-8',
}

interface BuiltFile {
  type: string
  plain: Buffer
  gzip?: Buffer
  brotli?: Buffer
}

function readOr(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Everything a build may serve, by address. Names carry a hash of the content, so it is read once and kept. */
function collect(): Map<string, BuiltFile> {
  const served = new Map<string, BuiltFile>()
  const root = app.makePath('dist/public')
  for (const bundle of BUNDLES) {
    let names: string[]
    try {
      names = readdirSync(join(root, bundle, 'assets'))
    } catch {
      continue
    }
    for (const name of names) {
      const type = TYPES[extname(name)]
      if (!type) continue
      const path = join(root, bundle, 'assets', name)
      served.set(`/${bundle}/assets/${name}`, {
        type,
        plain: readFileSync(path),
        gzip: readOr(`${path}.gz`),
        brotli: readOr(`${path}.br`),
      })
    }
  }
  return served
}

let files: Map<string, BuiltFile> | undefined

async function joinedAt(path: string): Promise<BuiltFile | undefined> {
  const file = await pageFileAt(path)
  return file && { ...file, type: TYPES[`.${file.type}`] }
}

/** Serves the built scripts and styles, compressed ahead of time, for a year. */
export default class BuiltFilesMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const path = ctx.request.url()
    const bundle = BUNDLES.find((one) => path.startsWith(`/${one}/`))
    if (bundle === undefined) return next()
    const development = devServers()
    if (development) {
      return development.handle(bundle, ctx.request.request, ctx.response.response)
    }
    files ??= collect()
    const file = files.get(path) ?? (await joinedAt(path))
    if (!file) return next()
    const { response } = ctx
    const accepted = ctx.request.header('accept-encoding') ?? ''
    response.header('content-type', file.type)
    response.header('cache-control', 'public, max-age=31536000, immutable')
    response.header('vary', 'accept-encoding')
    response.header('cross-origin-resource-policy', 'same-origin')
    if (file.brotli && /\bbr\b/.test(accepted)) {
      response.header('content-encoding', 'br')
      return response.send(file.brotli)
    }
    if (file.gzip && /\bgzip\b/.test(accepted)) {
      response.header('content-encoding', 'gzip')
      return response.send(file.gzip)
    }
    return response.send(file.plain)
  }
}
