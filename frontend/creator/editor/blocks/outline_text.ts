import { BOXES, listedIn } from '@formwright/kit/pasted_lines'

/** A line of a text, without what stands before it, and the lines of its list that stand below it. */
export interface OutlineLine {
  text: string
  /** what stands before the items of its list; undefined for a line of none */
  mark: string | undefined
  below: OutlineLine[]
}

interface ReadLine {
  text: string
  mark: string | undefined
  indent: number
}

/** As many levels as programs for texts have. */
const MOST_LEVELS = 9
/** As wide as a tab is. */
const TAB = 4
/** A box to tick, as it is written with plain signs. */
const BOX = /^(?:[-*]\s+)?\[[ xX]?\]\s+(?=\S)/

interface Count {
  mark: string
  start: RegExp
  place: (sign: string) => number
}

/** What counts the lines of a list. */
const NUMBERS: Count = { mark: '1', start: /^(\d{1,3})[.)]\s+(?=\S)/, place: Number }
const SMALL: Count = {
  mark: 'a',
  start: /^\(?([a-z])[.)]\s+(?=\S)/,
  place: (sign) => sign.charCodeAt(0) - 96,
}
const LARGE: Count = {
  mark: 'A',
  start: /^\(?([A-Z])[.)]\s+(?=\S)/,
  place: (sign) => sign.charCodeAt(0) - 64,
}
const COUNTS = [NUMBERS, SMALL, LARGE]

/**
 * The lines of a text as the lists in it say: below a line stands what is set in further, or behind a mark that its own list
 * does not have. Numbers and letters are marks where they count up; numbers of what is not set in are those of questions.
 * `own` are marks besides those that other programs write.
 */
export function outlineOf(text: string, own: readonly string[]): OutlineLine[] {
  const root: OutlineLine[] = []
  const lines = readLines(text, own)
  /** the line that was last, and those that it stands below */
  let open: { line: ReadLine; node: OutlineLine }[] = []
  for (const line of lines) {
    const isLikeThis = (other: ReadLine | undefined) =>
      line.mark !== undefined && line.mark === other?.mark && line.indent === other.indent
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
  const least = said.reduce((most, line) => Math.min(most, indentOf(line)), Infinity)
  const lines = said.map((line) => ({ text: line.trim(), indent: indentOf(line) - least }))
  const counts = COUNTS.map((count) => ({ ...count, indents: indentsThatCount(lines, count) }))
  return lines.map(({ text: line, indent }) => {
    const count = counts.find(({ start, indents }) => indents.has(indent) && start.test(line))
    if (count) return { text: line.replace(count.start, ''), mark: count.mark, indent }
    const item = itemIn(line, own)
    // a line of no list is set in by chance
    return item ? { ...item, indent } : { text: line, mark: undefined, indent: 0 }
  })
}

function indentOf(line: string): number {
  const blank = /^\s*/.exec(line)?.[0] ?? ''
  return blank.replaceAll('\t', ' '.repeat(TAB)).length
}

/** A line behind a mark of ours, or behind one that other programs write. */
function itemIn(line: string, own: readonly string[]): { mark: string; text: string } | undefined {
  const [box = ''] = BOXES
  if (BOX.test(line)) return { mark: box, text: line.replace(BOX, '') }
  const mark = own.find((one) => line.startsWith(`${one} `))
  if (mark !== undefined) return { mark, text: line.slice(mark.length).trim() }
  const listed = listedIn(line)
  return listed && BOXES.includes(listed.mark) ? { ...listed, mark: box } : listed
}

/** How far lines are set in that count: from one up by one, once or again and again. */
function indentsThatCount(lines: readonly { text: string; indent: number }[], count: Count): Set<number> {
  const places = new Map<number, number[]>()
  for (const { text, indent } of lines) {
    const sign = count.start.exec(text)?.[1]
    if (sign === undefined) continue
    const list = places.get(indent) ?? []
    places.set(indent, list)
    list.push(count.place(sign))
  }
  return new Set([...places].filter(([, list]) => countsUp(list)).map(([indent]) => indent))
}

function countsUp(places: readonly number[]): boolean {
  return places.every((place, index) =>
    place === 1 ? places[index + 1] === 2 : index > 0 && place === (places[index - 1] ?? 0) + 1,
  )
}
