/** Deep equality of JSON; a property that is undefined counts as absent. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => same(item, b[i]))
    )
  }
  const left = new Map(Object.entries(a).filter(([, value]) => value !== undefined))
  const right = new Map(Object.entries(b).filter(([, value]) => value !== undefined))
  if (left.size !== right.size) return false
  for (const [name, value] of left) if (!right.has(name) || !same(value, right.get(name))) return false
  return true
}
