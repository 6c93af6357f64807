/** The lines of a pasted text that say something, each without the blanks around it. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n?|\n/).flatMap((line) => line.trim() || [])
}

/**
 * A list after lines were pasted into it: each is an item of its own, behind the item `at` or, without one, at the end.
 * Items that give way (nobody has named them, or they were chosen to be replaced) leave the list, and the first lines
 * take their ids over, so that what names them goes on naming something.
 */
export function withLines<Item extends { id: string }, Line = string>(
  items: readonly Item[],
  lines: readonly Line[],
  parts: {
    at?: string
    givesWay: (item: Item, index: number) => boolean
    make: (line: Line, id: string | undefined) => Item
  },
): Item[] {
  const gone = new Set(items.filter(parts.givesWay))
  const ids = [...gone].map(({ id }) => id).sort((a, b) => Number(b === parts.at) - Number(a === parts.at))
  const end = parts.at === undefined ? -1 : items.findIndex(({ id }) => id === parts.at)
  const before = items.slice(0, end < 0 ? items.length : end + 1).filter((item) => !gone.has(item))
  const behind = end < 0 ? [] : items.slice(end + 1).filter((item) => !gone.has(item))
  return [...before, ...lines.map((line, index) => parts.make(line, ids[index])), ...behind]
}

/** Whether an item of a list says nothing but what it began with. */
export function isUnnamed(item: object, began: Readonly<Record<string, string>> | undefined): boolean {
  const texts = Object.entries(item).filter(([name, value]) => name !== 'id' && value !== undefined)
  if (began === undefined || texts.length !== Object.keys(began).length) return false
  return texts.every(([name, value]) => Object.hasOwn(began, name) && value === began[name])
}
