import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

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

function readJson(file: string): Record<string, unknown> | undefined {
  try {
    return asRecord(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const CREATOR = 'virtual:plugins'
const RESPOND = 'virtual:plugins/respond'
const RESPOND_ONE = 'virtual:plugins/respond/'

/**
 * Vite plugin that serves what `scanPlugins` finds: `virtual:plugins` to the creator app and `virtual:plugins/respond`
 * to the public page (their types: plugins/kit/virtual.d.ts). Definitions, answers and texts are eager for creators;
 * whatever has weight is imported when asked for, one chunk per kind.
 */
export function pluginsForVite(): Plugin {
  let root = process.cwd()
  let found: readonly FoundPlugin[] = []
  return {
    name: 'formwright-plugins',
    configResolved(config) {
      root = config.root
    },
    buildStart() {
      found = scanPlugins(root).found
    },
    resolveId(id) {
      return id === CREATOR || id === RESPOND || id.startsWith(RESPOND_ONE) ? `\0${id}` : undefined
    },
    load(id, options) {
      if (!id.startsWith(`\0${CREATOR}`)) return undefined
      const name = id.slice(1)
      if (name === CREATOR) return creatorModule(found, root)
      if (name === RESPOND) return respondModule(found)
      const [family, kind] = name.slice(RESPOND_ONE.length).split('/')
      const plugin = found.find((candidate) => candidate.family === family && candidate.kind === kind)
      return plugin && respondOne(plugin, options?.ssr === true)
    },
  }
}

const quoted = (value: string): string => JSON.stringify(value)
const lazy = (file: string): string => `() => import(${quoted(file)})`

/** Everything the creator app knows of plugins. A kind without results.tsx is shown by its text and cells. */
function creatorModule(found: readonly FoundPlugin[], root: string): string {
  const imports: string[] = []
  const entries: Record<Family, string[]> = { fields: [], layout: [], integrations: [] }
  const plain = join(root, 'plugins/kit/plain_results.tsx')
  found.forEach((plugin, index) => {
    const { files } = plugin
    const members: string[] = []
    const eager = (member: string, file: string | undefined): void => {
      if (!file) return
      imports.push(`import ${member}${index} from ${quoted(file)}`)
      members.push(`${member}: ${member}${index}`)
    }
    const later = (member: string): void => {
      if (files[member]) members.push(`${member}: ${lazy(files[member])}`)
    }
    eager('definition', files.field ?? files.layout ?? files.integration)
    eager('texts', files.texts)
    if (plugin.family !== 'integrations')
      members.push(`languages: ${JSON.stringify(otherLanguages(files.texts ?? ''))}`)
    eager('icon', files.icon && `${files.icon}?no-inline`)
    if (plugin.family === 'fields') eager('answer', files.answer)
    if (plugin.family === 'integrations') later('settings')
    else {
      later('respond')
      later('edit')
    }
    if (plugin.family === 'fields') {
      if (files.results) later('results')
      else
        members.push(
          `results: () => import(${quoted(plain)}).then((plain) => plain.plainResults(answer${index}))`,
        )
    }
    entries[plugin.family].push(`  ${quoted(plugin.kind)}: { ${members.join(', ')} },`)
  })
  return [
    ...imports,
    `export const fields = {\n${entries.fields.join('\n')}\n}`,
    `export const layouts = {\n${entries.layout.join('\n')}\n}`,
    `export const integrations = {\n${entries.integrations.join('\n')}\n}`,
  ].join('\n')
}

/** The public page's loaders: a page imports the kinds it shows, each as one chunk. */
function respondModule(found: readonly FoundPlugin[]): string {
  const loaders = found
    .filter(({ family }) => family !== 'integrations')
    .map(({ family, kind }) => `  ${quoted(kind)}: ${lazy(`${RESPOND_ONE}${family}/${kind}`)},`)
  return `export const kinds = {\n${loaders.join('\n')}\n}\n`
}

/** One kind for the public page, as one chunk. Its texts travel in the page's data: only the server's bundle has them. */
function respondOne(plugin: FoundPlugin, onServer: boolean): string {
  const { files } = plugin
  const component = plugin.family === 'fields' ? 'Control' : 'Layout'
  const lines = [`export { default as ${component} } from ${quoted(files.respond ?? '')}`]
  if (files.answer && plugin.family === 'fields')
    lines.push(`export { default as answer } from ${quoted(files.answer)}`)
  if (onServer) lines.push(`export const texts = ${JSON.stringify(respondentTexts(files.texts ?? ''))}`)
  return lines.join('\n')
}

/** What forms in other languages than English say, for the editor: what respondents meet and what new blocks begin with. */
function otherLanguages(file: string): Record<string, Record<string, unknown>> {
  const { en: _, ...others } = textsByLanguage(file, (key) => isForRespondents(key) || isForNewBlocks(key))
  return others
}

/** The texts a respondent can meet, by language: names, presets and what the editor says stay behind. */
function respondentTexts(file: string): Record<string, Record<string, unknown>> {
  return textsByLanguage(file, isForRespondents)
}

function textsByLanguage(
  file: string,
  wanted: (key: string) => boolean,
): Record<string, Record<string, unknown>> {
  const folder = dirname(file)
  const languages = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    languages.map((name) => {
      const texts = Object.entries(readJson(join(folder, name)) ?? {}).filter(([key]) => wanted(key))
      return [basename(name, '.json'), Object.fromEntries(texts)]
    }),
  )
}

/** Whether a text of a plugin is one that respondents can meet. */
export function isForRespondents(key: string): boolean {
  return !/^(name$|presets\.|edit\.|start\.)/.test(key)
}

/** Whether a text of a plugin is one that new blocks begin with, in the language of their form. */
export function isForNewBlocks(key: string): boolean {
  return key.startsWith('start.')
}
