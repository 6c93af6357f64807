import type { DocumentProblem } from '#engine/document/problems'

/** Something about a creator's CSS: where it stands (from 1), and what is said of it. */
export interface CssRemark {
  line: number
  column?: number
  code: 'left-out' | 'unreadable'
  message: string
}

/** So many different things are said. */
const MOST = 20
/** So many lines of one thing are named. */
const MOST_LINES = 5

/** Remarks as warnings: what is said of several lines once, in the order of the first of them. */
export function cssProblems(css: string, remarks: readonly CssRemark[]): DocumentProblem[] {
  const starts = lineStarts(css)
  const same = new Map<string, CssRemark[]>()
  for (const remark of remarks.toSorted((a, b) => a.line - b.line)) {
    const key = `${remark.code} ${remark.message}`
    same.set(key, [...(same.get(key) ?? []), remark])
  }
  return [...same.values()].slice(0, MOST).flatMap((all): DocumentProblem[] => {
    const [first] = all
    if (!first) return []
    return [
      {
        severity: 'warning',
        code: first.code,
        path: 'settings.appearance.css',
        at: Math.min((starts[first.line - 1] ?? 0) + (first.column ?? 1) - 1, css.length),
        message: `Custom CSS, ${lineWords([...new Set(all.map(({ line }) => line))])}: ${first.message}`,
      },
    ]
  })
}

/** Where the lines of a text begin. */
function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|[\n\r\f]/g)].map(({ index, 0: end }) => index + end.length)]
}

function lineWords(lines: readonly number[]): string {
  if (lines.length === 1) return `line ${lines.join()}`
  const rest = lines.length - MOST_LINES
  const named = lines.slice(0, rest > 1 ? MOST_LINES : lines.length).map(String)
  const words = rest > 1 ? [...named, `${rest} more`] : named
  return `lines ${new Intl.ListFormat('en').format(words)}`
}
