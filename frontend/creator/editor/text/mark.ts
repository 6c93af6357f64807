import { useLayoutEffect, type RefObject } from 'react'
import { rangeOf } from './caret.ts'

const NAME = 'fw-wrong'

/**
 * Underlines a part of a text that is changed in place, between two places of the caret. Nothing of the text is
 * touched: the caret and what is being composed stay. Where browsers cannot do this, the sentence beside it says where.
 */
export function useMark(
  element: RefObject<HTMLElement | null>,
  places: readonly [from: number, to: number] | undefined,
): void {
  const [from, to] = places ?? []
  useLayoutEffect(() => {
    const span = element.current
    if (!span || from === undefined || to === undefined || !('highlights' in CSS)) return
    const all = CSS.highlights.get(NAME) ?? new Highlight()
    CSS.highlights.set(NAME, all)
    const range = rangeOf(span, from, to)
    all.add(range)
    return () => void all.delete(range)
  })
}
