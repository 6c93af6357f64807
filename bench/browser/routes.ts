import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright'
import { newDesk, type GivenBlock } from '#tests/browser/editor/editor_page'
import { publish } from '#tests/functional/forms/factories'
import { submit } from '#tests/functional/respond/answering'
import { countWork } from './work.ts'

const ROUNDS = 6
/** after that long nothing of a page is still coming */
const REST_MS = 300

/** The pages of a form by the link that leads there, with what shows that the page is there. */
const PAGES: readonly (readonly [link: string, shows: string])[] = [
  ['Submissions', '[role=table] [role=cell]'],
  ['Share', '#qr'],
  ['Integrations', 'main h1'],
  ['Edit', '[data-block]'],
]

/** Notes the milliseconds from the click on a link to the first paint with what the selector finds. */
const record = (shows: string) => `
  window.route = undefined
  addEventListener('click', (event) => {
    const look = () => {
      if (!document.querySelector(${JSON.stringify(shows)})) return requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => { window.route = performance.now() - event.timeStamp }
      port2.postMessage(0)
    }
    requestAnimationFrame(look)
  }, { capture: true, once: true })`

/** Going to one page of a form, again and again. */
export interface Route {
  name: string
  /** milliseconds from the click to the paint */
  times: number[]
  /** milliseconds that the page's own thread worked, until it had nothing left to do */
  work: number[]
}

/** Goes round the pages of a form with some submissions; the first round only fills the cache. */
export async function changeRoutes(browser: Browser, blocks: GivenBlock[]): Promise<Route[]> {
  const { page, creator, formId, slug } = await newDesk(browser, { title: 'Ten', blocks })
  await publish(creator, formId)
  for (let index = 0; index < 30; index += 1) {
    const sent = await submit({ slug, visitor: creator.visitor }, { key_0: `Answer ${index}` })
    if (sent.status !== 201) throw new Error(`submit: ${sent.status} ${sent.text}`)
  }
  const work = await countWork(page)
  const routes = PAGES.map(([name, shows]) => ({ name, shows, times: [] as number[], work: [] as number[] }))
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const route of routes) {
      await page.evaluate(record(route.shows))
      const before = await work.sum()
      await page.getByRole('navigation').getByRole('link', { name: route.name, exact: true }).click()
      await page.locator(route.shows).first().waitFor()
      await sleep(REST_MS)
      if (round === 0) continue
      route.work.push((await work.sum()) - before)
      route.times.push(await page.evaluate<number>('window.route'))
    }
  }
  await work.end()
  await page.close()
  return routes
}
