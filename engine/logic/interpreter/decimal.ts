import { tidy } from './numbers.ts'

/** A number as text: decimal, point, no exponent, no thousands separators. */
export function decimal(number: number): string {
  const text = String(number)
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (match === null) return text
  const [, sign, first, rest = '', power] = match
  const digits = first + rest
  const places = Number(power)
  if (places < 0) return `${sign}0.${'0'.repeat(-places - 1)}${digits}`
  return sign + digits.padEnd(places + 1, '0')
}

/** The number a text holds, point or exponent form; undefined when it holds none. */
export function numberIn(text: string): number | undefined {
  const trimmed = text.trim()
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(trimmed)) return undefined
  return tidy(Number(trimmed))
}
