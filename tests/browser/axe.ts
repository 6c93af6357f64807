import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import { eventually } from '#tests/browser/eventually'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** All that axe looks at when it asks about colours. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

interface Finding {
  id: string
  help: string
  nodes: { target: string[]; failureSummary?: string }[]
}

/** The time until a message goes is an animation too, and far longer than any that is watched. */
const LONGEST_MS = 2_000

/**
 * Waits until everything that moves or fades, and will end soon, has come to its end. What is not drawn (content that is
 * skipped) is not moved on either, and never ends: nobody waits for that longer than for the others.
 */
export async function atRest(page: Page): Promise<void> {
  // what was just shown begins to fade in with one of the next frames
  const frame = 'new Promise((next) => requestAnimationFrame(next))'
  await page.evaluate(`Promise.race([
    ${frame}.then(() => ${frame}).then(() => Promise.allSettled(document.getAnimations()
      .filter((one) => one.effect.getComputedTiming().endTime < ${LONGEST_MS}).map((one) => one.finished))),
    new Promise((end) => setTimeout(end, ${LONGEST_MS})),
  ])`)
}

/** What axe finds wrong with a page as it is now, one line for each place. Empty is right. */
export async function axeFindings(page: Page, runOnly: string[] = TAGS): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(source)
  // Half faded in, nothing has enough contrast.
  await atRest(page)
  // nodes in which nothing is wrong are not described, and no sheets or media are fetched: half the work
  const options = { runOnly, resultTypes: ['violations'], preload: false }
  const { violations } = await page.evaluate<{ violations: Finding[] }>(
    `axe.run(document, ${JSON.stringify(options)})`,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} (${node.target.join(' ')}) ${node.failureSummary ?? ''}`),
  )
}

/** What axe finds wrong in light and in dark. The dark differs by its colours only, so only they are looked at again. */
export async function axeFindingsInBoth(page: Page): Promise<string[]> {
  const light = await axeFindings(page)
  await showIn(page, 'dark')
  const dark = await axeFindings(page, COLOURS)
  await showIn(page, 'light')
  return [...light, ...dark.map((finding) => `in the dark, ${finding}`)]
}

/** Changes the colour scheme of the device, and waits until the page (in the editor its paper too) has followed. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await eventually(async () => {
    const colours = await page.evaluate<string[]>(
      `[document.body, ...document.querySelectorAll('.fw-paper')].map((one) => getComputedStyle(one).color)`,
    )
    for (const colour of colours) {
      const [, red] = /^rgb\((\d+)/.exec(colour) ?? []
      if (Number(red) > 127 !== (colorScheme === 'dark'))
        throw new Error(`Texts are ${colour}, not ${colorScheme}.`)
    }
  })
}
