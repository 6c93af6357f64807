import { tidy } from './numbers.ts'

/** The number times ten to the power of `places`, moved in its decimal form, so that 1.005 becomes 100.5. */
function shift(number: number, places: number): number {
  const [digits, exponent = '0'] = String(number).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}

/** How many decimals it takes to write a number. */
function placesOf(number: number): number {
  const [digits, exponent = '0'] = String(number).split('e')
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent))
}

/** What a division into whole parts leaves, worked out in decimals: of 0.3 by 0.1 nothing. It has the dividend's sign. */
export function remainder(dividend: number, divisor: number): number | undefined {
  const places = Math.max(placesOf(dividend), placesOf(divisor))
  return tidy(shift(shift(dividend, places) % shift(divisor, places), -places))
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

/** Takes a number to a multiple of ten to the power of -places, as `Math.floor` and its like take it to a whole one. */
export function toPlaces(
  round: (number: number) => number,
): (number: number, places?: number) => number | undefined {
  return (number, places = 0) => atPlaces(number, places, round)
}
