import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import app from '@adonisjs/core/services/app'

/** One file of a build, as Vite's manifest names it. */
export interface BuiltFile {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

/** The builds that browsers load from; `live` are the parts of controls that come on demand. */
export const BUNDLES = ['creator', 'respondent', 'live'] as const
export type Bundle = (typeof BUNDLES)[number]

/** What a page links to for one entry and everything it imports at once. Addresses, ready for HTML. */
export interface Links {
  script: string
  preloads: string[]
  styles: string[]
}

const manifests = new Map<Bundle, Record<string, BuiltFile>>()

/** Vite's servers while developing; undefined in production. Set by the front end's provider. */
export interface DevServers {
  handle(bundle: Bundle, request: IncomingMessage, response: ServerResponse): Promise<void>
  page(url: string, html: string): Promise<string>
  renderer(): Promise<unknown>
}

let development: DevServers | undefined

/** Hands pages and scripts over to Vite's servers. */
export function developWith(servers: DevServers): void {
  development = servers
}

/** Vite's servers, when developing. */
export function devServers(): DevServers | undefined {
  return development
}

/** Vite's manifest of a bundle: source path → built file. */
export function manifestOf(bundle: Bundle): Record<string, BuiltFile> {
  if (development) return {}
  let manifest = manifests.get(bundle)
  if (!manifest) {
    const text = readFileSync(app.makePath('dist/public', bundle, '.vite/manifest.json'), 'utf8')
    manifest = JSON.parse(text) as Record<string, BuiltFile>
    manifests.set(bundle, manifest)
  }
  return manifest
}

/** The script, its static imports and their styles, for an entry or a lazily loaded source file of a bundle. */
export function linksOf(bundle: Bundle, source: string): Links {
  if (development) return { script: `/${bundle}/${source}`, preloads: [], styles: [] }
  const manifest = manifestOf(bundle)
  const styles = new Set<string>()
  const preloads = new Set<string>()
  const visit = (key: string) => {
    const built = manifest[key]
    if (!built) throw new Error(`${key} is not part of the ${bundle} build`)
    for (const style of built.css ?? []) styles.add(`/${bundle}/${style}`)
    for (const inner of built.imports ?? []) {
      const address = `/${bundle}/${manifest[inner]?.file ?? ''}`
      if (preloads.has(address)) continue
      preloads.add(address)
      visit(inner)
    }
  }
  visit(source)
  // a bundle whose styles are one file has it beside its chunks
  const whole = manifest['style.css']
  if (whole) styles.add(`/${bundle}/${whole.file}`)
  return {
    script: `/${bundle}/${manifest[source]?.file ?? ''}`,
    preloads: [...preloads],
    styles: [...styles],
  }
}

/** Names the built front end; changes with every change of its sources. */
export function buildId(): string {
  if (development) return 'development'
  return readFileSync(app.makePath('dist/stamp'), 'utf8').trim()
}

/** The public page's renderer: what frontend/respondent/server.tsx exports. Loaded once in production. */
export async function loadRenderer<Renderer>(): Promise<Renderer> {
  if (development) return development.renderer() as Promise<Renderer>
  return import(pathToFileURL(join(app.makePath('dist/ssr'), 'server.js')).href) as Promise<Renderer>
}
