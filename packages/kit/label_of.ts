import { useEffect, useState } from 'react'

/**
 * What the label of a control says, for what a live part has in the place of a native input: a browser names only inputs by
 * their labels, and leads only to them. A press on the label calls `focus`.
 */
export function useLabelOf(id: string, focus: () => void): string {
  const [said, setSaid] = useState('')
  useEffect(() => {
    // whenever it is drawn: answers may stand in the label
    const words = labelOf(id)?.cloneNode(true)
    if (!(words instanceof Element)) return
    words.querySelectorAll('[aria-hidden]').forEach((sign) => sign.remove())
    setSaid((words.textContent ?? '').trim())
  })
  useEffect(() => {
    const label = labelOf(id)
    label?.addEventListener('click', focus)
    return () => label?.removeEventListener('click', focus)
  })
  return said
}

function labelOf(id: string): Element | null {
  return document.querySelector(`label[for="${CSS.escape(id)}"]`)
}
