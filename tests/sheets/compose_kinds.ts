import type { Browser } from 'playwright'

/** Where a block stands on its page, in pixels. */
export interface Place {
  id: string
  x: number
  y: number
  width: number
  height: number
}

/** A page from top to bottom, with its blocks. */
export interface Drawn {
  png: Buffer
  places: readonly Place[]
}

const MARGIN = 12
/** What may stand below a block, outside of it: a button that takes a choice back. */
const BELOW = 24
const SCALE = 0.7
const STYLE = `
  body { margin: 0; padding: 16px; background: #8a93a1; width: max-content; zoom: ${SCALE}; }
  section { display: flex; align-items: start; gap: 8px; margin-bottom: 12px; }
  div { background-repeat: no-repeat; }`

/** Lays the blocks of these pages out, a row for each block and a column for each page, as one JPEG. */
export async function composeKinds(browser: Browser, pages: readonly Drawn[]): Promise<Buffer> {
  const names = pages[0]?.places.map(({ id }) => id) ?? []
  const grounds = pages.map(
    ({ png }, index) =>
      `.p${index} { background-image: url("data:image/png;base64,${png.toString('base64')}") }`,
  )
  const widths = pages.map(({ places }) => Math.max(...places.map(({ width }) => width)) + 2 * MARGIN)
  const rows = names.map((name) => {
    const cells = pages.map(({ places }, index) => {
      const place = places.find(({ id }) => id === name)
      if (!place) return ''
      const at = `${MARGIN - place.x}px ${MARGIN - place.y}px`
      const size = `width: ${widths[index]}px; height: ${place.height + MARGIN + BELOW}px`
      return `<div class="p${index}" style="${size}; background-position: ${at}"></div>`
    })
    return `<section>${cells.join('')}</section>`
  })
  const page = await browser.newPage({ viewport: { width: 1800, height: 1000 } })
  await page.setContent(`<style>${STYLE}${grounds.join('')}</style>${rows.join('')}`)
  const sheet = await page.locator('body').screenshot({ type: 'jpeg', quality: 60 })
  await page.close()
  return sheet
}
