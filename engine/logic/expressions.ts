import type { Expression } from './interpreter/expression.ts'

/** All of these hold; constants are worked out. */
export function all(parts: readonly Expression[]): Expression {
  const open = parts.filter((part) => part !== true)
  if (open.includes(false)) return false
  return open.length === 0 ? true : open.length === 1 ? open[0] : ['?all', ...open]
}

/** One of these holds; constants are worked out. */
export function any(parts: readonly Expression[]): Expression {
  if (parts.includes(true)) return true
  const open = parts.filter((part) => part !== false)
  return open.length === 0 ? false : open.length === 1 ? open[0] : ['?any', ...open]
}

/** `[when, then]` pairs and what is taken otherwise: the first that holds; constants are worked out. */
export function first(
  cases: readonly (readonly [when: Expression, then: Expression])[],
  otherwise: Expression,
): Expression {
  const open: Expression[] = []
  for (const [when, then] of cases) {
    if (when === false) continue
    if (when === true) return open.length === 0 ? then : ['pick', ...open, then]
    open.push(when, then)
  }
  return open.length === 0 ? otherwise : ['pick', ...open, otherwise]
}
