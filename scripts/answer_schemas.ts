import ts from 'typescript'

/** A JSON Schema (draft 2020-12), as far as types of ours need one. */
export type Schema = { [name: string]: unknown }

/** What the API answers, as JSON Schema: by route and status, and the named types that they share. */
export interface AnswerSchemas {
  answers: Record<string, Record<string, Schema>>
  types: Record<string, Schema>
}

/** What the types of `api_types` say, as JSON Schema. Objects are closed: a field that no type names is a fault. */
export function answerSchemas(root: string): AnswerSchemas {
  const file = `${root}/api_types/answers.ts`
  const config = ts.readConfigFile(`${root}/tsconfig.json`, (path) => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const program = ts.createProgram([file], { ...options, noEmit: true })
  const source = program.getSourceFile(file)
  if (!source) throw new Error(`${file} is not there.`)
  const reader = new TypeReader(program.getTypeChecker())
  const named = (name: string) => {
    const found = source.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name)
    if (!found) throw new Error(`${file} has no interface ${name}.`)
    return reader.typeOf(found)
  }
  const answers = Object.fromEntries(
    reader
      .members(named('Answers'))
      .map(([route, type]) => [
        route,
        Object.fromEntries(reader.members(type).map(([status, body]) => [status, reader.schema(body)])),
      ]),
  )
  reader.schema(reader.exported(program, `${root}/api_types/answer.ts`, 'ErrorAnswer'))
  return { answers, types: reader.types }
}

/** JSON may be anything; what it is made of would go in a circle. */
const ANYTHING = new Set(['Json'])

class TypeReader {
  /** schemas of named types, as they are met */
  readonly types: Record<string, Schema> = {}

  constructor(private readonly checker: ts.TypeChecker) {}

  typeOf(node: ts.Node): ts.Type {
    return this.checker.getTypeAtLocation(node)
  }

  exported(program: ts.Program, file: string, name: string): ts.Type {
    const source = program.getSourceFile(file)
    const module = source && this.checker.getSymbolAtLocation(source)
    const symbol = module && this.checker.getExportsOfModule(module).find((one) => one.name === name)
    if (!symbol) throw new Error(`${file} exports no ${name}.`)
    return this.checker.getDeclaredTypeOfSymbol(symbol)
  }

  members(type: ts.Type): [name: string, type: ts.Type][] {
    return type.getProperties().map((one) => [one.name, this.checker.getTypeOfSymbol(one)])
  }

  /** A type as a schema; one with a name of its own is told once and referred to. */
  schema(type: ts.Type): Schema {
    const name = nameOf(type)
    if (name !== undefined && ANYTHING.has(name)) return {}
    if (name === undefined) return this.#plain(type)
    if (!(name in this.types)) {
      // there before it is made: it may hold itself
      this.types[name] = {}
      const words = describe(type.aliasSymbol ?? type.symbol, this.checker)
      Object.assign(this.types[name], words, this.#plain(type))
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  #plain(type: ts.Type): Schema {
    if (type.isUnion()) return this.#union(type.types)
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === 'true' }
    if (type.flags & ts.TypeFlags.String || type.flags & ts.TypeFlags.TemplateLiteral)
      return { type: 'string' }
    if (type.flags & ts.TypeFlags.Number) return { type: 'number' }
    if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
    if (type.flags & ts.TypeFlags.Null) return { type: 'null' }
    if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return {}
    if (type.flags & ts.TypeFlags.NonPrimitive) return { type: 'object' }
    if (this.checker.isArrayType(type)) {
      const item = this.checker.getIndexTypeOfType(type, ts.IndexKind.Number)
      return { type: 'array', ...(item && { items: this.schema(item) }) }
    }
    if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.#object(type)
    throw new Error(`No schema is known for ${this.checker.typeToString(type)}.`)
  }

  #union(types: readonly ts.Type[]): Schema {
    const given = types.filter((one) => !(one.flags & ts.TypeFlags.Undefined))
    const isBoolean = (one: ts.Type) => Boolean(one.flags & ts.TypeFlags.BooleanLiteral)
    const texts = given.flatMap((one) => (one.isStringLiteral() ? [one.value] : []))
    const others = given.filter((one) => !one.isStringLiteral() && !isBoolean(one))
    const booleans = given.filter(isBoolean)
    const parts = [
      ...(texts.length > 0 ? [{ type: 'string', enum: texts }] : []),
      ...(booleans.length === 2 ? [{ type: 'boolean' }] : booleans.map((one) => this.#plain(one))),
      ...others.map((one) => this.schema(one)),
    ]
    const [only] = parts
    return parts.length === 1 ? only : { anyOf: parts }
  }

  #object(type: ts.Type): Schema {
    const properties = this.checker.getPropertiesOfType(type).map((symbol): [string, Schema, boolean] => {
      const own = this.schema(this.checker.getTypeOfSymbol(symbol))
      const isOptional = Boolean(symbol.flags & ts.SymbolFlags.Optional)
      const words = describe(symbol, this.checker)
      return [symbol.name, { ...asTime(symbol.name, own), ...words }, isOptional]
    })
    const index = this.checker.getIndexTypeOfType(type, ts.IndexKind.String)
    const required = properties.filter(([, , isOptional]) => !isOptional).map(([name]) => name)
    return {
      type: 'object',
      ...(properties.length > 0 && {
        properties: Object.fromEntries(properties.map(([name, schema]) => [name, schema])),
      }),
      ...(required.length > 0 && { required }),
      additionalProperties: index ? this.schema(index) : false,
    }
  }
}

/** The name of a type that has one and no arguments. */
function nameOf(type: ts.Type): string | undefined {
  const { aliasSymbol, aliasTypeArguments, symbol } = type
  if (aliasSymbol) return aliasTypeArguments?.length ? undefined : aliasSymbol.name
  if (!(type.flags & ts.TypeFlags.Object) || !symbol || !(symbol.flags & ts.SymbolFlags.Interface))
    return undefined
  const isGeneric =
    'typeArguments' in type && Array.isArray(type.typeArguments) && type.typeArguments.length > 0
  return isGeneric || symbol.name.startsWith('Readonly') ? undefined : symbol.name
}

function describe(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): Schema {
  const text = ts.displayPartsToString(symbol?.getDocumentationComment(checker))
  return text === '' ? {} : { description: text }
}

/** What is called `…_at` is an instant, or null. */
function asTime(name: string, schema: Schema): Schema {
  if (!name.endsWith('_at')) return schema
  if (schema.type === 'string') return { ...schema, format: 'date-time' }
  if (!Array.isArray(schema.anyOf)) return schema
  return { anyOf: schema.anyOf.map((one: Schema) => asTime(name, one)) }
}
