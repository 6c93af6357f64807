import type { Locator, Page } from 'playwright'
import { axeFindingsInBoth } from '#tests/browser/axe'

const CONTROLS = 'a[href], button, input, select, textarea, [role=menuitem], [role=option], [tabindex="0"]'

/** Makes a function of the page: what is seen, can be used, and is in front of a dialog if there is one. */
const USABLE = `(() => {
  const dialogs = [...document.querySelectorAll('[role=dialog]')].filter((one) => one.checkVisibility())
  const within = dialogs.at(-1) ?? document
  return [...within.querySelectorAll(${JSON.stringify(CONTROLS)})].filter((one) => {
    const box = one.getBoundingClientRect()
    return one.checkVisibility({ visibilityProperty: true }) && !one.disabled && box.right > 0 && box.bottom > 0
      && !one.closest('[aria-hidden=true], [inert]')
  })
})()`

const NAME_OF = `const nameOf = (one) => [one.localName, one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent
  ?? one.textContent].join(' ').trim().slice(0, 60)`

/**
 * What is wrong with a page as it is now: what axe finds in light and dark, sideways scrolling, targets under 24 px.
 * Empty is right.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const found = await axeFindingsInBoth(page)
  const measured = await page.evaluate<string[]>(`(() => {
    ${NAME_OF}
    const faults = []
    const wide = document.documentElement.scrollWidth - innerWidth
    if (wide > 0) faults.push('scrolls sideways by ' + wide + ' px')
    for (const one of ${USABLE}) {
      // A control and its label are one target. What only exists for assistive technology has none of its own.
      const boxes = [one, ...(one.labels ?? [])].map((part) => part.getBoundingClientRect())
      const width = Math.max(...boxes.map((box) => box.width))
      const height = Math.max(...boxes.map((box) => box.height))
      if (Math.round(width) < 24 || Math.round(height) < 24)
        faults.push('small target: ' + nameOf(one) + ' ' + width + ' x ' + height)
    }
    return faults
  })()`)
  return [...found, ...measured]
}

/**
 * Goes through a page (or the dialog in front of it) by Tab alone. What is wrong: a control that is not reached, the
 * focus on something that does not show it, a place that is not left again.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  // Of radio buttons of one name only one has a place in the order; what moves by arrows has none.
  const names = await page.evaluate<string[]>(`(() => {
    ${NAME_OF}
    const asked = ${USABLE}.filter((one) => !one.matches('[role=menuitem], [role=option], [type=hidden]')
      && !one.matches('[role=toolbar] [tabindex="-1"]') && !(one.type === 'radio' && !one.checked))
    asked.forEach((one, index) => { one.dataset.asked = String(index) })
    return asked.map(nameOf)
  })()`)
  const missing = new Set(names.keys())
  const faults: string[] = []
  for (let presses = 0; missing.size > 0 && presses < names.length * 2 + 10; presses += 1) {
    await page.keyboard.press('Tab')
    const { asked, name, shown } = await page.evaluate<{
      asked: number
      name: string
      shown: boolean
    }>(`(() => {
      ${NAME_OF}
      const one = document.activeElement
      const ring = (part) => {
        const style = part && getComputedStyle(part)
        return style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
      }
      const shown = one === document.body || ring(one) || ring(one.nextElementSibling)
        || ring(one.parentElement) || ring(one.closest('.mantine-Input-wrapper'))
      return { asked: Number(one.dataset.asked ?? -1), name: nameOf(one), shown: Boolean(shown) }
    })()`)
    if (!shown && missing.has(asked)) faults.push(`the focus is not seen on: ${name}`)
    missing.delete(asked)
  }
  for (const index of missing) faults.push(`not reached by Tab: ${names[index]}`)
  return faults
}

/** Waits for the focus to come to an element, or to something inside it. */
export async function hasFocus(page: Page, element: Locator): Promise<void> {
  await element.and(page.locator(':focus, :has(:focus)')).waitFor()
}

/** Opens a menu, a list or a dialog by the keyboard, looks, and closes it by Escape: the focus is back. */
export async function opensAndReturns(
  page: Page,
  opener: Locator,
  opened: Locator,
  whileOpen: () => Promise<void>,
): Promise<void> {
  await opener.focus()
  await page.keyboard.press('Enter')
  await opened.waitFor()
  // a list is chosen from while the focus stays in its box
  const holder = (await opener.getAttribute('role')) === 'combobox' ? opener : opened
  await hasFocus(page, holder)
  await whileOpen()
  await page.keyboard.press('Escape')
  await opened.waitFor({ state: 'detached' })
  await hasFocus(page, opener)
}

/** Closes the dialog in front by Escape; the focus is back on what led to it. */
export async function leavesTo(page: Page, opener: Locator): Promise<void> {
  const dialog = await page.getByRole('dialog').last().elementHandle()
  await page.keyboard.press('Escape')
  await dialog?.waitForElementState('hidden')
  await hasFocus(page, opener)
}
