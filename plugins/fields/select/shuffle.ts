/** The items in an order that depends on the seed alone (by FNV-1a of their ids before the seed, which mixes them). */
export function shuffled<T extends { id: string | number }>(items: readonly T[], seed: string): T[] {
  const ordered = items.map((item): [T, number] => {
    let state = 0x811c9dc5
    for (const sign of `${item.id} ${seed}`) state = Math.imul(state ^ sign.charCodeAt(0), 0x01000193)
    return [item, state]
  })
  return ordered.sort(([, a], [, b]) => a - b).map(([item]) => item)
}
