import type { RefObject } from 'react'
import { CaretMenu, useCaretMenu, type MenuRequest, type CaretMenuState } from './caret_menu.tsx'
import { useReferences } from './references.ts'

const MOST_SHOWN = 8

/** The menu that `@` or `{` opens in a text: fields whose answer can stand there. */
export function useReferenceMenu(
  element: RefObject<HTMLElement | null>,
  self: string,
  path?: string,
): CaretMenuState {
  const references = useReferences()
  return useCaretMenu(element, {
    asked,
    find(wanted) {
      const lower = wanted.trim().toLowerCase()
      return references
        .choices(self, path)
        .filter(({ key, label }) => key.includes(lower) || label.toLowerCase().includes(lower))
        .slice(0, MOST_SHOWN)
        .map(({ id, key, label }) => ({ id, label, code: `{${key}}`, inserts: `{${key}}` }))
    },
  })
}

/** The list of fields, beside the caret. */
export function ReferenceMenu(props: { menu: CaretMenuState }) {
  return <CaretMenu menu={props.menu} label="Answers" />
}

/** An `@` at the beginning of a word asks, and a brace that is not doubled; they go on asking while a name is typed. */
function asked(before: string): MenuRequest | undefined {
  const sign = /(?:(?<![^\s}])@(\S{0,30})|(?<!\{)(?:\{\{)*(\{)([^{}@\n]{0,30}))$/u.exec(before)
  if (!sign) return undefined
  const [, name, brace, words = ''] = sign
  return brace === undefined
    ? { typed: `@${name}`, wanted: name ?? '' }
    : { typed: `{${words}`, wanted: words }
}
