/** What is ranked, what else is shown below it, and how many places there are. */
export interface Order {
  placed: readonly string[]
  rest: readonly string[]
  count: number
}

/**
 * What is ranked once an item stands at this index of all that is shown. Where everything is ranked, all that is shown has
 * its place then. Where there are fewer places than items, what is moved above the last of them has one, and with it all
 * that stands above; what is moved below them has none.
 */
export function moved({ placed, rest, count }: Order, id: string, to: number): string[] {
  const shown = [...placed, ...rest]
  const others = shown.filter((one) => one !== id)
  const next = [...others.slice(0, to), id, ...others.slice(to)]
  if (count === shown.length) return next
  const had = placed.includes(id)
  if (to >= (had ? placed.length : count)) return placed.filter((one) => one !== id)
  return next.slice(0, Math.min(count, had ? placed.length : Math.max(placed.length, to) + 1))
}

/** Where a step up or down leads an item; undefined where it leads nowhere. */
export function stepOf({ placed, rest, count }: Order, id: string, by: -1 | 1): number | undefined {
  const shown = [...placed, ...rest]
  const index = shown.indexOf(id)
  const last = count === shown.length ? shown.length - 1 : placed.length
  if (placed.includes(id) || count === shown.length) {
    const to = index + by
    return to < 0 || to > last ? undefined : to
  }
  // what has no place takes the next one that is free, or the last
  return by < 0 ? Math.min(placed.length, count - 1) : undefined
}
