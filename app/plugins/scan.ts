import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export type Family = 'fields' | 'layout' | 'integrations'

/** A plugin as it lies on disk. `files` holds absolute paths by role (`field`, `answer`, `respond`, `texts`, …). */
export interface FoundPlugin {
  family: Family
  kind: string
  folder: string
  files: Readonly<Record<string, string>>
}

export interface FoundPlugins {
  found: readonly FoundPlugin[]
  /** changes whenever a plugin is added, removed or edited */
  fingerprint: string
}

/** A plugin that cannot be used as it lies there. The message names every path concerned. */
export class PluginError extends Error {}

const FAMILIES: readonly Family[] = ['fields', 'layout', 'integrations']

/** What a folder of each family must hold; everything else is optional. */
const REQUIRED: Record<Family, readonly string[]> = {
  fields: ['field', 'answer', 'respond', 'texts'],
  layout: ['layout', 'respond', 'texts'],
  integrations: ['integration', 'deliver', 'settings', 'texts'],
}

/** Where each role may lie, the first that exists: sources in a folder, compiled files in a package or a build. */
const ROLES: Record<string, readonly string[]> = {
  field: ['field.ts', 'field.js'],
  answer: ['answer.ts', 'answer.js'],
  server: ['server.ts', 'server.js'],
  layout: ['layout.ts', 'layout.js'],
  integration: ['integration.ts', 'integration.js'],
  deliver: ['deliver.ts', 'deliver.js'],
  respond: ['respond.tsx', 'respond.js'],
  edit: ['edit.tsx', 'edit.js'],
  results: ['results.tsx', 'results.js'],
  settings: ['settings.tsx', 'settings.js'],
  texts: ['texts/en.json'],
  icon: ['icon.svg'],
}

/** Roles that only browsers need: a compiled server is complete without them. */
const BROWSER_ROLES = new Set(['respond', 'edit', 'results', 'settings', 'texts', 'icon'])

/**
 * Finds every plugin: the folders `plugins/<family>/<kind>` under `root`, and the packages among the dependencies of
 * `root`'s package.json whose own package.json has a `formwright` entry, for example
 * `"formwright": { "fields": ["dist/rating"] }`. Throws a PluginError when two plugins claim one kind.
 */
export function scanPlugins(root: string, only: 'all' | 'server' = 'all'): FoundPlugins {
  const found = [...foldersOf(root), ...packagesOf(root)].map(({ family, folder }) => {
    return readPlugin(family, folder, only)
  })
  const taken = new Map<string, FoundPlugin>()
  for (const plugin of found) {
    // Fields and layout blocks share one namespace: a block names its kind and nothing else.
    const key = plugin.family === 'integrations' ? `integration ${plugin.kind}` : `block ${plugin.kind}`
    const other = taken.get(key)
    if (other) {
      throw new PluginError(
        `Two plugins claim the kind "${plugin.kind}": ${other.folder} and ${plugin.folder}. Remove or rename one of them.`,
      )
    }
    taken.set(key, plugin)
  }
  return { found, fingerprint: fingerprintOf(root, found) }
}

function foldersOf(root: string): { family: Family; folder: string }[] {
  return FAMILIES.flatMap((family) => {
    const parent = join(root, 'plugins', family)
    if (!existsSync(parent)) return []
    return readdirSync(parent, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.') && statSync(join(parent, entry.name)).isDirectory())
      .map((entry) => ({ family, folder: join(parent, entry.name) }))
      .sort((a, b) => (a.folder < b.folder ? -1 : 1))
  })
}

function packagesOf(root: string): { family: Family; folder: string }[] {
  const own = readJson(join(root, 'package.json'))
  const names = Object.keys({ ...asRecord(own?.dependencies), ...asRecord(own?.optionalDependencies) })
  return names.sort().flatMap((name) => {
    const folder = join(root, 'node_modules', name)
    const entry = asRecord(readJson(join(folder, 'package.json'))?.formwright)
    return FAMILIES.flatMap((family) => {
      const folders = entry[family]
      if (folders === undefined) return []
      if (!Array.isArray(folders)) {
        throw new PluginError(
          `The package ${name} must list its ${family} as an array of folders in "formwright".`,
        )
      }
      return folders.map((path) => ({ family, folder: resolve(folder, String(path)) }))
    })
  })
}

function readPlugin(family: Family, folder: string, only: 'all' | 'server'): FoundPlugin {
  const kind = folder.split(/[\\/]/).at(-1) ?? ''
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(kind)) {
    throw new PluginError(`The plugin folder ${folder} must be named like a kind: a-z, 0-9 and hyphens.`)
  }
  const files: Record<string, string> = {}
  for (const [role, names] of Object.entries(ROLES)) {
    const name = names.find((candidate) => existsSync(join(folder, candidate)))
    if (name) files[role] = join(folder, name)
  }
  for (const role of REQUIRED[family]) {
    if (only === 'server' && BROWSER_ROLES.has(role)) continue
    if (!files[role]) throw new PluginError(`The plugin folder ${folder} lacks ${ROLES[role]?.[0]}.`)
  }
  return { family, kind, folder, files }
}

function fingerprintOf(root: string, found: readonly FoundPlugin[]): string {
  const hash = createHash('sha256')
  for (const plugin of found) {
    for (const file of filesUnder(plugin.folder))
      hash.update(relative(root, file)).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.spec\.[jt]s$|\.md$|\.map$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** A file's JSON; undefined when there is none that can be read. */
export function readJson(file: string): Record<string, unknown> | undefined {
  try {
    return asRecord(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
