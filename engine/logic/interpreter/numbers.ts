import type { Value } from '@formwright/kit/value'
import type { BigDecimal, Result } from './expression.ts'

/** A number as numbers are kept: decimal, 15 significant digits, no -0. What is not finite is no value. */
export function tidy(number: number): number | undefined {
  const kept = Number(number.toPrecision(15))
  return Number.isFinite(kept) ? kept + 0 : undefined
}

/** The number a text holds, point or exponent form; undefined when it holds none. */
export function numberIn(text: string): number | undefined {
  const trimmed = text.trim()
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(trimmed)) return undefined
  return tidy(Number(trimmed))
}

/** Whether a result is a decimal of more digits than a number keeps. */
export function isBigDecimal(result: Result): result is BigDecimal {
  return typeof result === 'object' && result !== null && 'nearest' in result
}

function areValues(list: readonly Result[]): list is Value[] {
  return list.every((item) =>
    Array.isArray(item) ? areValues(item) : item !== undefined && !isBigDecimal(item),
  )
}

/** A result as everything but arithmetic sees it. */
export function valueOf(result: Result): Value | undefined {
  if (Array.isArray(result)) return areValues(result) ? result : result.map((item) => valueOf(item) ?? null)
  return isBigDecimal(result) ? result.nearest : result
}
