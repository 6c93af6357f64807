import { readable } from '@formwright/kit/text'
import { isEmpty } from '../empty.ts'
import type { Expression, Operation, Result } from '../expression.ts'

function place(expression: Expression | undefined): number {
  return typeof expression === 'number' ? expression : -1
}

function itemsOf(result: Result): readonly Result[] {
  return Array.isArray(result) ? result : []
}

/** What reads items of sections: of the same one, or of all of them in order. */
export const operations: Readonly<Record<string, Operation>> = {
  // [own, node]: what a node is in the item that is worked out.
  own: (_, [, node], links) => {
    const read = place(node)
    links.readsNode(read)
    return (scope) => scope.items?.own(read)
  },
  // [items, node, section]: what a node is in each item of a section. One that has no value leaves the list none.
  items: (_, [, node, section], links) => {
    const [read, from] = [place(node), place(section)]
    links.readsItems(from, read)
    return (scope) => {
      const list = scope.items?.list(read, from)
      return list?.includes(undefined) ? undefined : list
    }
  },
  // [item-count, section]: how many items a section has.
  'item-count': (_, [, section], links) => {
    const from = place(section)
    links.readsItems(from)
    return (scope) => scope.items?.count(from)
  },
  // [joined, list, language]: texts as one, with commas between.
  joined:
    ([list], [, , language]) =>
    (scope) =>
      readable(
        itemsOf(list(scope))
          .filter((item) => !isEmpty(item))
          .map(String),
        String(language),
      ),
  '?some':
    ([list]) =>
    (scope) =>
      itemsOf(list(scope)).includes(true),
}
