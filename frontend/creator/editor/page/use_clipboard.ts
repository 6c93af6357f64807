import { useEffect } from 'react'
import { toast } from '../../../design/toasts.tsx'
import { placeFor } from '../blocks/add_blocks.ts'
import { inOrder, topmost } from '../blocks/block_order.ts'
import { copyBlocks, holdsBlocks, holdsLines, leftOut, pasteBlocks, type Paste } from '../blocks/clipboard.ts'
import { isSection } from '../blocks/sections.ts'
import { insertionPointAtEnd, type InsertionPoint } from '../blocks/insertion_point.ts'
import { insertionPointBehindRow } from '../blocks/rows.ts'
import type { EditorModel } from '../model.ts'
import { countGone } from '../media/gone_media.ts'
import { removeWithToast } from '../remove_with_toast.tsx'
import { focusBlock } from './focus.ts'

/** Copy, cut and paste of whole blocks, while no text has the focus; not for those who may only look. */
export function useClipboard(editor: EditorModel, readOnly: boolean): void {
  useEffect(() => {
    if (readOnly) return
    const copy = (event: ClipboardEvent) => {
      const ids = inOrder(editor, editor.selection.ids())
      if (!isBlock(document.activeElement) || ids.length === 0 || !event.clipboardData) return
      event.preventDefault()
      copyBlocks(editor, ids, event.clipboardData)
      if (event.type === 'cut') removeWithToast(editor, ids)
    }
    const paste = (event: ClipboardEvent) => {
      const data = event.clipboardData
      const into = data ? placeToPaste(editor, document.activeElement, data) : undefined
      if (!data || into === undefined) return
      event.preventDefault()
      pasteAt(editor, data, into)
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste)
    }
  }, [editor, readOnly])
}

function pasteAt(editor: EditorModel, data: DataTransfer, into: InsertionPoint): number {
  editor.adding.set(undefined)
  const pasted = pasteBlocks(editor, data, into)
  sayPasted(editor, pasted, into.parent)
  const current = editor.selection.current()
  if (pasted.count > 0 && current !== undefined) requestAnimationFrame(() => focusBlock(current))
  return pasted.count
}

/** Copies blocks by a menu. Whether they are in the clipboard. */
export async function copyByMenu(editor: EditorModel, ids: readonly string[]): Promise<boolean> {
  const data = new DataTransfer()
  copyBlocks(editor, ids, data)
  let done = false
  const copy = (event: ClipboardEvent) => {
    if (!event.clipboardData) return
    event.preventDefault()
    event.stopImmediatePropagation()
    copyBlocks(editor, ids, event.clipboardData)
    done = true
  }
  // as by the keys, and where a browser wants something selected for that, by its own way to write
  window.addEventListener('copy', copy, { capture: true, once: true })
  document.execCommand('copy')
  window.removeEventListener('copy', copy, { capture: true })
  try {
    if (!done) await navigator.clipboard.write([itemOf(data)])
  } catch {
    toast.error('Nothing was copied: the browser does not let this page copy. Allow it in its settings.')
    return false
  }
  editor.announce(ids.length === 1 ? 'Copied.' : `${ids.length} blocks copied.`)
  return true
}

/** Copies blocks and removes them, as `copyByMenu`: what could not be copied stays. */
export async function cutByMenu(editor: EditorModel, ids: readonly string[]): Promise<void> {
  if (await copyByMenu(editor, ids)) removeWithToast(editor, ids)
}

/** Adds what lies in the clipboard behind a block, by a menu. */
export async function pasteByMenu(editor: EditorModel, id: string): Promise<void> {
  let data: DataTransfer
  try {
    data = await readClipboard()
  } catch {
    toast.error(
      'The clipboard could not be read. Allow this page to read it in the browser, or paste into the line that adds blocks.',
    )
    return
  }
  if (editor.store.row(id) && pasteAt(editor, data, placeBehind(editor, id)) === 0)
    toast.warning('There is no text and no block in the clipboard.')
}

/** What blocks are read from, and written to. */
const TYPES = ['text/plain', 'text/html']

/** The clipboard as a paste brings it. Fails where it may not be read, or the page did not come over a safe line. */
async function readClipboard(): Promise<DataTransfer> {
  const data = new DataTransfer()
  for (const item of await navigator.clipboard.read()) {
    for (const type of TYPES.filter((one) => item.types.includes(one)))
      data.setData(type, await (await item.getType(type)).text())
  }
  return data
}

function itemOf(data: DataTransfer): ClipboardItem {
  return new ClipboardItem(
    Object.fromEntries(TYPES.map((type) => [type, new Blob([data.getData(type)], { type })])),
  )
}

/** Says what became of a paste otherwise than one may expect. */
export function sayPasted(editor: EditorModel, pasted: Paste, wanted: string | null): void {
  const { count, missing, media, left } = pasted
  const [first] = topmost(editor, editor.selection.ids())
  if (count > 0 && first !== undefined && editor.store.parentOf(first) !== wanted)
    editor.announce('Some of these cannot be in a section. They were added below.')
  if (missing > 0) toast.warning(wordsOf(missing))
  if (media.length > 0) void sayGone(media)
  if (left > 0) toast.warning(leftOut(pasted))
}

/** A block, or its handle; no text and no control. Asked of what has the focus: these events go where a caret was last. */
export function isBlock(target: Element | null): boolean {
  if (!(target instanceof HTMLElement) || target.isContentEditable) return false
  return target.dataset.block !== undefined || target.closest('[data-block] [aria-haspopup="menu"]') !== null
}

/** Where a paste goes; undefined when it is none of ours. */
function placeToPaste(
  editor: EditorModel,
  target: Element | null,
  data: DataTransfer,
): InsertionPoint | undefined {
  if (isBlock(target)) {
    const last = topmost(editor, editor.selection.ids()).at(-1)
    return last === undefined ? placeFor(editor, '') : placeBehind(editor, last)
  }
  if (target?.matches('body, #main, [data-page]')) return placeFor(editor, '')
  // the line for adding takes blocks and lines, too; one line is what one looks for there
  const line = target instanceof HTMLInputElement && target.closest('[data-page]') !== null
  if (!line || !(holdsBlocks(data) || holdsLines(data))) return undefined
  const adding = editor.adding.get()
  return adding ?? insertionPointAtEnd(editor)
}

/** Behind a block and those in its row; in a section that is empty. */
function placeBehind(editor: EditorModel, id: string): InsertionPoint {
  const empty = isSection(editor, id) && editor.store.childrenOf(id).length === 0
  return empty ? { parent: id, after: null } : insertionPointBehindRow(editor, id)
}

/** Files that nothing showed for a day are removed: what is pasted later names them in vain. */
async function sayGone(media: readonly string[]): Promise<void> {
  const gone = await countGone(media)
  if (gone === 1) toast.warning('A file that the pasted blocks show is no longer stored. Choose it again.')
  if (gone > 1)
    toast.warning(`${gone} files that the pasted blocks show are no longer stored. Choose them again.`)
}

function wordsOf(missing: number): string {
  const what = missing === 1 ? 'a block that is' : `${missing} blocks that are`
  return `The pasted blocks refer to ${what} not in this form. Choose other answers where marked.`
}
