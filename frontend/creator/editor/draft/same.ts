/** Deep equality of JSON; a property that is undefined counts as absent. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && sameItems(a, b)
  }
  const left = new Map(Object.entries(a).filter(([, value]) => value !== undefined))
  const right = new Map(Object.entries(b).filter(([, value]) => value !== undefined))
  if (left.size !== right.size) return false
  for (const [name, value] of left) if (!right.has(name) || !same(value, right.get(name))) return false
  return true
}

/** A list may be long, and of most items there is only one object: what is identical is not looked into. */
function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index += 1)
    if (a[index] !== b[index] && !same(a[index], b[index])) return false
  return true
}
