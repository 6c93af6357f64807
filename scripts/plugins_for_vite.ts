import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { LEAVING_OUT } from '../app/plugins/left_out.ts'
import {
  type Family,
  type FoundPlugin,
  readJson,
  scanPlugins,
  type UnusablePlugin,
} from '../app/plugins/scan.ts'

const CREATOR = 'virtual:plugins'
const RESPOND = 'virtual:plugins/respond'
const RESPOND_ONE = 'virtual:plugins/respond/'
const LIVE_ONE = 'virtual:plugins/live/'

/**
 * Vite plugin that serves what `scanPlugins` finds: `virtual:plugins` to the creator app and `virtual:plugins/respond`
 * to the public page (their types: packages/kit/virtual.d.ts). Definitions, answers and texts are eager for creators;
 * whatever has weight is imported when asked for, one chunk per kind.
 */
export function pluginsForVite(): Plugin {
  let root = process.cwd()
  let leftOut: readonly UnusablePlugin[] = []
  let found: readonly FoundPlugin[] = []
  let development = false
  let named = false
  const kindOf = (name: string, prefix: string) => {
    const [family, kind] = name.slice(prefix.length).split('/')
    return found.find((candidate) => candidate.family === family && candidate.kind === kind)
  }
  return {
    name: 'formwright-plugins',
    configResolved(config) {
      root = config.root
      leftOut = config.plugins.find(({ name }) => name === LEAVING_OUT)?.api ?? []
      development = config.command === 'serve'
      // public pages are put together of parts that are called otherwise (scripts/page_parts.ts)
      named = config.mode === 'creator' || config.build.ssr !== false
    },
    outputOptions(options) {
      if (!named) return null
      const { chunkFileNames: usual } = options
      const nameOf = (chunk: Rolldown.PreRenderedChunk) => {
        const part = partIn(found, chunk)
        if (part !== undefined) return `assets/${part}-[hash].js`
        return typeof usual === 'function' ? usual(chunk) : (usual ?? 'assets/[name]-[hash].js')
      }
      return { ...options, chunkFileNames: nameOf }
    },
    buildStart() {
      const scanned = scanPlugins(root)
      const out = new Set(leftOut.map(({ folder }) => folder))
      found = scanned.found.filter(({ folder }) => !out.has(folder))
    },
    resolveId: {
      // before the bundler lays an empty module in the place of Node's
      order: 'pre',
      async handler(id, importer, options) {
        if (isBuiltin(id) && options.ssr !== true && isOwnFile(found, importer)) {
          // there are packages that are called like a module of Node: events, buffer, process
          const installed = id.startsWith('node:')
            ? null
            : await this.resolve(id, importer, { ...options, skipSelf: true })
          if (installed && !installed.external && isAbsolute(installed.id)) return installed
          throw new Error(
            `It imports ${id}, which browsers do not have; only server.ts of a field and deliver.ts of an integration may (${importer}).`,
          )
        }
        const one = id.startsWith(RESPOND_ONE) || id.startsWith(LIVE_ONE)
        return id === CREATOR || id === RESPOND || one ? `\0${id}` : undefined
      },
    },
    transform(code, id) {
      const [file = ''] = id.split('?')
      const elsewhere = file.endsWith('.css') && isOwnFile(found, file) ? REMOTE.exec(loading(code)) : null
      if (elsewhere)
        throw new Error(
          `Its style loads ${elsewhere[1]}, and pages load nothing from elsewhere: lay a copy beside it (${file}).`,
        )
      return undefined
    },
    load(id, options) {
      if (!id.startsWith(`\0${CREATOR}`)) return undefined
      const name = id.slice(1)
      if (name === CREATOR) return creatorModule(found, root, development)
      if (name === RESPOND) return respondModule(found)
      if (name.startsWith(LIVE_ONE)) return liveOne(kindOf(name, LIVE_ONE), root)
      const plugin = kindOf(name, RESPOND_ONE)
      return plugin && respondOne(plugin, { onServer: options?.ssr === true, root, development })
    },
  }
}

/** What a style loads from another host. */
const REMOTE = /(?:@import\s+(?:url\()?|url\()\s*["']?((?:https?:)?\/\/[^"')\s;]+)/i

/** Texts and addresses in a style, which stay; and what loads nothing, though addresses stand in it: comments and names. */
const PARTS = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\([^"')]*\))|\/\*[^]*?\*\/|@namespace\b[^;]*;?/gi

/** What of a style may load something. */
function loading(style: string): string {
  return style.replace(PARTS, (_, kept: string | undefined) => kept ?? ' ')
}

/** Whether a file is a plugin's own, and not of a library beside it. */
function isOwnFile(found: readonly FoundPlugin[], file: string | undefined): boolean {
  const owner = found.find(({ folder }) => file?.startsWith(folder + sep))
  return owner !== undefined && !file?.slice(owner.folder.length).includes(`${sep}node_modules${sep}`)
}

/**
 * What the script of a part of a plugin is called, or one that several of its parts share: so the creators' app knows whose it
 * is when something in it fails that nobody waits for (`frontend/creator/plugins/stray_faults.ts`), and the server whose control
 * it is that never ends (`app/plugins/owner_of_file.ts`).
 */
function partIn(
  found: readonly FoundPlugin[],
  { facadeModuleId, moduleIds }: Pick<Rolldown.PreRenderedChunk, 'facadeModuleId' | 'moduleIds'>,
): string | undefined {
  const own = facadeModuleId ?? moduleIds[0] ?? ''
  if (own.startsWith(`\0${RESPOND_ONE}`))
    return `plugin.${own.slice(RESPOND_ONE.length + 1).replace('/', '.')}.respond`
  const owner = found.find(({ folder }) => own.startsWith(folder + sep))
  if (!owner) return undefined
  const { family, kind, files, folder } = owner
  const part = Object.keys(files).find((role) => files[role] === facadeModuleId)
  if (part === undefined && !moduleIds.every((id) => id.startsWith(folder + sep))) return undefined
  return `plugin.${family}.${kind}.${part ?? 'code'}`
}

const quoted = (value: string): string => JSON.stringify(value)
const lazy = (file: string): string => `() => import(${quoted(file)})`

/** Everything the creator app knows of plugins. A kind without results.tsx is shown by its text and cells. */
function creatorModule(found: readonly FoundPlugin[], root: string, development: boolean): string {
  const imports: string[] = []
  const entries: Record<Family, string[]> = { fields: [], layout: [], integrations: [], connections: [] }
  const plain = join(root, 'packages/kit/plain_results.tsx')
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
    eager('definition', files.field ?? files.layout ?? files.integration ?? files.service)
    eager('texts', files.texts)
    if (isBlock(plugin)) members.push(`languages: ${JSON.stringify(otherLanguages(files.texts ?? ''))}`)
    // as texts of the chunk: a request for each would hold the palette back
    eager('icon', files.icon && `${files.icon}?inline`)
    const icons = presetIcons(files.icon).map(({ preset, file }, at) => {
      imports.push(`import icon${index}_${at} from ${quoted(`${file}?inline`)}`)
      return `${quoted(preset)}: icon${index}_${at}`
    })
    if (icons.length > 0) members.push(`icons: { ${icons.join(', ')} }`)
    if (plugin.family === 'fields') eager('answer', files.answer)
    if (plugin.family === 'integrations') later('settings')
    if (isBlock(plugin)) {
      later('respond')
      later('edit')
    }
    if (plugin.family === 'fields') {
      if (files.live) members.push(`live: ${quoted(liveAddress(plugin, root, development))}`)
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
    `export const services = {\n${entries.connections.join('\n')}\n}`,
  ].join('\n')
}

/** Whether respondents meet it. */
function isBlock({ family }: { family: Family }): boolean {
  return family === 'fields' || family === 'layout'
}

/** Icons of single presets: `icons/<preset>.svg` beside the icon of the kind. */
function presetIcons(icon: string | undefined): { preset: string; file: string }[] {
  const folder = icon === undefined ? '' : join(dirname(icon), 'icons')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.svg'))
    .sort()
    .map((name) => ({ preset: name.slice(0, -'.svg'.length), file: join(folder, name) }))
}

/** The public page's loaders: a page imports the kinds it shows, each as one chunk. */
function respondModule(found: readonly FoundPlugin[]): string {
  const loaders = found
    .filter(isBlock)
    .map(({ family, kind }) => `  ${quoted(kind)}: ${lazy(`${RESPOND_ONE}${family}/${kind}`)},`)
  return `export const kinds = {\n${loaders.join('\n')}\n}\n`
}

/** One kind for the public page, as one chunk. Its texts travel in the page's data: only the server's bundle has them. */
function respondOne(
  plugin: FoundPlugin,
  { onServer, root, development }: { onServer: boolean; root: string; development: boolean },
): string {
  const { files } = plugin
  const component = plugin.family === 'fields' ? 'Control' : 'Layout'
  const lines = [`export { default as ${component} } from ${quoted(files.respond ?? '')}`]
  if (plugin.family === 'fields' && files.live) {
    const address = liveAddress(plugin, root, development)
    lines[0] = [
      `import Plain from ${quoted(files.respond ?? '')}`,
      `import { withLive } from ${quoted(join(root, 'frontend/respondent/live_control.tsx'))}`,
      `export const Control = /* @__PURE__ */ withLive(Plain, ${quoted(address)})`,
    ].join('\n')
  }
  if (files.answer && plugin.family === 'fields')
    lines.push(`export { default as answer } from ${quoted(files.answer)}`)
  if (onServer) lines.push(`export const texts = ${JSON.stringify(respondentTexts(files.texts ?? ''))}`)
  return lines.join('\n')
}

/** Where the script of a live part is. */
function liveAddress(plugin: FoundPlugin, root: string, development: boolean): string {
  return development
    ? `/live/@id/__x00__${LIVE_ONE}${plugin.family}/${plugin.kind}`
    : `/live/assets/${liveName(plugin, root)}.js`
}

/** What a control becomes once it is seen, as a script of its own. */
function liveOne(plugin: FoundPlugin | undefined, root: string): string | undefined {
  if (!plugin?.files.live) return undefined
  return [
    `import Live from ${quoted(plugin.files.live)}`,
    `import { moduleOf } from ${quoted(join(root, 'frontend/respondent/live_root.tsx'))}`,
    `export const { mount } = moduleOf(Live)`,
  ].join('\n')
}

/** The entries of the build of live parts, by the names of their files; without plugins that are left out. */
export function liveEntries(root: string, leftOut: readonly UnusablePlugin[]): Record<string, string> {
  const out = new Set(leftOut.map(({ folder }) => folder))
  const live = scanPlugins(root).found.filter(
    ({ family, files, folder }) => family === 'fields' && files.live && !out.has(folder),
  )
  return Object.fromEntries(
    live.map((plugin) => [liveName(plugin, root), `${LIVE_ONE}${plugin.family}/${plugin.kind}`]),
  )
}

/**
 * What the script of a live part is called: it changes with whatever may change the script. Two builds that know nothing of
 * each other name it so, one that makes it and one whose pages load it.
 */
function liveName({ kind, folder }: FoundPlugin, root: string): string {
  const hash = createHash('sha256').update(process.env.FRONTEND ?? '')
  const shared = ['package-lock.json', 'frontend/respondent/live_root.tsx'].map((name) => join(root, name))
  const own = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of [...shared, ...own.sort()]) if (existsSync(file)) hash.update(readFileSync(file))
  return `${kind}-${hash.digest('hex').slice(0, 10)}`
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
  return !/^(name$|presets\.|edit\.|start\.|summary\.)/.test(key)
}

/** Whether a text of a plugin is one that new blocks begin with, in the language of their form. */
export function isForNewBlocks(key: string): boolean {
  return key.startsWith('start.')
}
