/** The items in an order that depends on the seed alone (FNV-1a feeding a linear congruence, Fisher–Yates). */
export function shuffled<T extends object>(items: readonly T[], seed: string): T[] {
  let state = 0x811c9dc5
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const at = Math.floor((state / 0x1_0000_0000) * (last + 1))
    const [here, there] = [result[at], result[last]]
    if (here && there) [result[at], result[last]] = [there, here]
  }
  return result
}
