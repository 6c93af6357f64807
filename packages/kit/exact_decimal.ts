/**
 * A decimal number as digits: `negative ? -1 : 1` × `digits` × 10^`exponent`, without zeros at either end of `digits`;
 * zero has no digits. Exact where floating point is not.
 */
export interface Decimal {
  negative: boolean
  digits: string
  exponent: number
}

/** Reads the notation of JavaScript and JSON (`-12.50`, `.5`, `1e3`). Anything else is undefined. */
export function readDecimal(text: string): Decimal | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = '', power = '0'] = match
  if (whole === '' && fraction === '') return undefined
  const significant = (whole + fraction).replace(/^0+/, '')
  const digits = significant.replace(/0+$/, '')
  if (digits === '') return { negative: false, digits: '', exponent: 0 }
  const exponent = Number(power) - fraction.length + (significant.length - digits.length)
  return { negative: sign === '-', digits, exponent }
}

/** How many decimals it takes to write it. */
export function decimalsOf(decimal: Decimal): number {
  return Math.max(0, -decimal.exponent)
}

/** Is `value - from` a whole multiple of `step`? */
export function isMultiple(value: number, step: number, from: number): boolean {
  const parts = [value, from, step].map((number) => readDecimal(String(number)))
  const scale = Math.min(...parts.map((part) => part?.exponent ?? 0))
  const [a = 0n, b = 0n, c = 1n] = parts.map((part) => (part ? toInteger(part, scale) : 0n))
  return c !== 0n && (a - b) % c === 0n
}

function toInteger({ negative, digits, exponent }: Decimal, scale: number): bigint {
  const size = digits === '' ? 0n : BigInt(digits) * 10n ** BigInt(exponent - scale)
  return negative ? -size : size
}
