import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Nodes in which nothing is wrong are not described, and no sheets or media are fetched: half the work. */
const OPTIONS = { runOnly: TAGS, resultTypes: ['violations'], preload: false }

interface Finding {
  id: string
  help: string
  nodes: { target: string[]; failureSummary?: string }[]
}

/** Waits until everything that moves or fades, and will end, has come to its end. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().iterations !== Infinity).map((one) => one.finished))`)
}

/** What axe finds wrong with a page as it is now, one line for each place. Empty is right. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(source)
  // Half faded in, nothing has enough contrast.
  await atRest(page)
  const { violations } = await page.evaluate<{ violations: Finding[] }>(
    `axe.run(document, ${JSON.stringify(OPTIONS)})`,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} (${node.target.join(' ')}) ${node.failureSummary ?? ''}`),
  )
}
