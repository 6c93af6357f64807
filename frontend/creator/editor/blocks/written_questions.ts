import { paletteOf, type Kinds, type PaletteEntry } from './kinds.ts'
import { outlineOf, type OutlineLine } from './outline_text.ts'

/** A question in a text: its line, and the items below it, with the preset whose mark they have. */
export interface WrittenQuestion {
  label: string
  entry: PaletteEntry | undefined
  items: string[]
}

/** What is counted is a list of nobody's own. */
const COUNTED = '•'

/**
 * The questions of a text: a line each, with the list below it as its items, unless lines stand below these in turn: then
 * they are questions themselves.
 */
export function questionsIn(kinds: Kinds, text: string): WrittenQuestion[] {
  const presets = paletteOf(kinds).filter(({ preset }) => preset.items)
  const own = presets.flatMap(({ preset }) => preset.items?.mark ?? [])
  const presetOf = (mark: string | undefined) =>
    presets.find(({ preset: { items } }) => items && [items.mark, ...(items.also ?? [])].includes(mark ?? ''))
  const questionsOf = (lines: readonly OutlineLine[]): WrittenQuestion[] =>
    lines.flatMap(({ text: label, below }) => {
      const entry = presetOf(below[0]?.mark) ?? (below.length > 0 ? presetOf(COUNTED) : undefined)
      if (entry && below.every((item) => item.below.length === 0))
        return [{ label, entry, items: below.map((item) => item.text) }]
      return [{ label, entry: undefined, items: [] }, ...questionsOf(below)]
    })
  return questionsOf(outlineOf(text, own))
}
