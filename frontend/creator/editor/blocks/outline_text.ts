import { BOXES, listedIn } from '@formwright/kit/pasted_lines'

/** A line of a text, without what stands before it, and the lines of its list that stand below it. */
export interface OutlineLine {
  text: string
  /** what stands before the items of its list; undefined for a line of none */
  mark: string | undefined
  below: OutlineLine[]
}

interface TextLine {
  text: string
  indent: number
}

interface ReadLine extends TextLine {
  mark: string | undefined
}

/** As many levels as programs for texts have. */
const MOST_LEVELS = 9
/** As wide as a tab is. */
const TAB = 4
/** So many columns more are set in: one less is that of numbers that stand right-aligned. */
const SET_IN = 2
/** A box to tick, as it is written with plain signs. */
const BOX = /^(?:[-*]\s+)?\[[ xX]?\]\s+(?=\S)/

/** What stands before an item of a list that is counted for certain, whatever its number. */
export const NUMBERED = '#.'

interface Count {
  mark: string
  start: RegExp
  place: (sign: string) => number
  /** counts only what is set in: names may begin like this */
  setIn?: boolean
}

/** What counts the lines of a list. */
const NUMBERS: Count = { mark: '1', start: /^(\d{1,3})[.)]\s+(?=\S)/, place: Number }
const ROMANS = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ')
const ROMAN: Count = {
  mark: 'i',
  start: /^\(?([ivx]+)[.)]\s+(?=\S)/,
  place: (sign) => ROMANS.indexOf(sign) + 1,
}
const SMALL: Count = {
  mark: 'a',
  start: /^\(?([a-z])[.)]\s+(?=\S)/,
  place: (sign) => sign.charCodeAt(0) - 96,
}
const LARGE: Count = {
  mark: 'A',
  start: /^\(?([A-Z])(?:\)\s|\.\t)\s*(?=\S)/,
  place: (sign) => sign.charCodeAt(0) - 64,
}
const LARGE_SET_IN: Count = { ...LARGE, start: /^([A-Z])\.\s+(?=\S)/, setIn: true }
/** Letters behind Roman numbers, as some are both. */
const COUNTS = [NUMBERS, ROMAN, SMALL, LARGE, LARGE_SET_IN]

/**
 * The lines of a text as the lists in it say: below a line stands what is set in further, or behind a mark that its own list
 * does not have; marks of options and those that one types are of one list. Numbers and letters are marks where they count
 * up; numbers of what is not set in are those of questions. `own` are marks besides those that other programs write.
 */
export function outlineOf(text: string, own: readonly string[]): OutlineLine[] {
  const root: OutlineLine[] = []
  const lines = readLines(text, own)
  // other marks are those of a level each in programs for texts
  const typed = new Set([...own, ...BOXES, '*'])
  const listOf = (mark: string) => (typed.has(mark) ? '*' : mark)
  /** the line that was last, and those that it stands below */
  let open: { line: ReadLine; node: OutlineLine }[] = []
  for (const line of lines) {
    const isLikeThis = (other: ReadLine | undefined) =>
      line.mark !== undefined &&
      other?.mark !== undefined &&
      listOf(line.mark) === listOf(other.mark) &&
      line.indent === other.indent
    const known = open.findIndex((level) => isLikeThis(level.line))
    const isTop = line.mark === undefined || (line.mark === NUMBERS.mark && line.indent === 0)
    if (isTop || isLikeThis(lines[0])) open = []
    else if (known >= 0) open.length = known
    else open = open.filter(({ line: above }) => above.indent <= line.indent).slice(0, MOST_LEVELS - 1)
    const node = { text: line.text, mark: line.mark, below: [] }
    const list = open.at(-1)?.node.below ?? root
    list.push(node)
    open.push({ line, node })
  }
  return root
}

function readLines(text: string, own: readonly string[]): ReadLine[] {
  const said = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const indents = levelsOf(said.map(indentOf))
  const lines = said.map((line) => ({ text: line.trim(), indent: indents.get(indentOf(line)) ?? 0 }))
  const counts = new Map<TextLine, Count>()
  for (const count of COUNTS) {
    const rest = lines.filter((line) => !counts.has(line))
    for (const line of countedLines(rest, count)) counts.set(line, count)
  }
  return lines.map((line) => {
    const count = counts.get(line)
    if (count) return { text: line.text.replace(count.start, ''), mark: count.mark, indent: line.indent }
    const item = itemIn(line.text, own)
    // a line of no list is set in by chance
    return item ? { ...item, indent: line.indent } : { text: line.text, mark: undefined, indent: 0 }
  })
}

function indentOf(line: string): number {
  const blank = /^\s*/.exec(line)?.[0] ?? ''
  return blank.replaceAll('\t', ' '.repeat(TAB)).length
}

/** How far lines with these indents are set in, beyond those that are least. */
function levelsOf(indents: readonly number[]): Map<number, number> {
  const sorted = [...new Set(indents)].sort((a, b) => a - b)
  const [least = 0] = sorted
  const levels = new Map<number, number>()
  let level = least
  for (const indent of sorted) {
    if (indent - level >= SET_IN) level = indent
    levels.set(indent, level - least)
  }
  return levels
}

/** A line behind a mark that is certain, ours or one that other programs write. */
function itemIn(line: string, own: readonly string[]): { mark: string; text: string } | undefined {
  const [box = ''] = BOXES
  if (BOX.test(line)) return { mark: box, text: line.replace(BOX, '') }
  if (line.startsWith(`${NUMBERED} `)) return { mark: NUMBERS.mark, text: line.slice(NUMBERED.length).trim() }
  const mark = own.find((one) => line.startsWith(`${one} `))
  if (mark !== undefined) return { mark, text: line.slice(mark.length).trim() }
  const listed = listedIn(line)
  return listed && BOXES.includes(listed.mark) ? { ...listed, mark: box } : listed
}

/** The lines of lists that count. */
function countedLines(lines: readonly TextLine[], { start, place, setIn }: Count): TextLine[] {
  const lists = new Map<number, { line: TextLine; place: number }[]>()
  for (const line of lines) {
    const sign = start.exec(line.text)?.[1]
    if (sign === undefined || (setIn && line.indent === 0)) continue
    const list = lists.get(line.indent) ?? []
    lists.set(line.indent, list)
    list.push({ line, place: place(sign) })
  }
  return [...lists.values()].flatMap((list) =>
    countsUp(list.map((one) => one.place)) ? list.map(({ line }) => line) : [],
  )
}

/** From one up by one, again and again; some lists of one item may be among them. */
function countsUp(places: readonly number[]): boolean {
  const last = (index: number) => places[index - 1] ?? 0
  return places.includes(2) && places.every((place, index) => place === 1 || place === last(index) + 1)
}
