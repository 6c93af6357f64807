import { isUtf8 } from 'node:buffer'
import { createHash, type Hash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'

export type Family = 'fields' | 'layout' | 'integrations' | 'connections'

/** A plugin as it lies on disk. `files` holds absolute paths by role (`field`, `answer`, `respond`, `texts`, …). */
export interface FoundPlugin extends PluginPlace {
  files: Readonly<Record<string, string>>
}

/** Where a plugin lies. */
export interface PluginPlace {
  family: Family
  kind: string
  folder: string
  /** the package that brings it, with its version */
  from?: string
}

/** A plugin that was found and cannot be used: it counts as removed. */
export interface UnusablePlugin extends PluginPlace {
  /** of its definition, where that could be read */
  version?: number
  /** a sentence for whoever runs the server; it may name paths */
  reason: string
}

export interface FoundPlugins {
  found: readonly FoundPlugin[]
  unusable: readonly UnusablePlugin[]
  /** changes whenever a plugin is added, removed or edited */
  fingerprint: string
}

/** Plugins that cannot be used as they lie there. The message names every path concerned. */
export class PluginError extends Error {}

const FAMILIES: readonly Family[] = ['fields', 'layout', 'integrations', 'connections']

/** Within what a kind is one. Fields and layout blocks share that: a block names its kind and nothing else. */
export const NAMED_IN: Record<Family, 'block' | 'integration' | 'service'> = {
  fields: 'block',
  layout: 'block',
  integrations: 'integration',
  connections: 'service',
}

/** What a folder of each family must hold; everything else is optional. */
const REQUIRED: Record<Family, readonly string[]> = {
  fields: ['field', 'answer', 'respond', 'texts'],
  layout: ['layout', 'respond', 'texts'],
  integrations: ['integration', 'deliver', 'settings', 'texts'],
  connections: ['service', 'texts'],
}

/** Where each role may lie, the first that exists: sources in a folder, compiled files in a package or a build. */
const ROLES: Record<string, readonly string[]> = {
  field: ['field.ts', 'field.js'],
  answer: ['answer.ts', 'answer.js'],
  server: ['server.ts', 'server.js'],
  layout: ['layout.ts', 'layout.js'],
  integration: ['integration.ts', 'integration.js'],
  deliver: ['deliver.ts', 'deliver.js'],
  service: ['service.ts', 'service.js'],
  respond: ['respond.tsx', 'respond.js'],
  live: ['live.tsx', 'live.js'],
  edit: ['edit.tsx', 'edit.js'],
  results: ['results.tsx', 'results.js'],
  settings: ['settings.tsx', 'settings.js'],
  texts: ['texts/en.json'],
  icon: ['icon.svg'],
}

/** Roles that only browsers need: a compiled server is complete without them. */
const BROWSER_ROLES = new Set(['respond', 'live', 'edit', 'results', 'settings', 'texts', 'icon'])

/**
 * Finds every plugin: the folders `plugins/<family>/<kind>` under `root`, and the packages among the dependencies of
 * `root`'s package.json whose own package.json has a `formwright` entry, for example
 * `"formwright": { "fields": ["dist/rating"] }`. One that lacks something is among the unusable. Throws a PluginError
 * when two plugins claim one kind: nobody could say which one is meant.
 */
export function scanPlugins(root: string, only: 'all' | 'server' = 'all'): FoundPlugins {
  const places = [...foldersOf(root), ...misplacedIn(root), ...packagesOf(root)]
  // what can be no plugin's claims nothing
  refuseDoubles(places.filter(({ reason }) => reason === undefined))
  const hash = createHash('sha256')
  // one look at all files: for the fingerprint, and for what cannot be read
  const read = places.map((place) => {
    const reason = place.reason ?? unopened(root, place.folder, hash)
    return readPlugin({ ...place, ...(reason !== undefined && { reason }) }, only)
  })
  return {
    found: read.filter((plugin) => 'files' in plugin),
    unusable: read.filter((plugin) => 'reason' in plugin),
    fingerprint: hash.digest('hex'),
  }
}

function refuseDoubles(places: readonly PluginPlace[]): void {
  const taken = new Map<string, PluginPlace>()
  for (const plugin of places) {
    const key = `${NAMED_IN[plugin.family]} ${plugin.kind}`
    const other = taken.get(key)
    if (other) {
      throw new PluginError(
        `Two plugins claim the kind "${plugin.kind}": ${other.folder} and ${plugin.folder}. Remove or rename one of them.`,
      )
    }
    taken.set(key, plugin)
  }
}

/** A place that was found, with why it can be no plugin's where that shows already. */
type Place = PluginPlace & { reason?: string }

function foldersOf(root: string): Place[] {
  return FAMILIES.flatMap((family) => {
    const parent = join(root, 'plugins', family)
    if (!existsSync(parent)) return []
    return readdirSync(parent, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.'))
      .flatMap((entry): Place[] => {
        const place = { family, kind: entry.name, folder: join(parent, entry.name) }
        if (isFolder(place.folder)) return [place]
        if (isLoose(place.folder)) return [{ ...place, reason: loose(place.folder) }]
        if (!entry.isSymbolicLink() || existsSync(place.folder)) return []
        const reason = `The plugin folder ${place.folder} is a link that leads to nothing that can be opened. Remove it, or mend it.`
        return [{ ...place, reason }]
      })
      .sort((a, b) => (a.folder < b.folder ? -1 : 1))
  })
}

/** What lies beside the folders of the families: whoever put it there waits for it in vain. */
function misplacedIn(root: string): Place[] {
  const parent = join(root, 'plugins')
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .sort()
    .filter((name) => !isPassedOver(name) && !FAMILIES.some((family) => family === name))
    .flatMap((name): Place[] => {
      const place = { family: 'fields' as const, kind: `plugins/${name}`, folder: join(parent, name) }
      if (isLoose(place.folder)) return [{ ...place, reason: loose(place.folder) }]
      if (!isFolder(place.folder)) return []
      const reason = `Nothing in the folder ${place.folder} is used. Move it into the folder of what it is, ${FAMILIES.join(', ')}, or remove it.`
      return [{ ...place, reason }]
    })
}

/** Whether a plugin's source, or a package, lies where folders of plugins are meant to. */
function isLoose(path: string): boolean {
  return /\.([cm]?[jt]sx?|tgz|zip)$/.test(path) && existsSync(path) && statSync(path).isFile()
}

function loose(file: string): string {
  return `Nothing uses the file ${file}: a plugin is a folder that is named like its kind, and a package is installed by npm install. Move it, or remove it.`
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

/** Whether there is a folder; not where a link leads nowhere, or in a circle. */
function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory()
}

function packagesOf(root: string): Place[] {
  const own = readJson(join(root, 'package.json'))
  const names = Object.keys({ ...asRecord(own?.dependencies), ...asRecord(own?.optionalDependencies) })
  return names.sort().flatMap((name) => {
    const installed = join(root, 'node_modules', name)
    // what fails in a linked one is told by where it truly lies
    const folder = isLink(installed) && existsSync(installed) ? realpathSync(installed) : installed
    const file = join(folder, 'package.json')
    // one that is not installed brings nothing
    const said = readJson(file) ?? (existsSync(file) ? unreadJson(file) : {})
    // nobody can tell whether it brings a plugin: it is said where fields are
    const nowhere = { family: 'fields' as const, kind: name, folder: installed }
    if (isLink(installed) && !existsSync(installed))
      return [
        {
          ...nowhere,
          reason: `The package ${name} is linked to a folder that is not there any more: ${installed}. Install it again, or npm uninstall ${name}.`,
        },
      ]
    if (typeof said === 'string') return [{ ...nowhere, reason: `${said} Install the package again.` }]
    const { formwright, version } = said
    if (formwright === undefined) return []
    const from = version === undefined ? name : `${name}@${String(version)}`
    if (folder !== installed && !folder.startsWith(realpathSync(root) + sep)) {
      const remedy = `npm install --install-links ${folder}, or of what npm pack made of it.`
      return [
        {
          ...nowhere,
          from,
          reason: `The package ${from} is linked to ${folder}, where it would not find what it shares with this server, React for one. Copy it instead: ${remedy}`,
        },
      ]
    }
    const places = declaredIn(name, formwright)
    if (typeof places === 'string') return [{ ...nowhere, from, reason: `The package ${from} ${places}` }]
    return places.map(([family, path]) => inPackage({ name, folder, from }, family, path))
  })
}

/** The folders that a package lists, by family; or what is wrong with its list, as the rest of a sentence. */
function declaredIn(name: string, listed: unknown): [Family, string][] | string {
  const lists = Array.isArray(listed) ? [] : Object.entries(asRecord(listed))
  const example = `{ "fields": ["dist/${basename(name)}"] }`
  if (lists.length === 0) return `has a "formwright" that lists no plugins. Write it as ${example}.`
  const places: [Family, string][] = []
  for (const [named, paths] of lists) {
    const family = FAMILIES.find((one) => one === named)
    if (!family) return `lists "${named}" in "formwright", which is none of ${FAMILIES.join(', ')}.`
    if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string'))
      return `must list its ${family} as an array of folders in "formwright": ${example}.`
    places.push(...paths.map((path): [Family, string] => [family, path]))
  }
  return places
}

function inPackage(
  { name, folder, from }: { name: string; folder: string; from: string },
  family: Family,
  path: string,
): Place {
  const inner = resolve(folder, path)
  const place = { family, kind: basename(inner), folder: inner, from }
  const lists = `The package ${from} lists ${path} in "formwright"`
  // what lies there may be another's, which goes on
  if (!inner.startsWith(folder + sep))
    return {
      ...{ family, kind: name, folder, from },
      reason: `${lists}, which lies outside of it. List a folder of its own.`,
    }
  if (isFolder(inner)) return place
  if (existsSync(inner)) {
    const lying = dirname(path)
    return {
      ...place,
      reason: `${lists}, which is a file. List the folder that the plugin lies in: "${lying}".`,
    }
  }
  const remedy = 'Build it before it is published, or install a version of it that is whole.'
  return { ...place, reason: `${lists}, and has no such folder. ${remedy}` }
}

/** Why a file cannot be read as JSON, in a sentence. */
function unreadJson(file: string): string {
  try {
    JSON.parse(readFileSync(file, 'utf8'))
    return `${file} could not be read a moment ago.`
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return error instanceof SyntaxError ? `${file} is not JSON: ${why}.` : `${file} cannot be read: ${why}.`
  }
}

function readPlugin(place: Place, only: 'all' | 'server'): FoundPlugin | UnusablePlugin {
  const { family, kind, folder, reason } = place
  if (reason !== undefined) return { ...place, reason }
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(kind)) {
    return {
      ...place,
      reason: `The plugin folder ${folder} must be named like a kind: a-z, 0-9 and hyphens. Rename it.`,
    }
  }
  const files: Record<string, string> = {}
  for (const [role, names] of Object.entries(ROLES)) {
    const name = names.find((candidate) => existsSync(join(folder, candidate)))
    if (name) files[role] = join(folder, name)
  }
  for (const role of REQUIRED[family]) {
    if (only === 'server' && BROWSER_ROLES.has(role)) continue
    if (!files[role]) return { ...place, reason: lacking(place, ROLES[role]) }
  }
  const unread =
    only === 'server' || files.texts === undefined ? undefined : unreadTexts(dirname(files.texts))
  return unread === undefined ? { ...place, files } : { ...place, reason: unread }
}

/** Reads a folder into the fingerprint. Why what lies in it cannot be read: without rights, or a file that is a circle. */
function unopened(root: string, folder: string, hash: Hash): string | undefined {
  hash.update(relative(root, folder))
  if (!isFolder(folder)) return undefined
  try {
    for (const file of filesUnder(folder))
      hash.update(relative(root, file)).update('\0').update(readFileSync(file))
    return undefined
  } catch (error) {
    const { code, path, message } = faultOf(error)
    if (code === 'ENOENT' || code === 'ELOOP')
      return `The plugin folder ${folder} has a link that leads to nothing that can be opened: ${relative(folder, path)}. Remove it, or mend it.`
    return `The plugin folder ${folder} cannot be read: ${message}. Let whoever runs the server read all of it.`
  }
}

/** Changes whenever one of the plugin's files does; undefined where they cannot be read. */
export function fingerprintOf(folder: string): string | undefined {
  const hash = createHash('sha256')
  return unopened(folder, folder, hash) === undefined ? hash.digest('hex') : undefined
}

/** What the file system said. */
function faultOf(error: unknown): { code: string; path: string; message: string } {
  const { code, path, message }: Record<string, unknown> = Object(error)
  return { code: String(code), path: String(path), message: String(message) }
}

/** Packages bring compiled files, folders the sources. */
function lacking({ folder, from }: PluginPlace, names: readonly string[]): string {
  if (from === undefined)
    return `The plugin folder ${folder} lacks ${names[0]}. Write it as docs/plugins.md says, or remove the folder.`
  return `The package ${from} lacks ${names.at(-1)} in ${folder}. Build it before it is published, or install a version of it that is whole.`
}

/** The first file of texts that cannot be read, with what to do. */
function unreadTexts(folder: string): string | undefined {
  for (const name of readdirSync(folder).filter((one) => /^[^.].*\.json$/.test(one))) {
    const file = join(folder, name)
    const language = basename(name, '.json')
    if (!isLanguage(language)) {
      const meant = languageOf(language) ?? 'de'
      return `The texts ${file} are of no language that forms have. Call the file by its language alone, as ${meant}.json, or remove it.`
    }
    try {
      const bytes = readFileSync(file)
      if (!isUtf8(bytes)) return `The texts ${file} are not UTF-8. Save the file as that.`
      const content = bytes.toString('utf8')
      if (content.trim() === '') return `The texts ${file} are empty. Write them as JSON, or {} for none.`
      if (content.startsWith('\uFEFF'))
        return `The texts ${file} begin with a byte order mark. Save the file as UTF-8 without one.`
      const texts: unknown = JSON.parse(content)
      if (typeof texts !== 'object' || texts === null || Array.isArray(texts))
        return `The texts ${file} are not an object of texts by their names, as {"name": "Rating"}.`
      const other = Object.entries(texts).find(([, text]) => typeof text !== 'string')
      if (other)
        return `The texts ${file} have no text for "${other[0]}". Write one between quotes; names are not nested: "presets.rating.title".`
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      const are = error instanceof SyntaxError ? 'are not JSON' : 'cannot be read'
      return `The texts ${file} ${are}: ${why}. Mend the file.`
    }
  }
  return undefined
}

/** Whether texts are looked for by this name: a language as forms name it, without region or script. */
function isLanguage(name: string): boolean {
  return name === languageOf(name)
}

/** The language of a tag of two or three letters, whatever follows them: `pt` of `pt_BR`, `de` of `deu`. */
function languageOf(name: string): string | undefined {
  const [letters] = /^[a-z]{2,3}(?![a-z])/i.exec(name) ?? []
  return letters && Intl.getCanonicalLocales(letters)[0]
}

/** Its files, and links to files; one that leads nowhere, or in a circle, cannot be read. What editors hide there is none. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !/\.spec\.[jt]s$|\.md$|\.map$/.test(entry.name))
    .map((entry) => ({ entry, file: join(entry.parentPath, entry.name) }))
    .filter(({ file }) => !relative(folder, file).split(sep).some(isPassedOver))
    .filter(({ entry, file }) => entry.isFile() || (entry.isSymbolicLink() && statSync(file).isFile()))
    .map(({ file }) => file)
    .sort()
}

function isPassedOver(name: string): boolean {
  return name === 'node_modules' || name.startsWith('.')
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
