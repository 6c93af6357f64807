import type { Expression, Operation } from '../expression.ts'
import { operations as arithmetic } from './arithmetic.ts'
import { operations as dates } from './dates.ts'
import { operations as items } from './items.ts'
import { operations as rules } from './rules.ts'
import type { OperationSet } from './set.ts'
import { operations as texts } from './texts.ts'

/** Every operation of plans, in the sets that public pages load: each page those of its form. */
export const sets: Readonly<Record<OperationSet, Readonly<Record<string, Operation>>>> = {
  arithmetic,
  dates,
  items,
  rules,
  settings: {},
  texts,
}

const setOf = new Map(
  Object.entries(sets).flatMap(([set, operations]) =>
    Object.keys(operations).map((name): [string, string] => [name, set]),
  ),
)

/** The sets that hold the operations of these expressions. */
export function setsOf(expressions: readonly Expression[]): OperationSet[] {
  const used = new Set<string>()
  const waiting = [...expressions]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    used.add(setOf.get(String(next[0])) ?? '')
    for (let at = 1; at < next.length; at++) if (typeof next[at] === 'object') waiting.push(next[at])
  }
  return Object.keys(sets).filter((set): set is OperationSet => used.has(set))
}
