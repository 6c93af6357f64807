/** Puts the focus at the beginning of the page, after what had it is gone. */
export function focusPage(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}
