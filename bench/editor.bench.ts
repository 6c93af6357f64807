// The creator app in Chromium. The editor with 500 blocks: from a key to the next paint, and frames while a block is
// dragged. A choice with 500 options: from a key to the next paint, in the panel and on the page. Its routes with a
// warm cache: from the click on a link to the paint that shows what the page is for.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright'
import { newDesk, saved, type GivenBlock } from '#tests/browser/editor/desk'
import { inChromium } from './browser/in_chromium.ts'
import { changeRoutes } from './browser/routes.ts'
import { countWork } from './browser/work.ts'
import { exitCode, figure, ms, quantile } from './million/figures.ts'

const MANY = 500
const KEYS = 150
const PAINT_MS = 50
const FRAMES = 50
const ROUTE_MS = 100

const KINDS: readonly Omit<GivenBlock, 'id'>[] = [
  { kind: 'text' },
  { kind: 'select', settings: { multiple: true } },
  { kind: 'number' },
  { kind: 'select', settings: { appearance: 'dropdown' } },
  { kind: 'file' },
]

/** Fields of all sorts, every fifth with a rule on the one before. */
function manyBlocks(): GivenBlock[] {
  return Array.from({ length: MANY }, (_, index) => {
    const block = { ...KINDS[index % KINDS.length], kind: KINDS[index % KINDS.length].kind }
    const id = `block${String(index).padStart(6, '0')}`
    const before = `block${String(index - 1).padStart(6, '0')}`
    const rules = index % 5 === 4 && [
      { when: { left: { field: before }, op: 'is-not-empty' }, do: 'require' },
    ]
    return { ...block, id, key: `key_${index}`, label: `Question ${index}`, ...(rules && { rules }) }
  })
}

/** A choice with many options between two other fields. */
function manyOptions(): GivenBlock[] {
  const options = Array.from({ length: MANY }, (_, index) => ({ id: `o${index}`, label: `Option ${index}` }))
  return [
    { id: 'name01', kind: 'text', key: 'name', label: 'Name' },
    { id: 'choice', kind: 'select', key: 'choice', label: 'Choice', settings: { options, multiple: true } },
    { id: 'last01', kind: 'text', key: 'last', label: 'Last' },
  ]
}

const RECORD_KEYS = `
  if (!window.paints) {
    addEventListener('keydown', (event) => {
      const began = event.timeStamp
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => window.paints.push(performance.now() - began)
        port2.postMessage(0)
      })
    }, true)
  }
  window.paints = []`
const RECORD_FRAMES = `
  window.frames60 = []
  const tick = (now) => { window.frames60.push(now); requestAnimationFrame(tick) }
  requestAnimationFrame(tick)`

/** Types at the end of a text, and prints the milliseconds from each key to the next paint. */
async function typing(page: Page, what: string, text: Locator): Promise<void> {
  await text.click()
  await page.keyboard.press('End')
  await sleep(500)
  await page.evaluate(RECORD_KEYS)
  const work = await countWork(page)
  const before = await work.sum()
  for (let index = 0; index < KEYS; index += 1) {
    await page.keyboard.press('abcdefghij'.charAt(index % 10))
    await sleep(30)
  }
  const each = ((await work.sum()) - before) / KEYS
  await work.end()
  const paints = (await page.evaluate<number[]>('window.paints')).sort((a, b) => a - b)
  const p95 = quantile(paints, 0.95)
  figure(`${what}, key to paint, ${paints.length} keys`, `p50 ${ms(quantile(paints, 0.5))}, p95 ${ms(p95)}`, {
    text: `p95 < ${PAINT_MS} ms`,
    held: p95 < PAINT_MS,
  })
  figure('  work of the page for one key', ms(each))
  await saved(page)
}

/** Drags a block up and down the window, and prints the frames per second. */
async function dragging(page: Page): Promise<void> {
  const handle = page.locator('[data-block="block000250"] button').first()
  await page.locator('[data-block="block000250"]').hover()
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move(600, 300, { steps: 5 })
  await page.evaluate(RECORD_FRAMES)
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.move(600, turn % 2 ? 250 : 600, { steps: 60 })
  const frames = await page.evaluate<number[]>('window.frames60')
  await page.mouse.up()
  const fps = ((frames.length - 1) * 1000) / (frames[frames.length - 1] - frames[0])
  figure('  a block is dragged', `${fps.toFixed(1)} frames/s`, {
    text: `≥ ${FRAMES} frames/s`,
    held: fps >= FRAMES,
  })
}

async function blocks(browser: Browser): Promise<void> {
  const began = Date.now()
  const { page } = await newDesk(browser, { title: 'Five hundred', blocks: manyBlocks() })
  await page
    .locator('[data-block]')
    .nth(MANY - 1)
    .waitFor()
  figure(`${MANY} blocks, from making the form to the page`, ms(Date.now() - began))
  await typing(
    page,
    '  a label in the middle',
    page.locator('[data-block="block000250"] [data-text="label"]'),
  )
  await dragging(page)
  await page.close()
}

async function options(browser: Browser): Promise<void> {
  const { page } = await newDesk(browser, { title: 'A long list', blocks: manyOptions() })
  const middle = page.locator('[data-text="options.o250.label"]')
  await middle.waitFor()
  await typing(page, `${MANY} options, one on the page`, middle)
  await page.getByRole('button', { name: `Show all ${MANY} options` }).click()
  await typing(
    page,
    `${MANY} options, one in the panel`,
    page.getByRole('textbox', { name: 'Label of option 252' }),
  )
  await page.close()
}

async function routes(browser: Browser): Promise<void> {
  for (const { name, times, work } of await changeRoutes(browser, manyBlocks().slice(0, 10))) {
    const [sorted, worked] = [times, work].map((list) => [...list].sort((a, b) => a - b))
    const slowest = sorted[sorted.length - 1]
    figure(
      `to ${name}, ${times.length} times`,
      `median ${ms(quantile(sorted, 0.5))}, slowest ${ms(slowest)}`,
      {
        text: `< ${ROUTE_MS} ms`,
        held: slowest < ROUTE_MS,
      },
    )
    figure('  work of the page', `median ${ms(quantile(worked, 0.5))}`)
  }
}

async function measure(browser: Browser): Promise<boolean> {
  await blocks(browser)
  await options(browser)
  await routes(browser)
  return exitCode() === 0
}

process.exit((await inChromium(4191, measure)) ? 0 : 1)
