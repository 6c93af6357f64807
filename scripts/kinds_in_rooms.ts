import { parseSync } from 'vite'

/** What the plugins of the house are called, and what they call their settings. */
export interface HouseWords {
  kinds: ReadonlySet<string>
  settings: ReadonlySet<string>
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
export function kindsKnown(file: string, code: string, words: HouseWords): string[] {
  const { program: ast } = parseSync(file, code)
  const found: string[] = []
  const imported = namesOfKindModules(ast)
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value)) return
    const why = knows(value, words, imported)
    if (why !== undefined) found.push(`${file}:${code.slice(0, value.start).split('\n').length} ${why}`)
    Object.values(value).forEach(visit)
  }
  visit(ast.body)
  return found
}

function knows(node: Node, words: HouseWords, imported: ReadonlySet<string>): string | undefined {
  const isKind = (value: unknown) => words.kinds.has(textOf(value) ?? '')
  const isSetting = (value: unknown) => words.settings.has(textOf(value) ?? nameOf(value) ?? '')
  const { left, right, object, property, callee, arguments: args } = node
  switch (node.type) {
    case 'BinaryExpression':
      if ((isKindName(left) && isKind(right)) || (isKindName(right) && isKind(left))) return 'compares a kind'
      return undefined
    case 'SwitchStatement': {
      const cases: unknown = node.cases
      if (!isKindName(node.discriminant) || !Array.isArray(cases)) return undefined
      return cases.some((one: unknown) => isNode(one) && isKind(one.test)) ? 'switches on a kind' : undefined
    }
    case 'MemberExpression':
      if (/^(fields|layouts|integrations|kinds)$/.test(nameOf(object) ?? '') && isKind(property))
        return 'asks for a kind'
      return nameOf(object) === 'settings' && isSetting(property) ? 'reads a setting of a kind' : undefined
    case 'VariableDeclarator':
      return nameOf(node.init) === 'settings' && membersOf(node.id).some(isSetting)
        ? 'reads a setting of a kind'
        : undefined
    case 'CallExpression': {
      if (!Array.isArray(args)) return undefined
      const name = nameOf(callee) ?? ''
      const asks =
        imported.has(name) ||
        (isNode(callee) &&
          callee.type === 'MemberExpression' &&
          /^(field|layout|integration|fieldServer)$/.test(name))
      if (asks && args.some(isKind)) return 'asks for a kind'
      const path = textOf(args[1])
      return name === 'textAt' && path !== undefined && path !== '' && !OWN_TEXTS.has(path)
        ? 'reads a text of a kind'
        : undefined
    }
    case 'JSXOpeningElement': {
      const paths = attributesOf(node, 'path')
      const draws =
        /Text(Setting)?$/.test(nameOf(node.name) ?? '') && paths.some((path) => !OWN_TEXTS.has(path))
      return draws ? 'draws a text of a kind' : undefined
    }
    case 'Property':
      return nameOf(node.key) === 'kind' && isKind(node.value) ? 'makes a block of a kind' : undefined
    case 'Literal':
      return ofText(textOf(node), words.settings)
    case 'TemplateElement':
      return ofText(isNode(node) ? cooked(node) : undefined, words.settings)
  }
  return undefined
}

/** A path into a plugin's folder, or the name of a setting that means nothing anywhere else. */
function ofText(text: string | undefined, settings: ReadonlySet<string>): string | undefined {
  if (text === undefined) return undefined
  if (/plugins\/(fields|layout|integrations)\/[a-z]/.test(text)) return 'leads into the folder of a kind'
  return /[A-Z]/.test(text) && settings.has(text) ? 'names a setting of a kind' : undefined
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

function isKindName(value: unknown): boolean {
  return /(^k|K)ind$/.test(nameOf(value) ?? '')
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
