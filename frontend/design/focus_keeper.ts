import { useEffect } from 'react'
import { focusPage } from './focus_page.ts'
import { focusLastPlace, rememberPlace } from './return_focus.ts'
import { takesFocus } from './takes_focus.ts'

/** What lies over the page. */
const LAYERS = '[role=dialog], [role=menu], [role=listbox], .mantine-Notification-root'
const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]'

/** Where something stood that was taken from the page. */
interface Gap {
  parent: Node
  previous: Node | null
}

/** Keeps the focus on the page, for as long as the app is shown. */
export function useFocusKeeper(): void {
  useEffect(() => {
    const keeper = new FocusKeeper()
    return () => keeper.stop()
  }, [])
}

/**
 * Browsers drop the focus when what has it is removed, moved or disabled: the keys that follow would go nowhere, and
 * Tab would begin at the top. Where nobody gave it a place within two frames, it goes back to what was only moved; to
 * the next control where something was removed; to what had it before where a dialog, a menu or a message closed; to
 * the beginning of the page where another page came.
 */
class FocusKeeper {
  #holder: HTMLElement | undefined
  #layer: Element | null = null
  #gap: Gap | undefined
  #newPage = false
  #lost = false
  #frame = 0
  #observer = new MutationObserver((records) => this.#changed(records))

  constructor() {
    document.addEventListener('focusin', this.#came)
    document.addEventListener('focusout', this.#left)
    this.#observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  }

  stop(): void {
    document.removeEventListener('focusin', this.#came)
    document.removeEventListener('focusout', this.#left)
    this.#observer.disconnect()
    cancelAnimationFrame(this.#frame)
  }

  #came = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return
    this.#holder = target
    this.#layer = target.closest(LAYERS)
    this.#gap = undefined
    this.#newPage = false
    this.#lost = false
    rememberPlace(target)
  }

  /** Who presses beside everything takes the focus away on purpose. What was removed meanwhile is known by then. */
  #left = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null) return
    setTimeout(() => {
      if (target === this.#holder && !this.#lost && !isSomewhere()) this.#holder = undefined
    })
  }

  #changed(records: readonly MutationRecord[]): void {
    const holder = this.#holder
    if (!holder) return
    for (const record of records) for (const node of record.removedNodes) this.#removed(node, record)
    if (!this.#gap && !holder.matches(':disabled') && !this.#lost) return
    this.#lost = true
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => (this.#frame = requestAnimationFrame(() => this.#settle())))
  }

  #removed(node: Node, { target, previousSibling }: MutationRecord): void {
    const held = this.#gap?.parent ?? this.#holder
    if (held === undefined || !node.contains(held)) return
    this.#gap = { parent: target, previous: previousSibling }
    if (node instanceof Element && (node.matches('main') || node.querySelector('main'))) this.#newPage = true
  }

  #settle(): void {
    const holder = this.#holder
    if (!holder || isSomewhere()) return
    // a button that is at work comes back, and a page may still be on its way
    if ('loading' in holder.dataset || !document.getElementById('main')) return
    if (takesFocus(holder)) holder.focus({ preventScroll: true })
    else if (this.#layer && !this.#layer.checkVisibility()) focusLastPlace()
    else if (!this.#newPage) this.#near(holder)?.focus({ preventScroll: true })
    if (!isSomewhere()) focusPage()
  }

  /** What Tab would reach next in the same dialog or page; where nothing is, the one before. */
  #near(holder: HTMLElement): HTMLElement | undefined {
    const place = holder.isConnected ? undefined : this.#gap
    const { parent, previous } = place ?? { parent: holder, previous: holder }
    // rows of a list that take the focus themselves
    const row = [previous ? previous.nextSibling : parent.firstChild, previous].find(isRow)
    if (row) return row
    const around = parent instanceof Element ? parent : parent.parentElement
    const scope = this.#layer ?? around?.closest('main') ?? document.body
    const behind = (element: HTMLElement) =>
      previous?.isConnected
        ? isBehind(previous, element) && !previous.contains(element)
        : isBehind(parent, element)
    const controls = [...scope.querySelectorAll<HTMLElement>(CONTROLS)]
    const reached = (element: HTMLElement) => element.tabIndex >= 0 && takesFocus(element)
    return (
      controls.find((element) => behind(element) && reached(element)) ??
      controls.findLast((element) => !behind(element) && reached(element))
    )
  }
}

function isRow(node: Node | null): node is HTMLElement {
  return node instanceof HTMLElement && node.hasAttribute('tabindex') && takesFocus(node)
}

/** Whether an element begins behind the beginning of a node. */
function isBehind(node: Node, element: HTMLElement): boolean {
  return (node.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/** Whether anything has the focus that can use it. */
function isSomewhere(): boolean {
  const { activeElement } = document
  return activeElement !== null && activeElement !== document.body && !activeElement.matches(':disabled')
}
