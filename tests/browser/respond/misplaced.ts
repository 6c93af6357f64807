import type { Page } from 'playwright'

/** A telephone, and a window of 1,280 by 1,024 pixels at 400 %. */
const SMALL = [
  { width: 390, height: 844 },
  { width: 320, height: 256 },
]

/** What is wider than the window. */
function wide(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    return scrollWidth <= clientWidth ? [] : [...document.querySelectorAll('.block')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > clientWidth)
      .map((one) => one.id || one.className).concat('wider than ' + clientWidth)
  })()`)
}

/**
 * Texts and controls of which something lies where nobody can see it or scroll to it: beyond the window, or outside of what
 * cuts them off; and what is said in a list or in an empty input, where it is longer than that is wide.
 */
function cut(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const { clientWidth } = document.documentElement
    const visible = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const inside = (element, rects) => {
      for (let one = element; one; one = one.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(one)
        const frame = one.getBoundingClientRect()
        // read aloud only
        if (frame.width <= 1 || frame.height <= 1) return true
        const [x, y] = [overflowX, overflowY].map((way) => way === 'hidden' || way === 'clip')
        if (one !== element || !one.matches('input, select, textarea, canvas, video, img')) {
          const out = rects.some(({ left, right, top, bottom }) =>
            (x && (left < frame.left - 1 || right > frame.right + 1)) || (y && (top < frame.top - 1 || bottom > frame.bottom + 1)))
          if (out) return false
        }
        // what can be scrolled, or goes with the window, is asked no further
        if (overflowX === 'auto' || overflowX === 'scroll' || position === 'fixed') return true
      }
      return rects.every(({ left, right }) => left >= -1 && right <= clientWidth + 1)
    }
    const found = []
    const tell = (element, what) =>
      found.push((element.closest('.block')?.id || element.className || element.tagName) + ': ' + what.trim().slice(0, 40))
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!node.data.trim() || element.closest('option, script, style, svg') || !visible(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      if (!inside(element, [...range.getClientRects()])) tell(element, node.data)
    }
    const pen = document.createElement('canvas').getContext('2d')
    for (const control of document.querySelectorAll('main :is(input, select, textarea, button)')) {
      if (!visible(control)) continue
      if (!inside(control, [control.getBoundingClientRect()])) tell(control, control.name || control.type)
      const said = control.matches('select:not([multiple])') ? control.selectedOptions[0]?.text : control.value === '' && control.placeholder
      if (!said || control.tagName === 'TEXTAREA') continue
      const style = getComputedStyle(control)
      pen.font = style.font
      const room = control.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
      if (pen.measureText(said).width > room + 1) tell(control, said)
    }
    return found
  })()`)
}

/** What is too wide or cut off where there is little room. */
export async function misplaced(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const size of SMALL) {
    await page.setViewportSize(size)
    const here = [...(await wide(page)), ...(await cut(page))]
    found.push(...here.map((what) => `${size.width}: ${what}`))
  }
  await page.setViewportSize({ width: 390, height: 844 })
  return found
}

/** What has the focus and is not seen but for a third at most, at 400 %: beyond the window, or below what lies over the page. */
export async function hiddenFocus(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 256 })
  const found = await page.evaluate<string[]>(`(async () => {
    const found = []
    for (const one of document.querySelectorAll('main :is(a, button, input, select, textarea, summary, [tabindex="0"])')) {
      if (one.disabled || one.tabIndex < 0 || !one.checkVisibility()) continue
      one.focus()
      await new Promise((resolve) => requestAnimationFrame(resolve))
      // a button of a choice, or the handle of a slider, is what is drawn of it
      const seen = one.matches('[type=radio]') && one.labels?.[0] || one.closest('.fw-handles') || one
      const { left, top, width, height } = seen.getBoundingClientRect()
      let shown = 0
      for (let x = 0.5; x < 8; x++) for (let y = 0.5; y < 8; y++)
        if (seen.contains(document.elementFromPoint(left + (width * x) / 8, top + (height * y) / 8))) shown += 1 / 64
      if (shown < 1 / 3) found.push((one.closest('.block')?.id ?? '') + ' ' + one.localName + ': ' + Math.round(shown * 100) + ' %')
    }
    return found
  })()`)
  await page.setViewportSize({ width: 390, height: 844 })
  return found
}
