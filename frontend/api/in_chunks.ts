/** So many go in one request: quick enough for its end to be seen, and few enough not to keep others waiting. */
const TOGETHER = 100

/**
 * Does something with many, so many at a time and one request after the other, for as long as it is wanted. `work` answers
 * which of those it was given are settled, be they done or refused: the others did not fit and are sent again. False where
 * it was not wanted to its end.
 */
export async function inChunks(
  all: readonly string[],
  work: (some: readonly string[]) => Promise<readonly string[]>,
  isWanted: () => boolean = () => true,
): Promise<boolean> {
  let left = all
  while (left.length > 0 && isWanted()) {
    const some = left.slice(0, TOGETHER)
    const settled = new Set(await work(some))
    if (settled.size === 0) throw new Error('The server did none of it. Try again.')
    left = [...some.filter((one) => !settled.has(one)), ...left.slice(TOGETHER)]
  }
  return left.length === 0
}
