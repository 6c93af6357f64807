import { listText } from '../blocks/text_path.ts'
import type { WantedFocus } from '../model.ts'
import { editorOf } from '../../text/text_editor.ts'

const TRIES = 60

/** The element of a block on the page. */
export function blockElement(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-block="${CSS.escape(id)}"]`)
}

/** Takes the focus to a block as a whole. */
export function focusBlock(id: string): void {
  const element = blockElement(id)
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest' })
}

/** Puts the caret into a text of the page. */
export function focusTextOf(text: HTMLElement, caret: WantedFocus['caret']): void {
  editorOf(text)?.place(caret)
  text.scrollIntoView({ block: 'nearest' })
}

/** Takes the focus to the question which of two changes of a block, or of a group of settings, stays. */
export function focusClash(id: string): void {
  const element = document.querySelector<HTMLElement>(`[data-clash="${CSS.escape(id)}"]`)
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest' })
}

/** Takes the focus to the title of the form, where the page begins. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('[data-page] h1 [data-text]')?.focus()
}

/** Selects the title of the form, so that typing replaces it. */
export function selectTitle(): void {
  const title = document.querySelector<HTMLElement>('[data-page] h1 [data-text]')
  if (title) focusTextOf(title, 'all')
}

/**
 * Puts the caret into a text as soon as it is there: a block that was just added may still be loading its control.
 * Calls back when it did, or gave up.
 */
export function focusText(wanted: WantedFocus, done: () => void): () => void {
  let tries = 0
  let frame = 0
  const attempt = () => {
    const block =
      wanted.block === undefined
        ? document.querySelector<HTMLElement>('[data-page]')
        : blockElement(wanted.block)
    const selector = wanted.path === undefined ? '[data-text]' : `[data-text="${CSS.escape(wanted.path)}"]`
    const texts = block?.querySelectorAll<HTMLElement>(selector) ?? []
    // the last one: what is listed below a control stays, whatever that control becomes
    const all = [...texts].filter((one) => one.checkVisibility())
    const there = wanted.path === undefined ? all[0] : all.at(-1)
    const text = there ?? (tries > 0 ? lastOfList(block, wanted.path) : undefined)
    if (text) {
      editorOf(text)?.place(wanted.caret)
      // the block as far as there is room for it, and in a higher one its text
      if (wanted.block !== undefined) block?.scrollIntoView({ block: 'nearest' })
      text.scrollIntoView({ block: 'nearest' })
      done()
    } else if ((tries += 1) < TRIES && !isDrawn(block)) frame = requestAnimationFrame(attempt)
    else {
      block?.focus()
      done()
    }
  }
  attempt()
  return () => cancelAnimationFrame(frame)
}

/** Of a list of thousands the first items are drawn: the last of them stands for one behind them. */
function lastOfList(block: HTMLElement | null, path: string | undefined): HTMLElement | undefined {
  const list = listText(path ?? '')?.list
  const texts = block?.querySelectorAll<HTMLElement>(`[data-text^="${CSS.escape(`${list}.`)}"]`) ?? []
  return list === undefined ? undefined : [...texts].filter((one) => one.checkVisibility()).at(-1)
}

/** Whether a block is there with all that it shows: no text comes any more. */
function isDrawn(block: HTMLElement | null): boolean {
  return block?.dataset.block !== undefined && block.querySelector('[data-awaited], [data-text]') === null
}
