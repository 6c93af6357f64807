const TOUCHES = ['focusin', 'pointerdown'] as const
const FILLED_IN = 'input:not([type=hidden]), textarea, select, [role=textbox]'
const FOCUSABLE = 'button, [tabindex]'

/** What came, and whom to tell once it is drawn. */
export interface Loaded<M> {
  module: M
  drawn(): void
}

/**
 * Loads something once an element is first seen, touched or focused, or has the focus already. Where it cannot be loaded, a
 * touch or the focus tries again.
 */
export function whenWanted<M>(
  element: HTMLElement,
  load: () => Promise<M>,
  take: (loaded: Loaded<M>) => void,
): void {
  let loading = false
  const want = () => {
    if (loading) return
    loading = true
    load().then(
      (module) => {
        observer.disconnect()
        for (const touch of TOUCHES) element.removeEventListener(touch, want)
        const held = document.activeElement
        const hadFocus = element.contains(held)
        const selected = selectionIn(held)
        take({ module, drawn: () => (hadFocus ? handOn(element, selected) : undefined) })
      },
      () => (loading = false),
    )
  }
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) want()
  })
  observer.observe(element)
  for (const touch of TOUCHES) element.addEventListener(touch, want)
  if (element.contains(document.activeElement)) want()
}

/** What is selected in an input of text: whoever types next types over it. */
function selectionIn(held: Element | null): readonly [number, number] | undefined {
  if (!(held instanceof HTMLInputElement)) return undefined
  const { selectionStart: from, selectionEnd: to } = held
  return from === null || to === null ? undefined : [from, to]
}

/** What had the focus is gone: what stands there now takes it, with what was selected. */
function handOn(element: HTMLElement, selected: readonly [number, number] | undefined): void {
  if (element.contains(document.activeElement)) return
  const taker = element.querySelector<HTMLElement>(FILLED_IN) ?? element.querySelector<HTMLElement>(FOCUSABLE)
  taker?.focus()
  if (selected && taker instanceof HTMLInputElement && selectionIn(taker))
    taker.setSelectionRange(...selected)
}
