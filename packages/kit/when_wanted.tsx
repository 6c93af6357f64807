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
        const hadFocus = element.contains(document.activeElement)
        take({ module, drawn: () => (hadFocus ? handOn(element) : undefined) })
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

/** What had the focus is gone: what stands there now takes it. */
function handOn(element: HTMLElement): void {
  if (element.contains(document.activeElement)) return
  const taker = element.querySelector<HTMLElement>(FILLED_IN) ?? element.querySelector<HTMLElement>(FOCUSABLE)
  taker?.focus()
}
