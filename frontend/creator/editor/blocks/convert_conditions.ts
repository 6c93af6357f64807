import type { Content } from '../../../../api_types/drafts.ts'
import type { Json } from '../../../../engine/document/document.ts'
import type { Part } from '@formwright/kit/field'
import { isObject } from './json.ts'

/** Comparisons of one choice and of several that mean the same; both sides of each are tried. */
const LIKE = [
  ['is', 'contains-any'],
  ['is-any-of', 'contains-any'],
  ['is', 'contains-all'],
  ['is-not', 'is-none-of'],
] as const

/** Of these the right side is a list. */
const LISTS = new Set<string>(['is-any-of', 'is-none-of', 'contains-any', 'contains-all'])

/**
 * The content with its comparisons with a field as the field's main part knows them now; the same content where nothing
 * had to change. What means nothing like it stays, and the check names it.
 */
export function convertedConditions(content: Content, field: string, part: Part): Content {
  const { rules, condition } = content
  const nextRules = rules === undefined ? rules : converted(rules, field, part)
  const next = condition === undefined ? condition : converted(condition, field, part)
  if (nextRules === rules && next === condition) return content
  return {
    ...content,
    ...(nextRules !== undefined && { rules: nextRules }),
    ...(next !== undefined && { condition: next }),
  }
}

function converted(value: Json, field: string, part: Part): Json {
  if (Array.isArray(value)) {
    const items = value.map((item) => converted(item, field, part))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isObject(value)) return value
  const compared = comparison(value, field, part)
  if (compared) return compared
  const members = Object.entries(value).map(([name, item]) => [name, converted(item, field, part)] as const)
  return members.some(([name, item]) => item !== value[name]) ? Object.fromEntries(members) : value
}

/** A comparison with the field that its part does not know, as one that it knows. */
function comparison(
  value: { [name: string]: Json },
  field: string,
  { operators }: Part,
): { [name: string]: Json } | undefined {
  const { left, op, right } = value
  if (!isObject(left) || typeof left.field !== 'string' || left.field.split('.').at(-1) !== field)
    return undefined
  if (typeof op !== 'string' || !isObject(right) || right.value === undefined) return undefined
  if (operators.some((known) => known === op)) return undefined
  const wanted = [right.value].flat()
  const next = LIKE.flatMap(([one, other]) => (one === op ? [other] : other === op ? [one] : [])).find(
    (like) => operators.includes(like) && (LISTS.has(like) || wanted.length === 1),
  )
  if (next === undefined || (op === 'contains-all' && wanted.length > 1)) return undefined
  return { ...value, op: next, right: { value: LISTS.has(next) ? wanted : (wanted[0] ?? null) } }
}
