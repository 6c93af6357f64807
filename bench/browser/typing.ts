// Typing in, and dragging among, few and many blocks of the editor: what one key costs, and how smooth it is.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import { countCalls } from '#tests/browser/calls'
import { saved } from '#tests/browser/editor/editor_page'
import { figure, ms, quantile } from '../million/figures.ts'
import { countWork, type Work } from './work.ts'

/** keys of one turn; few and many take turns, so that a busy machine is busy for both */
const KEYS = 25
const TURNS = 6
const WORK_RATIO = 1.3
const FRAMES = 50
const SHARE = 0.8
/** milliseconds from a key to the paint, of nineteen keys in twenty */
const PAINT = 50

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

/** A text in one of both pages, and what was measured of it. */
export interface Side {
  page: Page
  /** how many there are of what it is one of */
  size: number
  text: Locator
  work: Work
  /** milliseconds of work for each key */
  each: number[]
  /** milliseconds from each key to the next paint */
  paints: number[]
  /** calls of functions for one key */
  calls: number
}

/** A text among so many, once all of them are live. */
export async function sideOf(page: Page, size: number, text: Locator): Promise<Side> {
  await page.locator('[data-plain]').first().waitFor({ state: 'detached' })
  return { page, size, text, work: await countWork(page), each: [], paints: [], calls: 0 }
}

async function keys(side: Side, count: number, each: () => Promise<void>): Promise<void> {
  const { page, text } = side
  await page.bringToFront()
  await text.click()
  await page.keyboard.press('End')
  await sleep(500)
  for (let index = 0; index < count; index += 1) {
    await page.keyboard.press('abcdefghij'.charAt(index % 10))
    await sleep(40)
    await each()
  }
  await saved(page)
}

async function turn(side: Side): Promise<void> {
  await side.page.evaluate(RECORD_KEYS)
  let before = await side.work.sum()
  await keys(side, KEYS, async () => {
    const now = await side.work.sum()
    side.each.push(now - before)
    before = now
  })
  side.paints.push(...(await side.page.evaluate<number[]>('window.paints')))
}

async function count(side: Side): Promise<void> {
  const calls = await countCalls(side.page)
  await keys(side, 0, async () => {})
  await calls.take()
  await keys(side, KEYS, async () => {})
  side.calls = (await calls.take()) / KEYS
  await calls.end()
}

/** Types at the end of a text among few and among many by turns, and prints what one key costs in both. */
export async function typing(what: string, few: Side, many: Side): Promise<void> {
  for (let round = 0; round < TURNS; round += 1) for (const side of [few, many]) await turn(side)
  for (const side of [few, many]) await count(side)
  const sorted = (list: number[]) => [...list].sort((a, b) => a - b)
  const [fewEach, manyEach] = [sorted(few.each), sorted(many.each)]
  const ratio = (of: string, less: number, more: number, say: (value: number) => string) =>
    figure(
      of,
      `${say(less)} among ${few.size}, ${say(more)} among ${many.size}: ${(more / less).toFixed(2)}`,
      {
        text: `≤ ${WORK_RATIO}`,
        held: more / less <= WORK_RATIO,
      },
    )
  ratio(`${what}, work of the page for one key`, quantile(fewEach, 0.5), quantile(manyEach, 0.5), ms)
  ratio('  calls of functions for one key', few.calls, many.calls, (value) => value.toFixed(0))
  const [fewPaints, manyPaints] = [sorted(few.paints), sorted(many.paints)]
  const paint = (list: number[]) => `${ms(quantile(list, 0.5))}, p95 ${ms(quantile(list, 0.95))}`
  figure(
    '  from a key to the paint',
    `${paint(fewPaints)} among ${few.size}; ${paint(manyPaints)} among ${many.size}`,
    {
      text: `p95 < ${PAINT} ms, or ≤ ${WORK_RATIO} of that among ${few.size}`,
      held: quantile(manyPaints, 0.95) < Math.max(PAINT, WORK_RATIO * quantile(fewPaints, 0.95)),
    },
  )
  await few.page.close()
  await many.page.close()
}

/** Drags a block up and down the window; answers the frames per second. */
async function framesOf(page: Page, id: string): Promise<number> {
  await page.bringToFront()
  const block = page.locator(`[data-block="${id}"]`)
  await block.hover()
  await block.locator('button').first().hover()
  await page.mouse.down()
  await page.mouse.move(600, 300, { steps: 5 })
  await page.evaluate(RECORD_FRAMES)
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.move(600, turn % 2 ? 250 : 600, { steps: 60 })
  const frames = await page.evaluate<number[]>('window.frames60')
  await page.mouse.up()
  return ((frames.length - 1) * 1000) / (frames[frames.length - 1] - frames[0])
}

/** Drags a block of each page, and prints how smooth that is. */
export async function dragging(
  few: Side,
  many: Side,
  ids: readonly [few: string, many: string],
): Promise<void> {
  const fps = [await framesOf(few.page, ids[0]), await framesOf(many.page, ids[1])] as const
  figure(
    'a block is dragged',
    `${fps[0].toFixed(1)} frames/s among ${few.size}, ${fps[1].toFixed(1)} among ${many.size}`,
    {
      text: `≥ ${FRAMES} frames/s, or ≥ ${SHARE} of those among ${few.size}`,
      held: fps[1] >= FRAMES || fps[1] >= SHARE * fps[0],
    },
  )
}
