import { linesOf, listedIn, withoutNumbers } from '@formwright/kit/pasted_lines'
import { paletteOf, type Kinds, type PaletteEntry } from './kinds.ts'

/** A question in a text: its line, and the items below it, with the preset whose mark they have. */
export interface WrittenQuestion {
  label: string
  entry: PaletteEntry | undefined
  items: string[]
}

/**
 * The questions of a text: a line each, with those behind a mark below it as its items. Where the first line is itself an
 * item of a list, as programs for texts copy them, those on its level are the questions. Numbers before questions go.
 */
export function questionsIn(kinds: Kinds, text: string): WrittenQuestion[] {
  const lines = withoutNumbers(linesOf(text))
  const level = listedIn(lines[0] ?? '')?.mark
  const presets = paletteOf(kinds).filter(({ preset }) => preset.items)
  const questions: WrittenQuestion[] = []
  for (const line of lines) {
    const { mark, text: said } = itemIn(line, presets) ?? {}
    const entry = presets.find(({ preset }) => mark !== undefined && isMarkOf(preset.items, mark))
    const last = questions.at(-1)
    if (mark === level && said !== undefined) questions.push({ label: said, entry: undefined, items: [] })
    else if (entry && said !== undefined && last && (last.entry ?? entry) === entry) {
      last.entry = entry
      last.items.push(said)
    } else questions.push({ label: line, entry: undefined, items: [] })
  }
  return questions
}

type Items = PaletteEntry['preset']['items']

function isMarkOf(items: Items, mark: string): boolean {
  return items !== undefined && (items.mark === mark || (items.also?.includes(mark) ?? false))
}

/** A line behind a mark of ours, or behind one that other programs write. */
function itemIn(line: string, presets: readonly PaletteEntry[]): { mark: string; text: string } | undefined {
  const own = presets.find(({ preset }) => line.startsWith(`${preset.items?.mark} `))?.preset.items?.mark
  return own === undefined ? listedIn(line) : { mark: own, text: line.slice(own.length).trim() }
}
