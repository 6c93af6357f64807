import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { showKeys, storeIds } from '../../../../engine/logic/references.ts'
import { toast } from '../../../design/toasts.tsx'
import { namesOf } from '../blocks/references.ts'
import { leftOutOfList } from '../blocks/list_limit.ts'
import { useEditor } from '../use_editor.ts'
import {
  indexOf,
  swapped,
  withItem,
  withItems,
  type ChangeItems,
  type Given,
  type Item,
  type ListEntry,
  type PastedItem,
  type StartTexts,
} from './list_items.ts'

/** What a row does to its list. Always the same functions: a row is drawn anew only when its own item changed. */
export interface RowActions {
  put(id: string, property: string, value: unknown): void
  move(id: string, by: -1 | 1): void
  remove(id: string): void
  /** lines become items, behind one or in its place */
  paste(property: string, lines: readonly string[], into?: { id: string; whole: boolean }): void
  /** a text with its references as keys */
  shown(text: string): string
  /** what was typed with its keys as references */
  stored(text: string): string
}

/** The actions on a list as it is when they are called, and what to say of the last move. */
export function useRowActions(list: {
  entry: ListEntry
  items: readonly Item[]
  onChange: ChangeItems
  startTexts: StartTexts
  pastedItem: PastedItem
  /** has the focus when no row is left */
  adder: RefObject<HTMLElement | null>
  /** is told which item the last of the lines became that were pasted into a row */
  onPasted: (id: string) => void
}): { actions: RowActions; moved: string } {
  const { startTexts, pastedItem, adder, onPasted } = list
  const { name, maxLength: most = Infinity, item } = list.entry
  const { title, entries } = item
  const editor = useEditor()
  const [moved, setMoved] = useState('')
  const now = useRef(list)
  useLayoutEffect(() => {
    now.current = list
  })
  const actions = useMemo((): RowActions => {
    const edit: ChangeItems = (work, step) => now.current.onChange(work, step)
    const names = namesOf(editor)
    const add = (items: readonly Given[], into?: { id: string; whole: boolean }) => {
      const withThese = (some: readonly Given[]) =>
        withItems(now.current.items, some, { entries, into, startTexts })
      const all = withThese(items)
      const over = all.items.length - most
      if (over > 0) toast.warning(leftOutOfList(most, over))
      // what stands behind them stays
      const next = over > 0 ? withThese(items.slice(0, Math.max(0, items.length - over))) : all
      edit(() => next.items)
      if (into && next.last !== undefined) onPasted(next.last)
    }
    return {
      put(id, property, value) {
        edit((all) => withItem(all, id, property, value), `${name}.${id}.${property}`)
      },
      move(id, by) {
        const { items: all } = now.current
        const place = indexOf(all, id) + by
        if (place < 0 || place >= all.length) return
        edit((items) => swapped(items, id, by))
        setMoved(`${title} ${place + 1} of ${all.length}`)
      },
      remove(id) {
        const { items: all } = now.current
        const place = indexOf(all, id)
        const near = all[place + 1] ?? all[place - 1]
        edit((items) => items.filter((item) => item.id !== id))
        // the button that was pressed goes with its row
        ;((near && textOf(adder.current, `settings.${name}.${near.id}.`)) ?? adder.current)?.focus()
      },
      paste(property, lines, into) {
        add(
          lines.map((line) => pastedItem(property, line)),
          into,
        )
      },
      shown: (text) => showKeys(text, editor.store.keyOf),
      stored: (text) => storeIds(text, names.idOf, names.addressIn),
    }
  }, [editor, name, title, entries, most, startTexts, pastedItem, adder, onPasted])
  return { actions, moved }
}

/** The first text of an item that is drawn. */
export function textOf(list: HTMLElement | null, path: string): HTMLInputElement | null | undefined {
  return list
    ?.closest('fieldset')
    ?.querySelector<HTMLInputElement>(`input[data-setting^="${CSS.escape(path)}"]`)
}
