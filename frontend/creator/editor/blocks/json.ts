import type { Json } from '../../../../engine/document/document.ts'

/** A value as JSON holds it: what is undefined, or no JSON at all, is left out. */
export function jsonOf(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) return value.map(jsonOf)
  if (typeof value === 'object') {
    const result: { [name: string]: Json } = {}
    for (const [name, item] of Object.entries(value)) if (item !== undefined) result[name] = jsonOf(item)
    return result
  }
  return null
}

/** Whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
