import type { Json } from '../../../../engine/document/document.ts'

/**
 * A value as JSON holds it: what is undefined, or no JSON at all, is left out. What is JSON already is the same object,
 * so that of a long list only what changed counts as changed; items that are in the list `before` are not looked into.
 */
export function jsonOf(value: unknown, before?: Json): Json {
  if (isJson(value, before)) return value
  if (Array.isArray(value)) return value.map((item) => jsonOf(item))
  if (typeof value === 'object' && value !== null) {
    const result: { [name: string]: Json } = {}
    for (const [name, item] of Object.entries(value)) if (item !== undefined) result[name] = jsonOf(item)
    return result
  }
  return null
}

/** What was found to be JSON: content is never changed in place. */
const found = new WeakSet()

function isJson(value: unknown, before?: Json): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return false
  if (found.has(value)) return true
  const plain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  if (!plain) return false
  const items: unknown[] = Object.values(value)
  const known = Array.isArray(before) ? before : []
  for (let index = 0; index < items.length; index += 1)
    if ((index >= known.length || items[index] !== known[index]) && !isJson(items[index])) return false
  found.add(value)
  return true
}

/** Whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
