/**
 * A result of arithmetic as numbers are kept: decimal, 15 significant digits, no -0. What is not finite is no value.
 */
export function tidy(number: number): number | undefined {
  if (Number.isInteger(number) && number < 1e15 && number > -1e15) return number === 0 ? 0 : number
  if (!Number.isFinite(number)) return undefined
  // Six decimals or fewer is the common case: when rounding there moves the number by its last bits only, that is
  // also its 15-digit form, and formatting (thirty times slower) is spared.
  const near = Math.round(number * 1e6) / 1e6
  if (near !== 0 && Math.abs(near) < 1e9 && Math.abs(number - near) <= Math.abs(number) * 4e-16) return near
  const rounded = Number(number.toPrecision(15))
  return Number.isFinite(rounded) ? rounded : undefined
}

/** The number times ten to the power of `places`, moved in its decimal form, so that 1.005 becomes 100.5. */
function shift(number: number, places: number): number {
  const [digits, exponent = '0'] = String(number).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}

function atPlaces(number: number, places: number, round: (number: number) => number): number | undefined {
  const digits = Math.trunc(places)
  if (Math.abs(digits) > 30) return digits > 0 ? number : 0
  return tidy(shift(round(shift(number, digits)), -digits))
}

/** Rounds half away from zero: 2.5 → 3, -2.5 → -3, round(1.005, 2) → 1.01. */
export function round(number: number, places = 0): number | undefined {
  const size = atPlaces(Math.abs(number), places, Math.round)
  return size === undefined ? undefined : tidy(number < 0 ? -size : size)
}

/** Down to the next multiple of ten to the power of -places. */
export function floor(number: number, places = 0): number | undefined {
  return atPlaces(number, places, Math.floor)
}

/** Up to the next multiple of ten to the power of -places. */
export function ceil(number: number, places = 0): number | undefined {
  return atPlaces(number, places, Math.ceil)
}

/** Cuts off what lies behind the places. */
export function truncate(number: number, places = 0): number | undefined {
  return atPlaces(number, places, Math.trunc)
}

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
