import { useMemo, useState } from 'react'

/** So many items of a list are drawn on the page; each of them is a text that is edited in place. */
const MOST = 500
/** Of a list below a control, which is short, what shows how it goes on. */
export const FIRST_BELOW = 20

type Settings = Readonly<Record<string, unknown>>

/** Settings whose long lists are cut, and how many items of them that leaves out. */
interface Shortened {
  settings: Record<string, unknown>
  leftOut: number
}

/**
 * Settings as they are drawn on the page: of a long list its first items. What is added there by hand is drawn too, so that
 * the caret finds it; what comes by the thousand is not.
 */
export function useShortened(settings: Record<string, unknown>, first = MOST): Shortened {
  const longest = longestOf(settings)
  const [{ extra, length }, setDrawn] = useState({ extra: 0, length: longest })
  const added = longest - length
  const most = first + extra
  if (added !== 0) {
    const room = Math.max(length, most) === length ? added : Math.max(0, longest - most)
    setDrawn({ extra: added > 0 && added <= MOST ? extra + room : extra, length: longest })
  }
  return useMemo(() => shortened(settings, most), [settings, most])
}

function longestOf(settings: Settings): number {
  return Math.max(0, ...Object.values(settings).map((value) => (Array.isArray(value) ? value.length : 0)))
}

/** Settings with so many items of each list at most; the same object where none is longer. */
export function shortened(settings: Record<string, unknown>, most: number): Shortened {
  const longest = longestOf(settings)
  if (longest <= most) return { settings, leftOut: 0 }
  const cut = (value: unknown) => (Array.isArray(value) ? value.slice(0, most) : value)
  return {
    settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, cut(value)])),
    leftOut: longest - most,
  }
}
