import { parseSync } from 'vite'

/** The words of the house's plugins: what they and their presets are called, and what they call their settings. */
export interface HouseWords {
  kinds: ReadonlySet<string>
  presets: ReadonlySet<string>
  settings: ReadonlySet<string>
}

/** A place outside a kind's folder that knows it by one of its words. */
export interface Known {
  /** file and line */
  place: string
  why: string
  word: string
}

interface Node {
  type: string
  start: number
  [name: string]: unknown
}

/** Texts of a block itself. */
const OWN_TEXTS = new Set(['label', 'help', 'placeholder'])

/**
 * Where a file of a room knows a kind: it compares or switches on one, asks for one by its name, makes a block of one, leads
 * into its folder, or reads one of its settings. A kind says what a room needs of it through the kit.
 */
export function kindsKnown(file: string, code: string, words: HouseWords): Known[] {
  const { program: ast } = parseSync(file, code)
  const found: Known[] = []
  const imported = namesOfKindModules(ast)
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value)) return
    const known = knows(value, words, imported)
    if (known) found.push({ place: `${file}:${code.slice(0, value.start).split('\n').length}`, ...known })
    Object.values(value).forEach(visit)
  }
  visit(ast.body)
  return found
}

type Found = Omit<Known, 'place'> | undefined

/** The first of these that is a word of this kind, with why that is knowing a kind. */
function first(why: string, words: ReadonlySet<string>, candidates: readonly (string | undefined)[]): Found {
  const word = candidates.find((one) => one !== undefined && words.has(one))
  return word === undefined ? undefined : { why, word }
}

function knows(node: Node, words: HouseWords, imported: ReadonlySet<string>): Found {
  const { kinds, settings } = words
  const { left, right, object, property, callee, arguments: args } = node
  switch (node.type) {
    case 'BinaryExpression':
      return (
        compared(left, right, 'kind', kinds) ??
        compared(right, left, 'kind', kinds) ??
        compared(left, right, 'service', kinds) ??
        compared(right, left, 'service', kinds) ??
        compared(left, right, 'preset', words.presets) ??
        compared(right, left, 'preset', words.presets)
      )
    case 'SwitchStatement': {
      const cases: unknown = node.cases
      if (!isCalled(node.discriminant, 'kind') || !Array.isArray(cases)) return undefined
      const tests = cases.map((one: unknown) => (isNode(one) ? textOf(one.test) : undefined))
      return first('switches on a kind', kinds, tests)
    }
    case 'MemberExpression':
      if (/^(fields|layouts|integrations|services|kinds)$/.test(nameOf(object) ?? ''))
        return first('asks for a kind', kinds, [
          textOf(property),
          ...(node.computed === true ? [] : [nameOf(property)]),
        ])
      return nameOf(object) === 'settings'
        ? first('reads a setting of a kind', settings, [textOf(property), nameOf(property)])
        : undefined
    case 'VariableDeclarator':
      return nameOf(node.init) === 'settings'
        ? first('reads a setting of a kind', settings, membersOf(node.id).map(nameOf))
        : undefined
    case 'CallExpression':
      return asked(callee, args, words, imported)
    case 'JSXOpeningElement':
      return /Text(Setting)?$/.test(nameOf(node.name) ?? '')
        ? ofPath('draws a text of a kind', attributesOf(node, 'path'))
        : undefined
    case 'Property':
      return nameOf(node.key) === 'kind'
        ? first('makes a block of a kind', kinds, [textOf(node.value)])
        : undefined
    case 'Literal':
      return ofText(textOf(node), settings)
    case 'TemplateElement':
      return ofText(cooked(node), settings)
  }
  return undefined
}

function compared(left: unknown, right: unknown, name: string, words: ReadonlySet<string>): Found {
  return isCalled(left, name) ? first(`compares a ${name}`, words, [textOf(right)]) : undefined
}

/** A call that asks for a kind by its name, or for a text that only a kind has. */
function asked(callee: unknown, args: unknown, { kinds }: HouseWords, imported: ReadonlySet<string>): Found {
  if (!Array.isArray(args)) return undefined
  const name = nameOf(callee) ?? ''
  const isLookUp =
    isNode(callee) &&
    callee.type === 'MemberExpression' &&
    /^(field|layout|integration|service|fieldServer)$/.test(name)
  const known = imported.has(name) || isLookUp ? first('asks for a kind', kinds, args.map(textOf)) : undefined
  return known ?? (name === 'textAt' ? ofPath('reads a text of a kind', [textOf(args[1])]) : undefined)
}

/** A path of a text that is no block's own. */
function ofPath(why: string, paths: readonly (string | undefined)[]): Found {
  const word = paths.find((path) => path !== undefined && path !== '' && !OWN_TEXTS.has(path))
  return word === undefined ? undefined : { why, word }
}

/** A path into a plugin's folder, or the name of a setting that means nothing anywhere else. */
function ofText(text: string | undefined, settings: ReadonlySet<string>): Found {
  if (text === undefined) return undefined
  const [, word] = /plugins\/(?:fields|layout|integrations|connections)\/([a-z][\w-]*)/.exec(text) ?? []
  if (word !== undefined) return { why: 'leads into the folder of a kind', word }
  return /[A-Z]/.test(text) ? first('names a setting of a kind', settings, [text]) : undefined
}

function cooked({ value }: Node): string | undefined {
  const text: { cooked?: unknown } = Object(value)
  return typeof text.cooked === 'string' ? text.cooked : undefined
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function textOf(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Literal' && typeof value.value === 'string'
    ? value.value
    : undefined
}

/** The last name of what is read: `kind` of `row.kind`. */
function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'MemberExpression' && value.computed !== true) return nameOf(value.property)
  return typeof value.name === 'string' ? value.name : undefined
}

/** Whether it is called so: `kind`, `ofKind`. */
function isCalled(value: unknown, name: string): boolean {
  return new RegExp(`(^|[a-z])${name}$`, 'i').test(nameOf(value) ?? '')
}

/** The texts that an attribute of an element is given. */
function attributesOf({ attributes }: Node, name: string): string[] {
  const all: unknown[] = Array.isArray(attributes) ? attributes : []
  return all.flatMap((one) => (isNode(one) && nameOf(one.name) === name ? (textOf(one.value) ?? []) : []))
}

/** Names that a destructuring takes. */
function membersOf(pattern: unknown): unknown[] {
  const properties: unknown = isNode(pattern) && pattern.type === 'ObjectPattern' ? pattern.properties : []
  return Array.isArray(properties)
    ? properties.map((one: unknown) => (isNode(one) ? one.key : undefined))
    : []
}

/** Names that a file imports from modules that find plugins. */
function namesOfKindModules(ast: { body: readonly unknown[] }): Set<string> {
  const names = new Set<string>()
  for (const statement of ast.body) {
    if (!isNode(statement) || statement.type !== 'ImportDeclaration') continue
    if (!/(^|\/)(kinds|registry|actions|key)(\.ts)?$/.test(textOf(statement.source) ?? '')) continue
    const specifiers: unknown = statement.specifiers
    for (const one of Array.isArray(specifiers) ? specifiers : []) {
      const local = isNode(one) ? nameOf(one.local) : undefined
      if (local !== undefined) names.add(local)
    }
  }
  return names
}
