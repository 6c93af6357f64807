import type { Page } from 'playwright'
import { countWork } from './work.ts'

/** frames of one turn of scrolling, and keys of one of searching */
const STEPS = 30

/** Leaps down the open list of a dropdown, again and again, a leap in each frame; answers the frames per second. */
const SCROLL = `(async () => {
  const list = document.querySelector('[role=listbox]')
  const frame = () => new Promise(requestAnimationFrame)
  const began = await frame()
  let now = began
  for (let step = 1; step <= ${STEPS}; step += 1) {
    list.scrollTop = (step * 3000) % (list.scrollHeight - list.clientHeight)
    now = await frame()
  }
  return (${STEPS} * 1000) / (now - began)
})()`

/** A letter in each frame, which no option has: a key costs the search, and next to no drawing. */
const SEARCH = `(async () => {
  for (let step = 0; step < ${STEPS}; step += 1) {
    document.execCommand('insertText', false, 'z')
    await new Promise(requestAnimationFrame)
  }
})()`

/** Milliseconds that the page's thread worked, at best of some turns: what else the machine does only ever adds. */
export interface ListWork {
  frame: number
  key: number
  /** frames per second while it is scrolled, at best */
  fps: number
}

/** Scrolls and searches the lists of dropdowns, which take turns, so that a busy machine is busy for each. */
export async function listWork(pages: readonly Page[], turns: number): Promise<ListWork[]> {
  const best = pages.map((): ListWork => ({ frame: Infinity, key: Infinity, fps: 0 }))
  const works = await Promise.all(pages.map(countWork))
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [index, page] of pages.entries()) {
      await page.bringToFront()
      const box = page.getByRole('combobox')
      await box.click()
      await page.getByRole('option').first().waitFor()
      const began = await works[index].sum()
      const fps = await page.evaluate<number>(SCROLL)
      const scrolled = await works[index].sum()
      await page.evaluate(SEARCH)
      await page.getByRole('listbox').getByText('Nothing found').waitFor()
      const typed = await works[index].sum()
      await page.keyboard.press('Escape')
      best[index] = {
        frame: Math.min(best[index].frame, (scrolled - began) / STEPS),
        key: Math.min(best[index].key, (typed - scrolled) / STEPS),
        fps: Math.max(best[index].fps, fps),
      }
    }
  }
  await Promise.all(works.map((work) => work.end()))
  return best
}
