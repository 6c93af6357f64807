import type { StoredAnswers } from '#app/submissions/columns'
import type { Block, FormDocument, Json } from '#engine/document/document'
import { outlineOf } from '#engine/document/outline'
import type { Registry } from '#engine/registry'
import { itemsIn } from '#engine/response/stored'

/**
 * Stored answers by the keys of this version, as a program sends them: a field without a key goes by its id, a section that
 * repeats is an array of objects.
 */
export function keyedAnswers(
  { blocks }: FormDocument,
  stored: StoredAnswers,
  registry: Registry,
): { [key: string]: Json } {
  const found = outlineOf(blocks, registry).flatMap(({ block, inItems }): [string, Json][] => {
    const answer = stored[block.id]
    if (answer === undefined) return []
    if (!inItems) return [[nameOf(block), answer]]
    const items = itemsIn(answer).map(({ answers }) =>
      Object.fromEntries(
        inItems.flatMap((inside): [string, Json][] => {
          const inner = answers[inside.id]
          return inner === undefined ? [] : [[nameOf(inside), inner]]
        }),
      ),
    )
    return [[nameOf(block), items]]
  })
  return Object.fromEntries(found)
}

function nameOf({ id, key }: Block): string {
  return key ?? id
}
