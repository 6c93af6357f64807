import type { BigDecimal } from './expression.ts'

/** A result of arithmetic: as a number what 15 digits keep exactly, as a decimal of its own what they do not. */
export type Amount = number | BigDecimal

/** Results are kept to this many digits. */
const DIGITS = 34
/** Of a result that had to be cut so many digits at its end are not seen: what was cut before may have reached them. */
const GUARD = 6
const EXACT = -Infinity
/** Whole numbers up to this have 15 digits. */
const LARGEST = 1e15

/** Takes what stands before the place that is kept, and what is left of it there, to a whole number. */
export type Rounding = (quotient: bigint, rest: bigint, unit: bigint) => bigint

const outwards = (quotient: bigint, rest: bigint) => (rest < 0n ? quotient - 1n : quotient + 1n)
export const halfAway: Rounding = (quotient, rest, unit) =>
  2n * (rest < 0n ? -rest : rest) >= unit ? outwards(quotient, rest) : quotient
export const down: Rounding = (quotient, rest) => (rest < 0n ? quotient - 1n : quotient)
export const up: Rounding = (quotient, rest) => (rest > 0n ? quotient + 1n : quotient)
export const inwards: Rounding = (quotient) => quotient

const powers: bigint[] = []

function ten(power: number): bigint {
  return (powers[power] ??= 10n ** BigInt(power))
}

function digitsOf(coefficient: bigint): string {
  return String(coefficient < 0n ? -coefficient : coefficient)
}

/** How many powers of ten fit 10^`place`: the coefficient of a decimal there. */
function at({ coefficient, exponent }: Decimal, place: number, rounding: Rounding): bigint {
  if (place <= exponent) return coefficient * ten(exponent - place)
  const unit = ten(place - exponent)
  return rounding(coefficient / unit, coefficient % unit, unit)
}

type Decimal = Pick<BigDecimal, 'coefficient' | 'exponent' | 'place'>

/** The decimal that text in exponent form stands for. */
function read(text: string, place: number): Decimal {
  const [mantissa, power] = text.split('e')
  const [whole, fraction = ''] = mantissa.split('.')
  return { coefficient: BigInt(whole + fraction), exponent: Number(power) - fraction.length, place }
}

function decimalOf(amount: number | Decimal): Decimal {
  if (typeof amount !== 'number') return amount
  const scale = scaleOf(amount)
  if (scale === 0) return read(amount.toExponential(14), EXACT)
  return { coefficient: BigInt(Math.round(amount * scale)), exponent: 1 - String(scale).length, place: EXACT }
}

/** The decimal that was meant: without the digits at the end that are not sure. */
function meant(amount: number | Decimal): Decimal {
  const decimal = decimalOf(amount)
  const { exponent, place } = decimal
  return place <= exponent ? decimal : { coefficient: at(decimal, place, halfAway), exponent: place, place }
}

/** A result as it is kept; no value when it is not finite. */
function result(decimal: Decimal): Amount | undefined {
  const { coefficient, exponent, place } = decimal
  const excess = digitsOf(coefficient).length - DIGITS
  if (excess > 0) {
    const kept = at(decimal, exponent + excess, halfAway)
    const end = exponent + excess
    const whole = kept * ten(excess) === coefficient
    return result({ coefficient: kept, exponent: end, place: whole ? place : Math.max(place, end + GUARD) })
  }
  const seen = meant(decimal)
  const digits = digitsOf(seen.coefficient)
  const head = Number(digits.slice(0, 15)) + (Number(digits[15] ?? 0) >= 5 ? 1 : 0)
  const size = Number(`${head}e${seen.exponent + Math.max(0, digits.length - 15)}`)
  if (!Number.isFinite(size)) return undefined
  if (size === 0) return 0
  const nearest = coefficient < 0n ? -size : size
  const isNumber = at(seen, exponent, inwards) === coefficient && Number(digits.slice(15)) === 0
  return isNumber ? nearest : { coefficient, exponent, place, nearest }
}

/** A power of ten that a decimal is below; what is sure of a product is so much less sure. */
function magnitude({ coefficient, exponent }: Decimal): number {
  return digitsOf(coefficient).length + exponent
}

/** Below which place a product with `factor` is not sure, when this factor is not below `place`. */
function moved(place: number, factor: Decimal): number {
  return place === EXACT ? EXACT : place + magnitude(factor)
}

/** The least of some powers of ten that makes a number of 15 digits a whole one; 0 when none does. */
function scaleOf(number: number): number {
  for (let scale = 1; scale <= 1e6; scale *= 100) {
    const whole = Math.round(number * scale)
    if (Math.abs(whole) > LARGEST) return 0
    if (whole / scale === number) return scale
  }
  return 0
}

// Prices and quantities are whole numbers of cents and the like: those are reckoned with as such, which takes some
// nanoseconds. What does not fit goes the long way, with exact decimals. No lists are taken apart on the short way: a first
// response runs it before it is compiled, and there that takes longer than the sum.

/** Their sum. */
export function plus(a: Amount, b: Amount): Amount | undefined {
  if (typeof a === 'number' && typeof b === 'number') {
    const one = scaleOf(a)
    const other = scaleOf(b)
    const scale = Math.max(one, other)
    const x = Math.round(a * scale)
    const y = Math.round(b * scale)
    const fits = Math.abs(x) <= LARGEST && Math.abs(y) <= LARGEST && Math.abs(x + y) <= LARGEST
    if (one * other > 0 && fits) return (x + y) / scale + 0
  }
  const [x, y] = [decimalOf(a), decimalOf(b)]
  const exponent = Math.min(x.exponent, y.exponent)
  const coefficient = at(x, exponent, inwards) + at(y, exponent, inwards)
  return result({ coefficient, exponent, place: Math.max(x.place, y.place) })
}

/** The same with the other sign. */
export function negative(amount: Amount): Amount {
  if (typeof amount === 'number') return 0 - amount
  return { ...amount, coefficient: -amount.coefficient, nearest: -amount.nearest }
}

/** What is left of the first without the second. */
export function minus(a: Amount, b: Amount): Amount | undefined {
  return plus(a, negative(b))
}

/** Their product. */
export function times(a: Amount, b: Amount): Amount | undefined {
  if (typeof a === 'number' && typeof b === 'number') {
    const one = scaleOf(a)
    const other = scaleOf(b)
    const product = Math.round(a * one) * Math.round(b * other)
    if (one * other > 0 && Math.abs(product) <= LARGEST) return product / (one * other) + 0
  }
  const [x, y] = [decimalOf(a), decimalOf(b)]
  return result({
    coefficient: x.coefficient * y.coefficient,
    exponent: x.exponent + y.exponent,
    place: Math.max(moved(x.place, y), moved(y.place, x)),
  })
}

/** How often the second goes into the first; by zero is no value. */
export function over(a: Amount, b: Amount): Amount | undefined {
  if (b === 0) return undefined
  if (typeof a === 'number' && typeof b === 'number') {
    const quotient = a / b
    if (scaleOf(quotient) > 0 && times(quotient, b) === a) return quotient + 0
  }
  const [x, y] = [decimalOf(a), decimalOf(b)]
  const more = Math.max(0, DIGITS + 2 + digitsOf(y.coefficient).length - digitsOf(x.coefficient).length)
  const dividend = x.coefficient * ten(more)
  const exponent = x.exponent - y.exponent - more
  const unsure = Math.max(moved(x.place, y), moved(y.place, x))
  const place = unsure === EXACT ? EXACT : unsure - 2 * magnitude(y) + 2
  return result({
    coefficient: dividend / y.coefficient,
    exponent,
    place: dividend % y.coefficient === 0n ? place : Math.max(place, exponent + GUARD),
  })
}

/** What a division into whole parts leaves: of 0.3 by 0.1 nothing. It has the sign of the dividend. */
export function remainder(a: Amount, b: Amount): Amount | undefined {
  const [x, y] = [meant(a), meant(b)]
  if (y.coefficient === 0n) return undefined
  const exponent = Math.min(x.exponent, y.exponent)
  const coefficient = at(x, exponent, inwards) % at(y, exponent, inwards)
  return result({ coefficient, exponent, place: EXACT })
}

/** Raised to a whole power; no value where that is not finite. */
export function raised(base: Amount, power: number): Amount | undefined {
  if (power < 0) {
    const inverse = over(1, base)
    return inverse === undefined ? undefined : raised(inverse, -power)
  }
  let product: Amount | undefined = 1
  let factor: Amount | undefined = base
  for (let left = power; left > 0; left = Math.floor(left / 2)) {
    if (product === undefined || factor === undefined) return undefined
    if (left % 2 === 1) product = times(product, factor)
    if (left > 1) factor = times(factor, factor)
  }
  return product
}

/** To `places` decimals; before the point when they are below 0. */
export function toPlaces(amount: Amount, places: number, rounding: Rounding): Amount | undefined {
  const place = -Math.trunc(places)
  const seen = meant(amount)
  // Beyond that there are no numbers.
  const exponent = Math.max(-400, Math.min(400, place))
  if (exponent <= seen.exponent) return result({ ...seen, place: EXACT })
  return result({ coefficient: at(seen, exponent, rounding), exponent, place: EXACT })
}

/** What floating point gives: of its 17 digits 15 are sure. */
export function approximate(number: number): Amount | undefined {
  if (!Number.isFinite(number)) return undefined
  const { coefficient, exponent } = read(number.toExponential(), EXACT)
  return result({ coefficient, exponent, place: digitsOf(coefficient).length + exponent - 15 })
}

/** A decimal in floating point, as near as that comes. */
export function floating(amount: Amount): number {
  return typeof amount === 'number' ? amount : Number(`${amount.coefficient}e${amount.exponent}`)
}
