import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type ESTree, parseAst } from 'vite'
import {
  CODES,
  functionOf,
  KINDS,
  MEDIA,
  operationPart,
  PAGE,
  type PageParts,
  type Part,
  SECTIONS,
} from '../app/http/script_parts.ts'

/** A chunk as the manifest of a build describes it. */
interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  css?: readonly string[]
  imports?: readonly string[]
  dynamicImports?: readonly string[]
}

type Manifest = Readonly<Record<string, Chunk>>

/** What a page is given as its form needs it: kinds of blocks, what draws sections and media and asks for codes, and sets of operations. */
const KIND = /^virtual:plugins\/respond\/\w+\/([\w-]+)$/
const CHOSEN: Readonly<Record<string, string>> = {
  'frontend/respondent/section.tsx': SECTIONS,
  'frontend/respondent/media.tsx': MEDIA,
  'frontend/respondent/code_step.tsx': CODES,
}
const OPERATIONS = /^engine\/(?:logic\/interpreter\/operations|response)\/(\w+)\.ts$/
/** The script of pages that are no form: a file of its own, and no part of anything. */
const APART = 'frontend/respondent/own_zone.ts'
/** How minified chunks name what they load later. */
const LATER = /\bimport\(([`"'])\.\/([^`"']+)\1\)/g
/** Brackets that close, in two others at most. */
const INSIDE = String.raw`(?:[^()]|\((?:[^()]|\([^()]*\))*\))+`
/**
 * The same as the bundler hands it, with its styles, to a helper, which has nothing to do here: the server links them. It
 * hands over what is loaded, with what is done then, or a function that picks members of it.
 */
const HANDED_ON = new RegExp(
  String.raw`([\w$]+)\((?:\(\)=>(import\([^()]+\)(?:\.then\(${INSIDE}\))?)` +
    String.raw`|(async\(\)=>\{let\{[^{}]*\}=await import\([^()]+\);return\{[^{}]*\}\}))` +
    String.raw`,(?:\[\]|__vite__mapDeps\(\[[\d,]*\]\))\)`,
  'g',
)
const STYLES = /^const __vite__mapDeps=.*\n/
/** What a minified chunk takes of another by name. */
const TAKEN = /import\{([^{}]+)\}from([`"'])\.\/([^`"']+)\2;?/g

/** Cuts the public page's build in this folder into parts and lays them beside its manifest. */
export function writeParts(folder: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const { later, ...page } = partsOf(manifest, (file) => readFileSync(join(folder, file), 'utf8'))
  for (const [file, code] of later) writeFileSync(join(folder, file), code)
  writeFileSync(join(folder, '.vite/parts.json'), JSON.stringify(page))
}

/**
 * The parts of a build: each chunk as a function, and the entry as it is. What is loaded later stays a file; where it uses
 * something of the page, the page hands it over (`later`, by file).
 */
export function partsOf(
  manifest: Manifest,
  read: (file: string) => string,
): PageParts & { later: ReadonlyMap<string, string> } {
  const chunks = Object.entries(manifest).filter(([key, { file }]) => file.endsWith('.js') && key !== APART)
  const names = new Map(
    chunks.map(([key, chunk], place) => [key, chunk.isEntry ? PAGE : (chosenName(key) ?? `_${place}`)]),
  )
  const nameOf = (key: string) => names.get(key) ?? key
  const keyOf = new Map(chunks.map(([key, { file }]) => [basename(file), key]))
  const sources = new Map(chunks.map(([key, { file }]) => [key, withoutHelper(read(file))]))
  const importsOf = (key: string) =>
    (manifest[key]?.imports ?? []).filter((inner) =>
      sources.get(key)?.includes(basename(manifest[inner]?.file ?? inner)),
    )
  const wave = firstWave(manifest, [...names.keys()], importsOf)
  const takes = (key: string) => takenBy(manifest, key, wave, importsOf)
  const parts: Record<string, Part> = {}
  const later = new Map<string, string>()
  const members = new Map<string, string>()
  let code = ''
  for (const [key, chunk] of chunks) {
    const source = sources.get(key) ?? ''
    if (!wave.has(key)) {
      const styles = (chunk.css ?? []).map(linking).join('')
      const given = takes(key).length > 0
      later.set(chunk.file, styles + (given ? laterFile(source, key, { keyOf, takes }) : source))
      continue
    }
    const linked = source.replace(LATER, (found, _quote, file: string) => {
      const inner = keyOf.get(file)
      if (inner === undefined) return found
      if (wave.has(inner)) return `__load(${functionOf(nameOf(inner))})`
      return handing(
        found,
        takes(inner).map((taken) => `__need(${functionOf(nameOf(taken))})`),
      )
    })
    const { body, exports } = cut(
      withoutKinds(linked, names, members),
      (file) => `__need(${functionOf(nameOf(keyOf.get(basename(file)) ?? file))})`,
    )
    const needs = [
      ...importsOf(key),
      ...(chunk.dynamicImports ?? []).flatMap((inner) => (wave.has(inner) ? [inner] : takes(inner))),
    ].filter((inner) => inner !== key && !(chunk.dynamicImports?.includes(inner) && chosenName(inner)))
    if (chunk.isEntry) code = body
    const rules = (chunk.css ?? []).flatMap((file) => rulesOf(read(file).trim()))
    parts[nameOf(key)] = {
      code: `{${chunk.isEntry ? '' : body}return${exports}}`,
      needs: [...new Set(needs.map(nameOf))].filter((name) => name !== PAGE),
      ...(rules.length > 0 && { rules }),
    }
  }
  for (const [name, part] of Object.entries(parts)) {
    const member = members.get(functionOf(name))
    if (member !== undefined) parts[name] = { ...part, member }
  }
  const id = createHash('sha256')
    .update(JSON.stringify([code, parts]))
    .digest('hex')
    .slice(0, 10)
  return { id, code, parts, later }
}

/** The rules of a style sheet: three in each other at most, as in conditions in conditions. */
function rulesOf(css: string): string[] {
  const rules = css.match(/[^{}]+\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g) ?? []
  if (rules.join('') !== css) throw new Error(`The rules of these styles cannot be told apart: ${css}`)
  return rules
}

/**
 * A chunk that loads others by itself, not through the helper, which it then takes of nobody. Throws where the helper is
 * still called: the styles that it would be handed are no longer there.
 */
function withoutHelper(source: string): string {
  const helpers = new Set([...source.matchAll(HANDED_ON)].flatMap(([, helper]) => helper ?? []))
  const loading = source
    .replace(HANDED_ON, (_found, _helper, load?: string, picks?: string) => load ?? `(${picks})()`)
    .replace(STYLES, '')
  if (loading.includes('__vite__mapDeps')) throw new Error('A chunk that loads others cannot be joined.')
  return loading.replace(TAKEN, (found, specifiers: string, quote: string, file: string) => {
    const all = specifiers.split(',')
    const used = all.filter((one) => !helpers.has(one.split(' as ').at(-1) ?? one))
    if (used.length === all.length) return found
    return used.length === 0 ? '' : `import{${used.join()}}from${quote}./${file}${quote};`
  })
}

type ImportsOf = (key: string) => readonly string[]

/** What pages are joined from: the entry, what is chosen by the form, and what these import. */
function firstWave(manifest: Manifest, keys: readonly string[], importsOf: ImportsOf): ReadonlySet<string> {
  const wave = new Set(keys.filter((key) => manifest[key]?.isEntry || chosenName(key) !== undefined))
  for (const key of wave) for (const inner of importsOf(key)) wave.add(inner)
  return wave
}

/** What something that is loaded later takes from the page, itself or with what it loads, in one order. */
function takenBy(manifest: Manifest, key: string, wave: ReadonlySet<string>, importsOf: ImportsOf): string[] {
  const around = new Set([key])
  for (const one of around) {
    if (wave.has(one)) continue
    for (const inner of [...importsOf(one), ...(manifest[one]?.dynamicImports ?? [])]) around.add(inner)
  }
  return [...around].filter((one) => wave.has(one)).sort()
}

interface Around {
  keyOf: ReadonlyMap<string, string>
  takes(key: string): string[]
}

/**
 * A file that uses something of the page, as a function that is given it: pages of other kinds are other files, so it
 * cannot import it. It says nothing of how parts are called, for its own name only changes with what it was built from.
 */
function laterFile(source: string, key: string, { keyOf, takes }: Around): string {
  const taken = takes(key)
  const given = (inner: string) => `__${taken.indexOf(inner)}`
  const linked = source.replace(LATER, (found, _quote, file: string) => {
    const inner = keyOf.get(file)
    if (inner === undefined) return found
    return taken.includes(inner)
      ? `Promise.resolve(${given(inner)})`
      : handing(found, takes(inner).map(given))
  })
  let others = ''
  const { body, exports } = cut(linked, (file, statement) => {
    const inner = keyOf.get(basename(file)) ?? file
    if (taken.includes(inner)) return given(inner)
    if (takes(inner).length === 0) {
      others += `${statement};`
      return undefined
    }
    const name = `__of${others.length}`
    others += `import ${name} from"${file}";`
    return `(${name}.made??=${name}(${takes(inner).map(given).join()}))`
  })
  return `${others}export default(${taken.map(given).join()})=>{${body}return${exports}}`
}

/** Loads a file and hands it what it takes; it runs once. */
function handing(loading: string, given: readonly string[]): string {
  return given.length === 0 ? loading : `${loading}.then(({default:part})=>part.made??=part(${given.join()}))`
}

/** Waits for a style: what is loaded later shows itself as it should look. */
function linking(file: string): string {
  const link = `{rel:"stylesheet",href:"/respondent/${file}",onload:done,onerror:done}`
  return `await new Promise(done=>document.head.append(Object.assign(document.createElement("link"),${link})));`
}

/** The loaders of kinds, of which each page is given those of its own. */
const LOADER = /(?:[\w$]+|"[\w-]+"|`[\w-]+`):\(\)=>__load\((__\w+)\)(?:\.then\([\w$]+=>[\w$]+\.([\w$]+)\))?/g
const LOADERS = new RegExp(`\\{(?:${LOADER.source},?)+\\}`, 'g')

/**
 * What is loaded by kind is listed where the parts of a page are joined: no page grows by what others show. Where a kind is
 * only one member of what its chunk exports, for something that is loaded later uses others, that is noted.
 */
function withoutKinds(
  source: string,
  names: ReadonlyMap<string, string>,
  members: Map<string, string>,
): string {
  const kinds = new Set([...names].flatMap(([key, name]) => (KIND.test(key) ? [functionOf(name)] : [])))
  return source.replace(LOADERS, (found) => {
    const loaders = [...found.matchAll(LOADER)]
    if (!loaders.every(([, part = '']) => kinds.has(part))) return found
    for (const [, part = '', member] of loaders) if (member !== undefined) members.set(part, member)
    return KINDS
  })
}

function chosenName(key: string): string | undefined {
  const set = OPERATIONS.exec(key)?.[1]
  return CHOSEN[key] ?? (set === undefined ? KIND.exec(key)?.[1] : operationPart(set))
}

/**
 * A module's code with its imports taken from what `from` says stands at a file, and its exports as an object. Where it says
 * nothing, the statement is left out.
 */
function cut(
  source: string,
  from: (file: string, statement: string) => string | undefined,
): { body: string; exports: string } {
  const exports: string[] = []
  let body = ''
  let end = 0
  source = importedFirst(source)
  for (const node of parseAst(source).body) {
    if (node.type === 'ImportDeclaration') {
      const part = from(node.source.value, source.slice(node.start, node.end).replace(/;$/, ''))
      body += source.slice(end, node.start) + (part === undefined ? '' : importing(node, part))
      end = node.end
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration === null && node.source === null) {
      for (const { exported, local } of node.specifiers) exports.push(`${textOf(exported)}:${textOf(local)}`)
      body += source.slice(end, node.start)
      end = node.end
    } else if (node.type.startsWith('Export')) {
      throw new Error(`A chunk of the public page exports in a way that cannot be joined: ${node.type}`)
    }
  }
  const rest = (body + source.slice(end)).trimEnd()
  return { body: /[;}]$/.test(rest) ? rest : `${rest};`, exports: `{${exports.join()}}` }
}

/** The same module where what is exported from another file is imported, and then exported. */
function importedFirst(source: string): string {
  let first = ''
  let end = 0
  for (const node of parseAst(source).body) {
    if (node.type !== 'ExportNamedDeclaration' || node.source === null) continue
    const names = node.specifiers.map(({ local, exported }, index) => ({
      taken: `${textOf(local)} as __from${node.start}_${index}`,
      given: `__from${node.start}_${index} as ${textOf(exported)}`,
    }))
    const imported = `import{${names.map(({ taken }) => taken).join()}}from${JSON.stringify(node.source.value)};`
    first += `${source.slice(end, node.start)}${imported}export{${names.map(({ given }) => given).join()}};`
    end = node.end
  }
  return first + source.slice(end)
}

function importing({ specifiers }: ESTree.ImportDeclaration, from: string): string {
  const whole = specifiers.find(({ type }) => type === 'ImportNamespaceSpecifier')
  if (whole) return `const ${whole.local.name}=${from};`
  const named = specifiers.map((specifier) =>
    specifier.type === 'ImportSpecifier'
      ? `${textOf(specifier.imported)}:${specifier.local.name}`
      : `default:${specifier.local.name}`,
  )
  return named.length > 0 ? `const{${named.join()}}=${from};` : `${from};`
}

function textOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? JSON.stringify(name.value) : name.name
}
