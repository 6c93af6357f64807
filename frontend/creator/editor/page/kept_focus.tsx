import { Component } from 'react'
import type { Chunk } from './chunks.ts'
import { editorOf } from '../../text/text_editor.ts'
import { blockElement } from './focus.ts'

/** What of a block has the focus, so that it can be found again in the block drawn anew. */
interface FocusedElement {
  element: HTMLElement
  block: string
  selector: string | undefined
  caret: number | undefined
}

/** A block that changes its chunk is drawn anew: what had the focus in it has it then, and the caret stays. */
export class KeptFocus extends Component<{ chunks: readonly Chunk[] }> {
  override getSnapshotBeforeUpdate(before: { chunks: readonly Chunk[] }): FocusedElement | null {
    return before.chunks === this.props.chunks ? null : focused()
  }

  override componentDidUpdate(_: unknown, __: unknown, before: FocusedElement | null): void {
    if (!before || before.element.isConnected) return
    const block = blockElement(before.block)
    const part = before.selector === undefined ? block : block?.querySelector<HTMLElement>(before.selector)
    if (before.caret === undefined) part?.focus({ preventScroll: true })
    else editorOf(part ?? null)?.place(before.caret)
  }

  override render() {
    return null
  }
}

function focused(): FocusedElement | null {
  const element = document.activeElement
  const block = element?.closest<HTMLElement>('[data-block]')?.dataset.block
  if (!(element instanceof HTMLElement) || block === undefined) return null
  const text = element.dataset.text
  if (text !== undefined)
    return {
      element,
      block,
      selector: `[data-text="${CSS.escape(text)}"]`,
      caret: editorOf(element)?.caret(),
    }
  const handle = element.matches('[aria-haspopup=menu]')
  return { element, block, selector: handle ? '[aria-haspopup=menu]' : undefined, caret: undefined }
}
