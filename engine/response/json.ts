import type { Json } from '../document/document.ts'

/**
 * A value as JSON can keep it: -0 is 0, what JSON has no sign for is left out. undefined when nothing is left. Without
 * recursion into what is nested absurdly deep: that is left out too.
 */
export function jsonOf(value: unknown, depth = 0): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined
  if (typeof value !== 'object' || depth > 32) return undefined
  if (Array.isArray(value)) return value.map((item) => jsonOf(item, depth + 1) ?? null)
  const object: { [name: string]: Json } = {}
  for (const [name, inner] of Object.entries(value)) {
    const json = jsonOf(inner, depth + 1)
    if (json !== undefined)
      Object.defineProperty(object, name, {
        value: json,
        enumerable: true,
        writable: true,
        configurable: true,
      })
  }
  return object
}
