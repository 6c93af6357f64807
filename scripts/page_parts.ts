import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type ESTree, parseAst } from 'vite'
import {
  functionOf,
  KINDS,
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

/** What a page is given as its form needs it: kinds of blocks, what draws sections, and sets of operations. */
const KIND = /^virtual:plugins\/respond\/\w+\/([\w-]+)$/
const SECTION = 'frontend/respondent/section.tsx'
const OPERATIONS = /^engine\/(?:logic\/interpreter\/operations|response)\/(\w+)\.ts$/
/** The script of pages that are no form: a file of its own, and no part of anything. */
const APART = 'frontend/respondent/own_zone.ts'
/** How minified chunks name what they load later. */
const LATER = /\bimport\(([`"'])\.\/([^`"']+)\1\)/g
/** The same as the bundler hands it, with its styles, to a helper, which has nothing to do here: the server links them. */
const HANDED_ON = /[\w$]+\(\(\)=>((?:__load|import)\([^()]+\)),(?:\[\]|__vite__mapDeps\(\[[\d,]*\]\))\)/g
const STYLES = /^const __vite__mapDeps=.*\n/

/** Cuts the public page's build in this folder into parts and lays them beside its manifest. */
export function writeParts(folder: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const parts = partsOf(manifest, (file) => readFileSync(join(folder, file), 'utf8'))
  writeFileSync(join(folder, '.vite/parts.json'), JSON.stringify(parts))
}

/** The parts of a build: each chunk as a function, and the entry as it is. */
export function partsOf(manifest: Manifest, read: (file: string) => string): PageParts {
  const chunks = Object.entries(manifest).filter(([key, { file }]) => file.endsWith('.js') && key !== APART)
  const names = new Map(
    chunks.map(([key, chunk], place) => [key, chunk.isEntry ? PAGE : (chosenName(key) ?? `_${place}`)]),
  )
  const nameOf = (key: string) => names.get(key) ?? key
  const byFile = new Map(chunks.map(([key, { file }]) => [basename(file), nameOf(key)]))
  // What is loaded later and imports the page must come with it: as a file of its own it would bring a second page.
  const apart = new Set(
    chunks.flatMap(([key, { imports }]) =>
      chosenName(key) !== undefined || (imports ?? []).length > 0 ? [] : [nameOf(key)],
    ),
  )
  const parts: Record<string, Part> = {}
  let code = ''
  for (const [key, chunk] of chunks) {
    const source = read(chunk.file)
      .replace(LATER, (found, _quote, file: string) => {
        const name = byFile.get(file)
        return name === undefined || apart.has(name) ? found : `__load(${functionOf(name)})`
      })
      .replace(HANDED_ON, '$1')
      .replace(STYLES, '')
    const { body, exports } = cut(withoutKinds(source, names), (file) => byFile.get(basename(file)) ?? file)
    const later = (chunk.dynamicImports ?? []).filter(
      (inner) => chosenName(inner) === undefined && !apart.has(nameOf(inner)),
    )
    const needs = [...(chunk.imports ?? []), ...later].map(nameOf).filter((name) => name !== PAGE)
    if (chunk.isEntry) code = body
    const style = (chunk.css ?? []).map(read).join('')
    parts[nameOf(key)] = {
      code: `{${chunk.isEntry ? '' : body}return${exports}}`,
      needs,
      ...(style !== '' && { style }),
    }
  }
  const id = createHash('sha256')
    .update(JSON.stringify([code, parts]))
    .digest('hex')
    .slice(0, 10)
  return { id, code, parts }
}

/** The loaders of kinds, of which each page is given those of its own. */
const LOADERS = /\{(?:(?:[\w$]+|"[\w-]+"|`[\w-]+`):\(\)=>__load\(__\w+\),?)+\}/g

/** What is loaded by kind is listed where the parts of a page are joined: no page grows by what others show. */
function withoutKinds(source: string, names: ReadonlyMap<string, string>): string {
  const kinds = new Set(
    [...names].flatMap(([key, name]) => (KIND.test(key) ? [`__load(${functionOf(name)})`] : [])),
  )
  return source.replace(LOADERS, (found) => {
    const loads = found.match(/__load\(__\w+\)/g) ?? []
    return loads.every((load) => kinds.has(load)) ? KINDS : found
  })
}

function chosenName(key: string): string | undefined {
  if (key === SECTION) return SECTIONS
  const set = OPERATIONS.exec(key)?.[1]
  return set === undefined ? KIND.exec(key)?.[1] : operationPart(set)
}

/** A module's code with its imports taken from other parts, and its exports as an object. */
function cut(source: string, partAt: (file: string) => string): { body: string; exports: string } {
  const exports: string[] = []
  let body = ''
  let end = 0
  for (const node of parseAst(source).body) {
    if (node.type === 'ImportDeclaration') {
      body += source.slice(end, node.start) + importing(node, partAt(node.source.value))
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

function importing({ specifiers }: ESTree.ImportDeclaration, part: string): string {
  const from = `__need(${functionOf(part)})`
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
