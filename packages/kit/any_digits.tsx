/** What people type as a digit, a decimal mark or a sign, as number inputs take it. */
function asTaken(typed: string): string {
  return typed
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => `${digit.charCodeAt(0) & 15}`)
    .replace('\u066b', '.')
    .replace('\u2212', '-')
}

/** Lets number inputs in `box` take Arabic and Persian digits: browsers drop them, unless their own language has them. */
export function takeAnyDigits(box: HTMLElement): () => void {
  const typing = (event: InputEvent) => {
    const given = event.data ?? ''
    const taken = asTaken(given)
    if (taken === given || event.isComposing) return
    event.preventDefault()
    // nothing else writes at the caret of a number input
    document.execCommand('insertText', false, taken)
  }
  box.addEventListener('beforeinput', typing)
  return () => box.removeEventListener('beforeinput', typing)
}
