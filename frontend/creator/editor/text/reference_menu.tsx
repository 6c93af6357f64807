import type { RefObject } from 'react'
import { referencesFor } from '../blocks/references.ts'
import { useEditor } from '../use_editor.ts'
import { CaretMenu, useCaretMenu, type Asked, type CaretMenuState } from './caret_menu.tsx'

const LONGEST_QUERY = 30
const MOST_SHOWN = 8

/** The menu that `@` opens in a text: fields whose answer can stand there. */
export function useReferenceMenu(element: RefObject<HTMLElement | null>, self: string): CaretMenuState {
  const editor = useEditor()
  return useCaretMenu(element, {
    asked,
    find(wanted) {
      const lower = wanted.toLowerCase()
      return referencesFor(editor, self)
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

/** An `@` at the beginning of a word asks, and goes on asking while the word is typed. */
function asked(before: string): Asked | undefined {
  const at = before.lastIndexOf('@')
  const wanted = before.slice(at + 1)
  const begins = at >= 0 && (at === 0 || /[\s}]/.test(before.charAt(at - 1)))
  if (!begins || wanted.length > LONGEST_QUERY || /\s/.test(wanted)) return undefined
  return { typed: `@${wanted}`, wanted }
}
