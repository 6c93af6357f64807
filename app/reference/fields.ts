import { escapeHtml } from '#app/http/error_page'
import type { JsonSchema } from '#app/reference/schemas'

/** What is said of a schema at all: beyond that it is data of somebody's own. */
const DEEPEST = 5

/** The fields that a schema describes, as HTML; empty where it has none. */
export function fieldsOf(schema: JsonSchema, depth = 0): string {
  if (depth > DEEPEST) return ''
  const inner = innerOf(schema)
  if (Array.isArray(inner)) {
    const lists = inner.map((one) => fieldsOf(one, depth + 1)).filter((list) => list !== '')
    return lists.length < 2
      ? lists.join('')
      : lists.map((list) => `<p class="muted">One way:</p>${list}`).join('')
  }
  const { properties, required } = inner
  if (!isSchema(properties) || Object.keys(properties).length === 0) return ''
  const needed: unknown[] = Array.isArray(required) ? required : []
  const items = Object.entries(properties).map(([name, value]) => {
    const field = isSchema(value) ? value : {}
    const own = fieldsOf(field, depth + 1)
    const words = typeof field.description === 'string' ? `<p>${marked(field.description)}</p>` : ''
    const more = own === '' ? '' : `<details><summary>Fields of ${escapeHtml(name)}</summary>${own}</details>`
    const type = `<span class="muted">${typeOf(field)}${needed.includes(name) ? '' : ', optional'}</span>`
    return `<li><code>${escapeHtml(name)}</code> ${type}${words}${more}</li>`
  })
  return `<ul class="fields">${items.join('')}</ul>`
}

/** What a value is, in words, with links to named types. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, type, items, format } = schema
  if (typeof $ref === 'string') return typeLink($ref)
  if ('const' in schema) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  const several = schema.anyOf ?? schema.oneOf
  if (Array.isArray(several)) return either(several.map((one: JsonSchema) => typeOf(one)))
  if (Array.isArray(schema.enum))
    return either(schema.enum.map((one: unknown) => `<code>${escapeHtml(JSON.stringify(one))}</code>`))
  if (Array.isArray(type)) return either(type.map((one: string) => typeOf({ ...schema, type: one })))
  if (type === 'array') return `list of ${isSchema(items) ? typeOf(items) : 'anything'}`
  if (type === undefined) return 'anything'
  const name = escapeHtml(String(type))
  const kind = typeof format === 'string' ? `${name} (${escapeHtml(format)})` : name
  return kind + bounds(schema)
}

/** Text in which what stands between backticks is code. */
export function marked(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

/** Where the type of this name stands on the page. */
export function typeId(name: string): string {
  return `type-${name}`
}

/** A link to a named type; the name alone where it is no type of the document. */
function typeLink($ref: string): string {
  const name = $ref.slice($ref.lastIndexOf('/') + 1)
  return $ref.startsWith('#/components/schemas/')
    ? `<a href="#${typeId(name)}">${escapeHtml(name)}</a>`
    : escapeHtml(name)
}

/** What holds the fields: the schema, what a list has in it, or several of which one holds. */
function innerOf(schema: JsonSchema): JsonSchema | JsonSchema[] {
  const { items, additionalProperties: others } = schema
  if (schema.type === 'array' && isSchema(items)) return innerOf(items)
  const several = schema.anyOf ?? schema.oneOf
  if (Array.isArray(several)) return several.filter(isSchema)
  if (schema.type === 'object' && isSchema(others) && !hasOwn(schema)) return innerOf(others)
  return schema
}

function hasOwn({ properties }: JsonSchema): boolean {
  return isSchema(properties) && Object.keys(properties).length > 0
}

function either(kinds: readonly string[]): string {
  return [...new Set(kinds)].join(' or ')
}

function bounds({ minimum, maximum, minLength, maxLength, default: usual }: JsonSchema): string {
  const said = [
    minimum !== undefined && `from ${JSON.stringify(minimum)}`,
    maximum !== undefined && `up to ${JSON.stringify(maximum)}`,
    minLength !== undefined && `at least ${JSON.stringify(minLength)} characters`,
    maxLength !== undefined && `up to ${JSON.stringify(maxLength)} characters`,
    usual !== undefined && `${JSON.stringify(usual)} by default`,
  ].filter((one) => one !== false)
  return said.length === 0 ? '' : `, ${escapeHtml(said.join(', '))}`
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
