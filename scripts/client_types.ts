import type { ApiDocument, DescribedOperation } from '../app/reference/document.ts'

/** A JSON Schema (draft 2020-12), as far as the reference of the API has any. */
type Schema = { [name: string]: unknown }

const HEAD = `// Made of the reference of the API by scripts/client_types.ts; see README.md. Changes here are lost.
`

/**
 * The types of the client, printed: each named schema, and `Paths`: what a request to each address and method asks for,
 * and what it answers by status. Refusals are the same everywhere, and left to `ApiError`.
 * @throws Error for a schema that no type is known for
 */
export function clientTypes({ paths, components }: ApiDocument): string {
  const named = Object.entries(components.schemas)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => `${words(schema.description, 0)}export type ${name} = ${typeOf(schema, 0)}\n`)
  const members = Object.entries(paths).map(([path, methods]): Member => {
    const operations = Object.entries(methods).map(([method, operation]): Member => {
      const { summary, description } = operation
      const about = description ? `${summary}. ${description}` : `${summary}.`
      return { name: method.toUpperCase(), type: (depth) => operationType(operation, depth), words: about }
    })
    return { name: path, type: (depth) => objectOf(operations, depth) }
  })
  return [HEAD, ...named, `export interface Paths ${objectOf(members, 0)}\n`].join('\n')
}

interface Member {
  name: string
  type: (depth: number) => string
  optional?: boolean
  words?: unknown
}

function operationType(operation: DescribedOperation, depth: number): string {
  const asks = (['path', 'query', 'header'] as const).flatMap((where): Member[] => {
    const found = operation.parameters.filter((one) => one.in === where)
    if (found.length === 0) return []
    const members = found.map(({ name, required, schema, description }) => ({
      ...{ name, optional: !required, words: description },
      type: (inner: number) => typeOf(schema, inner),
    }))
    return [
      {
        name: where === 'header' ? 'headers' : where,
        type: (inner) => objectOf(members, inner),
        optional: found.every(({ required }) => !required),
      },
    ]
  })
  if (operation.requestBody) {
    const { content } = operation.requestBody
    asks.push({ name: 'body', type: (inner) => contentType(content, inner) })
  }
  const answers = Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, answer]) => ({
      name: status,
      type: (inner: number) => {
        const content = 'content' in answer ? answer.content : undefined
        return content ? contentType(content, inner) : 'undefined'
      },
    }))
  const members = [
    { name: 'asks', type: (inner: number) => objectOf(asks, inner) },
    { name: 'answers', type: (inner: number) => objectOf(answers, inner) },
  ]
  return objectOf(members, depth)
}

/** JSON as it is; whatever else is bytes. */
function contentType(content: Record<string, { schema: Schema }>, depth: number): string {
  const json = content['application/json']
  return json ? typeOf(json.schema, depth) : 'Blob'
}

function typeOf(schema: Schema, depth: number): string {
  const { $ref, type, items } = schema
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.anyOf)) return union(schema.anyOf.map((one: Schema) => typeOf(one, depth)))
  if (Array.isArray(type)) return union(type.map((one: string) => typeOf({ ...schema, type: one }, depth)))
  if (type === 'null') return 'null'
  if (Array.isArray(schema.enum)) return union(schema.enum.map((one: unknown) => JSON.stringify(one)))
  if (type === 'string' || type === 'boolean' || type === 'number') return type
  if (type === 'integer') return 'number'
  if (type === 'array') return isSchema(items) ? `Array<${typeOf(items, depth)}>` : 'unknown[]'
  if (type === 'object') return objectType(schema, depth)
  if (type === undefined) return 'unknown'
  throw new Error(`No type is known for ${JSON.stringify(schema)}.`)
}

function objectType({ properties, required, additionalProperties: others }: Schema, depth: number): string {
  const needed: unknown[] = Array.isArray(required) ? required : []
  const members = Object.entries(isSchema(properties) ? properties : {}).map(([name, schema]): Member => {
    const own = isSchema(schema) ? schema : {}
    return {
      ...{ name, optional: !needed.includes(name), words: own.description },
      type: (inner) => typeOf(own, inner),
    }
  })
  if (others === false) return objectOf(members, depth)
  // beside names of its own, whatever else is there is of any type
  const rest = isSchema(others) && members.length === 0 ? typeOf(others, depth + 1) : 'unknown'
  return objectOf(members, depth, `[name: string]: ${rest}`)
}

function objectOf(members: readonly Member[], depth: number, rest?: string): string {
  const indent = '  '.repeat(depth + 1)
  const lines = members.map(({ name, type, optional, words: about }) => {
    const key = /^([A-Za-z_]\w*|\d+)$/.test(name) ? name : JSON.stringify(name)
    return `${words(about, depth + 1)}${indent}${key}${optional ? '?' : ''}: ${type(depth + 1)}\n`
  })
  if (rest !== undefined) lines.push(`${indent}${rest}\n`)
  return lines.length === 0 ? 'object' : `{\n${lines.join('')}${'  '.repeat(depth)}}`
}

function words(text: unknown, depth: number): string {
  if (typeof text !== 'string' || text === '') return ''
  const line = text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('*/', '*\\/')
  return `${'  '.repeat(depth)}/** ${line} */\n`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
