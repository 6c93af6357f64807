// The creator app in Chromium. The editor with 500 blocks: from a key to the next paint, and frames while a block is
// dragged. Its routes with a warm cache: from the click on a link to the paint that shows what the page is for.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { newDesk, saved, type GivenBlock } from '#tests/browser/editor/desk'
import { publish } from '#tests/functional/forms/making'
import { submit } from '#tests/functional/respond/answering'
import { inChromium } from './browser/in_chromium.ts'

const BLOCKS = 500
const KEYS = 150
const PAINT_MS = 50
const FRAMES = 50
const ROUTE_MS = 100
const ROUNDS = 6

const KINDS: readonly Omit<GivenBlock, 'id'>[] = [
  { kind: 'text' },
  { kind: 'select', settings: { multiple: true } },
  { kind: 'number' },
  { kind: 'select', settings: { appearance: 'dropdown' } },
  { kind: 'file' },
]

/** Fields of all sorts, every fifth with a rule on the one before. */
function manyBlocks(): GivenBlock[] {
  return Array.from({ length: BLOCKS }, (_, index) => {
    const block = { ...KINDS[index % KINDS.length], kind: KINDS[index % KINDS.length].kind }
    const id = `block${String(index).padStart(6, '0')}`
    const before = `block${String(index - 1).padStart(6, '0')}`
    const rules = index % 5 === 4 && [
      { when: { left: { field: before }, op: 'is-not-empty' }, do: 'require' },
    ]
    return { ...block, id, key: `key_${index}`, label: `Question ${index}`, ...(rules && { rules }) }
  })
}

const RECORD_KEYS = `
  window.paints = []
  addEventListener('keydown', (event) => {
    const began = event.timeStamp
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => window.paints.push(performance.now() - began)
      port2.postMessage(0)
    })
  }, true)`
const RECORD_FRAMES = `
  window.frames60 = []
  const tick = (now) => { window.frames60.push(now); requestAnimationFrame(tick) }
  requestAnimationFrame(tick)`

/** The pages of a form by the link that leads there, with what shows that the page is there. */
const PAGES: readonly (readonly [link: string, shows: string])[] = [
  ['Submissions', '[role=table] [role=cell]'],
  ['Share', '#qr'],
  ['Integrations', 'main h1'],
  ['Edit', '[data-block]'],
]
/** Notes the milliseconds from the click on a link to the first paint with what the selector finds. */
const recordRoute = (shows: string) => `
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

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

/** Milliseconds from each key to the next paint, while a label in the middle is typed. */
async function typing(page: Page): Promise<number[]> {
  await page.evaluate(RECORD_KEYS)
  const label = page.locator('[data-block="block000250"] [data-text="label"]')
  await label.click()
  await page.keyboard.press('End')
  for (let index = 0; index < KEYS; index += 1) {
    await page.keyboard.press('abcdefghij'.charAt(index % 10))
    await sleep(30)
  }
  return page.evaluate<number[]>('window.paints')
}

/** Frames per second while a block is dragged up and down the window. */
async function dragging(page: Page): Promise<number> {
  const handle = page.locator('[data-block="block000250"] button').first()
  await page.locator('[data-block="block000250"]').hover()
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move(600, 300, { steps: 5 })
  await page.evaluate(RECORD_FRAMES)
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.move(600, turn % 2 ? 250 : 600, { steps: 60 })
  const frames = await page.evaluate<number[]>('window.frames60')
  await page.mouse.up()
  return ((frames.length - 1) * 1000) / (frames[frames.length - 1] - frames[0])
}

/** Milliseconds of each change of the route; the first round only fills the cache. */
async function changingRoutes(browser: Browser): Promise<number[]> {
  const form = { title: 'Ten', blocks: manyBlocks().slice(0, 10) }
  const { page, creator, formId, slug } = await newDesk(browser, form)
  await publish(creator, formId)
  for (let index = 0; index < 30; index += 1) {
    const sent = await submit({ slug, visitor: creator.visitor }, { key_0: `Answer ${index}` })
    if (sent.status !== 201) throw new Error(`submit: ${sent.status} ${sent.text}`)
  }
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [link, shows] of PAGES) {
      await page.evaluate(recordRoute(shows))
      await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click()
      await page.locator(shows).first().waitFor()
      await sleep(300)
      if (round > 0) times.push(await page.evaluate<number>('window.route'))
    }
  }
  await page.close()
  return times
}

/** Measures and prints; whether the floors were held. */
async function measure(browser: Browser): Promise<boolean> {
  const began = Date.now()
  const { page } = await newDesk(browser, { title: 'Five hundred', blocks: manyBlocks() })
  await page
    .locator('[data-block]')
    .nth(BLOCKS - 1)
    .waitFor()
  const opened = Date.now() - began
  const paints = await typing(page)
  await saved(page)
  const fps = await dragging(page)
  await page.close()
  const routes = await changingRoutes(browser)
  const p95 = percentile(paints, 0.95)
  const slowest = percentile(routes, 1)
  console.log(`${BLOCKS} blocks, from making the form to the page: ${opened} ms
key to paint, ${paints.length} keys: median ${percentile(paints, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (floor < ${PAINT_MS})
drag: ${fps.toFixed(1)} frames/s (floor >= ${FRAMES})
route change, ${routes.length} times: median ${percentile(routes, 0.5).toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms (floor < ${ROUTE_MS})`)
  return p95 < PAINT_MS && fps >= FRAMES && slowest < ROUTE_MS
}

process.exit((await inChromium(4191, measure)) ? 0 : 1)
