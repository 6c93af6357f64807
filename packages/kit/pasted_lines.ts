/** The lines of a pasted text that say something, each without the blanks around it. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n?|\n/).flatMap((line) => line.trim() || [])
}

/** What programs for texts write before the items of a list, by what it looks like. */
export const BULLETS = [...'*–•◦▪‣·●○■➢']
export const BOXES = [...'□☐☑☒❑❏✓']
/** A letter and a tab is a bullet in a font for symbols. */
const LISTED = /^(?:([*\-–•◦▪‣·●○■➢□☐☑☒❑❏✓])\s+|([o§])\t\s*)(?=\S)/

/** A line as the item of a list that it is in programs for texts, without its mark; undefined where it is none. */
export function listedIn(line: string): { mark: string; text: string } | undefined {
  const [before, mark, letter] = LISTED.exec(line) ?? []
  if (before === undefined) return undefined
  return { mark: mark ?? (letter === 'o' ? '◦' : '▪'), text: line.slice(before.length) }
}

/** Lines without the bullets before them, or the numbers and tabs, where each has some: as items of a list they are pasted. */
export function bareLinesOf(text: string): string[] {
  const lines = linesOf(text)
  const bare = lines.flatMap((line) => {
    const numbered = /^\d{1,3}[.)]\t\s*(.+)/.exec(line)?.[1]
    return listedIn(line)?.text ?? numbered ?? []
  })
  return bare.length === lines.length ? bare : lines
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
