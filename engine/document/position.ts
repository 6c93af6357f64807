const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const HIGHEST = DIGITS.length - 1

function digitsOf(text: string): number[] {
  return Array.from(text, (sign) => {
    const value = DIGITS.indexOf(sign)
    if (value < 0) throw new RangeError(`Not a position: "${sign}" is not a base-62 digit`)
    return value
  })
}

function textOf(digits: readonly number[]): string {
  return digits.map((digit) => DIGITS[digit]).join('')
}

function leading(digits: readonly number[], digit: number): number {
  const other = digits.findIndex((candidate) => candidate !== digit)
  return other < 0 ? digits.length : other
}

/**
 * Counts up (or down) at an open end. The counter is two digits wide and widens with the highest (lowest) digits
 * passed so far, so that thousands of blocks added one after another keep short positions. The last digit is never the
 * lowest: nothing would fit just below such a position.
 */
function step(text: string, direction: 1 | -1): string {
  const digits = digitsOf(text)
  const skipped = leading(digits, direction === 1 ? HIGHEST : 0)
  if (direction === -1 && skipped === digits.length) throw new RangeError('Nothing fits below this position')
  const width = skipped + 2
  const counter = Array.from({ length: width }, (_, index) => digits[skipped + index] ?? 0)
  let index = width - 1
  const last = counter[index] + direction
  if (last >= 1 && last <= HIGHEST) {
    counter[index] = last
  } else {
    counter[index] = direction === 1 ? 1 : HIGHEST
    const turn = direction === 1 ? HIGHEST : 0
    for (index--; counter[index] === turn; index--) counter[index] = HIGHEST - turn
    counter[index] += direction
  }
  return textOf([...digits.slice(0, skipped), ...counter])
}

function middle(a: string, b: string): string {
  const low = digitsOf(a)
  const high = digitsOf(b)
  const result: number[] = []
  let open = false
  for (let index = 0; ; index++) {
    const from = low[index] ?? 0
    const to = open ? HIGHEST + 1 : (high[index] ?? 0)
    const half = Math.floor((from + to) / 2)
    if (to - from > 1) return textOf([...result, half])
    result.push(from)
    if (to - from === 1) open = true
  }
}

/**
 * A position between two others, in byte order; `null` is an open end. Positions are base-62 fractions without a
 * trailing lowest digit, so between any two there is always room.
 */
export function between(a: string | null, b: string | null): string {
  if (a === null) return b === null ? 'V' : step(b, -1)
  if (b === null) return step(a, 1)
  if (a >= b) throw new RangeError('The first position must lie before the second')
  if (b.startsWith(a) && /^0*$/.test(b.slice(a.length)))
    throw new RangeError('Nothing fits between these positions')
  return middle(a, b)
}

/** Positions for a whole list at once, evenly spread. */
export function spread(count: number): string[] {
  let width = 1
  while (DIGITS.length ** width <= count) width++
  const space = DIGITS.length ** width
  return Array.from({ length: count }, (_, index) => {
    let rest = Math.floor(((index + 1) * space) / (count + 1))
    const digits: number[] = []
    for (let place = 0; place < width; place++) {
      digits.unshift(rest % DIGITS.length)
      rest = Math.floor(rest / DIGITS.length)
    }
    while (digits[digits.length - 1] === 0) digits.pop()
    return textOf(digits)
  })
}
