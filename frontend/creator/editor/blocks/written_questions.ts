import type { BesideList } from '@formwright/kit/field'
import { paletteOf, type Kinds, type PaletteEntry } from './kinds.ts'
import { outlineOf, type OutlineLine } from './outline_text.ts'

/** A question in a text: its line, and the items below it, with the preset whose mark they have. */
export interface WrittenQuestion {
  label: string
  entry: PaletteEntry | undefined
  items: WrittenItem[]
}

/** A line below a question, and the list that it is an item of. */
export interface WrittenItem {
  of: BesideList
  line: string
}

/** What is counted is a list of nobody's own. */
const COUNTED = '•'

/**
 * The questions of a text: a line each, with the list below it as its items, unless lines stand below these in turn: then
 * they are questions themselves.
 */
export function questionsIn(kinds: Kinds, text: string): WrittenQuestion[] {
  const presets = paletteOf(kinds).filter(({ preset }) => preset.items)
  const own = presets.flatMap(({ preset: { items } }) =>
    items ? [items.mark, ...(items.besides ?? []).map(({ mark }) => mark)] : [],
  )
  const presetOf = (mark: string | undefined) =>
    presets.find(({ preset: { items } }) => items && [items.mark, ...(items.also ?? [])].includes(mark ?? ''))
  const questionsOf = (lines: readonly OutlineLine[]): WrittenQuestion[] =>
    lines.flatMap(({ text: label, below }) => {
      const [known] = below.flatMap(({ mark }) => presetOf(mark) ?? [])
      const entry = known ?? (below.length > 0 ? presetOf(COUNTED) : undefined)
      const items = entry?.preset.items
      if (items && below.every((item) => item.below.length === 0)) {
        const listOf = (mark: string | undefined) => items.besides?.find((one) => one.mark === mark) ?? items
        return [{ label, entry, items: below.map(({ text, mark }) => ({ of: listOf(mark), line: text })) }]
      }
      return [{ label, entry: undefined, items: [] }, ...questionsOf(below)]
    })
  return questionsOf(outlineOf(text, own))
}
