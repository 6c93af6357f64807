import type { HttpContext } from '@adonisjs/core/http'
import type { MessagesProviderContact } from '@vinejs/vine/types'
import { FieldErrors } from '#app/http/errors'
import { fieldMessages } from '#app/http/field_messages'

interface Shape {
  properties?: Record<string, Shape | boolean>
  additionalProperties?: Shape | boolean
  items?: Shape | boolean | (Shape | boolean)[]
  anyOf?: (Shape | boolean)[]
  oneOf?: (Shape | boolean)[]
}

/** Paths of keys in `value` that the schema does not name. Unions are as wide as their widest member. */
function unknownKeys(value: unknown, shape: Shape | boolean | undefined, path: string): string[] {
  if (typeof shape !== 'object' || value === null || typeof value !== 'object') return []
  const branches = shape.anyOf ?? shape.oneOf
  if (branches) {
    const judged = branches.map((branch) => unknownKeys(value, branch, path))
    return judged.sort((a, b) => a.length - b.length)[0] ?? []
  }
  if (Array.isArray(value)) {
    const { items } = shape
    return value.flatMap((item, index) =>
      unknownKeys(item, Array.isArray(items) ? items[index] : items, `${path}${index}.`),
    )
  }
  const { properties, additionalProperties } = shape
  if (!properties) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (known !== undefined) return unknownKeys(inner, known, `${path}${key}.`)
    return additionalProperties === undefined || additionalProperties === false ? [`${path}${key}`] : []
  })
}

/** Of keys that are unknown so many are told. */
const MOST_TOLD = 100

const shapes = new WeakMap<object, Shape>()

/** What `vine.create(…)` gives. */
interface Validator<T> {
  validate(data: unknown, options: { messagesProvider: MessagesProviderContact }): Promise<T>
  toJSONSchema(): Shape
}

/**
 * The validated body of a request. Keys that the validator does not know are refused with 422, so that a misspelt
 * setting is never silently ignored.
 */
export async function validate<T>(ctx: HttpContext, validator: Validator<T>): Promise<T> {
  const body: unknown = ctx.request.body()
  let shape = shapes.get(validator)
  if (!shape) {
    shape = validator.toJSONSchema()
    shapes.set(validator, shape)
  }
  const unknown = unknownKeys(body, shape, '')
  if (unknown.length > 0) {
    const told = unknown.slice(0, MOST_TOLD)
    throw new FieldErrors(
      'E_UNKNOWN_KEYS',
      `Remove the unknown keys: ${told.join(', ')}${told.length < unknown.length ? ', …' : '.'}`,
      Object.fromEntries(told.map((key) => [key, ['This key is unknown.']])),
    )
  }
  return validator.validate(body, { messagesProvider: fieldMessages })
}
