/** The name that was most likely meant: the one that differs by the fewest letters, two at most, of a short one by one. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const wanted = plain(typed)
  let best: string | undefined
  let fewest = (wanted.length < 4 ? 1 : 2) + 1
  for (const name of names) {
    const candidate = plain(name)
    if (Math.abs(candidate.length - wanted.length) >= fewest) continue
    const letters = distance(wanted, candidate, fewest)
    if (letters < fewest) [best, fewest] = [name, letters]
  }
  return best
}

/** Case, and blanks for underscores, are no difference. */
function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .slice(0, 64)
}

/**
 * Letters added, dropped, exchanged or swapped with their neighbour (optimal string alignment). Exact where it is below
 * `most`: only what is so near is worked out.
 */
function distance(a: string, b: string, most: number): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const line = Array.from<number>({ length: b.length + 1 }).fill(most)
    line[0] = row
    for (let column = Math.max(1, row - most); column <= Math.min(b.length, row + most); column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1
      let least = Math.min(above[column] + 1, line[column - 1] + 1, above[column - 1] + same)
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) least = Math.min(least, before[column - 2] + 1)
      line[column] = least
    }
    if (Math.min(...above, ...line) >= most) return most
    before = above
    above = line
  }
  return above[b.length]
}
