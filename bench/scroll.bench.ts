// The table of a form with 10,000 submissions, wheeled from the top to the bottom and back in Chromium. Beside it, in
// the same browser, a page of the same height that has nothing to draw: what the machine can do at best.
import pg from 'pg'
import type { Browser, Page } from 'playwright'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import type { Creator } from '#tests/functional/visitor'
import { inChromium } from './browser/in_chromium.ts'
import { countWork } from './browser/work.ts'
import { exitCode, figure } from './million/figures.ts'

const ROWS = 10_000
const ROW = 36
/** pixels of one turn of the wheel */
const TURN = 360
const FRAMES = 50
const SHARE = 0.8

const COUNTRIES = { options: ['France', 'Spain', 'Ghana'].map((label, at) => ({ id: `c${at}`, label })) }
const BLOCKS = [
  textBlock('name01', 'Name'),
  { id: 'land01', kind: 'select', v: 1, key: 'land', label: 'Country', settings: COUNTRIES },
  { id: 'agey01', kind: 'number', v: 1, key: 'age', label: 'Age', settings: {} },
  {
    id: 'tags01',
    kind: 'select',
    v: 1,
    key: 'tags',
    label: 'Tags',
    settings: { ...COUNTRIES, multiple: true },
  },
  ...Array.from({ length: 6 }, (_, at) => textBlock(`text0${at}`, `Question ${at}`)),
]

/** Puts the submissions where the server has them, as its own role. */
async function fill(creator: Creator, formId: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query('begin')
  await client.query(`select set_config('app.workspace_id', $1, true)`, [creator.workspaceId])
  await client.query(
    `insert into submissions
       (workspace_id, form_id, version, submission_key, content_hash, answers, search, received_at)
     select $1, $2, 1, gen_random_uuid(), '', jsonb_build_object(
         'name01', 'Person ' || n, 'land01', 'c' || n % 3, 'agey01', n % 90,
         'tags01', jsonb_build_array('c' || n % 3, 'c' || (n + 1) % 3),
         'text00', repeat('a longer answer ', 1 + n % 9), 'text01', 'one ' || n, 'text02', md5(n::text)),
       'person ' || n, now() - n * interval '1 minute'
     from generate_series(1, $3::int) n`,
    [creator.workspaceId, formId, ROWS],
  )
  await client.query('insert into form_counts (workspace_id, form_id, submissions) values ($1, $2, $3)', [
    creator.workspaceId,
    formId,
    ROWS,
  ])
  await client.query('commit')
  await client.end()
}

/** Notes when each frame was painted, and whether rows stood at three places of it. */
const RECORD = `
  window.frames = []
  window.blank = 0
  window.record = (blankAt) => {
    const tick = (now) => {
      if (!window.frames) return
      window.frames.push(now)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => { if (blankAt()) window.blank += 1 }
      port2.postMessage(0)
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  }`
const BLANK = `() => {
  const box = document.querySelector('[role=table]').getBoundingClientRect()
  return [0.2, 0.5, 0.9].some((at) =>
    !document.elementFromPoint(box.left + 120, box.top + box.height * at)?.closest('[data-index]'))
}`

interface Run {
  fps: number
  slowest: number
  frames: number
  blank: number
  /** milliseconds that the page's thread worked for one frame, however busy the machine is with others */
  work: number
}

/** Wheels until \`there\` holds, and says what frames there were. */
async function wheel(page: Page, turn: number, blank: string, there: string): Promise<Run> {
  const counted = await countWork(page)
  const began = await counted.sum()
  await page.evaluate(RECORD)
  await page.evaluate(`window.record(${blank})`)
  for (let turns = 0; !(await page.evaluate<boolean>(there)); turns++) {
    if (turns > 20_000) throw new Error('The end was not reached.')
    await page.mouse.wheel(0, turn)
  }
  const [frames, missing] = await page.evaluate<[number[], number]>('[window.frames, window.blank]')
  await page.evaluate('window.frames = undefined')
  const work = (await counted.sum()) - began
  await counted.end()
  const gaps = frames.slice(1).map((at, index) => at - frames[index])
  const seconds = (frames[frames.length - 1] - frames[0]) / 1000
  return {
    fps: gaps.length / seconds,
    slowest: Math.max(...gaps),
    frames: frames.length,
    blank: missing,
    work: work / frames.length,
  }
}

async function heapOf(page: Page): Promise<{ megabytes: number; nodes: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  const value = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
  await session.detach()
  return { megabytes: value('JSHeapUsedSize') / 1e6, nodes: value('Nodes') }
}

function say(what: string, run: Run, best?: Run): void {
  figure(
    what,
    `${run.fps.toFixed(1)} frames/s, slowest ${run.slowest.toFixed(0)} ms, ${run.frames} frames`,
    best && {
      text: `≥ ${FRAMES} frames/s, or ≥ ${SHARE} of the bare page`,
      held: run.fps >= FRAMES || run.fps >= SHARE * best.fps,
    },
  )
  figure('  work of the page for one frame', `${run.work.toFixed(1)} ms`, {
    text: `< ${1000 / FRAMES} ms`,
    held: run.work < 1000 / FRAMES,
  })
}

async function measure(browser: Browser): Promise<boolean> {
  const { creator, form } = await newForm(BLOCKS, 'Ten thousand')
  await publish(creator, form.id)
  await fill(creator, form.id)
  const context = await browser.newContext({
    baseURL: creator.visitor.baseUrl,
    viewport: { width: 1280, height: 800 },
  })
  await context.addCookies(
    [...creator.visitor.cookies].map(([name, value]) => ({ name, value, url: creator.visitor.baseUrl })),
  )
  const page = await context.newPage()
  const bare = async () => {
    await page.goto('about:blank')
    await page.setContent(`<!doctype html><div style="height:${ROWS * ROW}px"></div>`)
    await page.mouse.move(600, 500)
    const bottom = 'scrollY >= document.documentElement.scrollHeight - innerHeight - 8'
    return wheel(page, TURN, '() => false', bottom)
  }
  const best = await bare()
  say('a bare page of the same height', best)
  await page.goto(`/forms/${form.slug}/show/submissions`)
  await page.getByText(`${ROWS.toLocaleString('en')} submissions`).waitFor()
  await page.getByRole('row').nth(10).waitFor()
  const before = await heapOf(page)
  await page.mouse.move(700, 500)
  const scroller = `document.querySelector('[role=table]')`
  const down = await wheel(
    page,
    TURN,
    BLANK,
    `${scroller}.scrollTop >= ${(ROWS + 1) * ROW} - ${scroller}.clientHeight - 8`,
  )
  say(`${ROWS.toLocaleString('en')} rows, to the bottom, loading on the way`, down, best)
  const after = await heapOf(page)
  const up = await wheel(page, -TURN, BLANK, `${scroller}.scrollTop === 0`)
  say('  and back to the top', up, best)
  for (const [what, run] of [
    ['down', down],
    ['up', up],
  ] as const) {
    figure(`  frames with a place without a row, ${what}`, `${run.blank} of ${run.frames}`, {
      text: 'under 1 in 100',
      held: run.blank * 100 < run.frames,
    })
  }
  figure(
    'memory of scripts, at first and with all rows',
    `${before.megabytes.toFixed(1)} MB, ${after.megabytes.toFixed(1)} MB`,
  )
  figure('nodes of the page, at first and with all rows', `${before.nodes}, ${after.nodes}`, {
    text: 'no more than a quarter more',
    held: after.nodes < before.nodes * 1.25,
  })
  return exitCode() === 0
}

process.exit((await inChromium(4192, measure)) ? 0 : 1)
