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
