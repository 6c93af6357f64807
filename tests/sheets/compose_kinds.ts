import type { Browser } from 'playwright'

/** Where a row's cell stands on its page, in pixels. */
export interface Place {
  row: string
  x: number
  y: number
  width: number
  height: number
}

/** A page from top to bottom, with what is cut out of it. */
export interface Drawn {
  png: Buffer
  places: readonly Place[]
}

const MARGIN = 12
/** What may stand below a block, outside of it: a button that takes a choice back. */
const BELOW = 24
const style = (scale: number) => `
  body { margin: 0; padding: 16px; background: #8a93a1; width: max-content; zoom: ${scale}; }
  section { display: flex; align-items: start; gap: 8px; margin-bottom: 12px; }
  div { background-repeat: no-repeat; }`

/** Lays cells out, a row for each name and a column for each list of pages, as one JPEG. */
export async function composeKinds(
  browser: Browser,
  columns: readonly (readonly Drawn[])[],
  { scale, quality }: { scale: number; quality: number },
): Promise<Buffer> {
  const names = (columns[0] ?? []).flatMap(({ places }) => places.map(({ row }) => row))
  const grounds: string[] = []
  const cells = columns.map((pages) => {
    const width = Math.max(...pages.flatMap(({ places }) => places.map((place) => place.width))) + 2 * MARGIN
    const drawn = new Map<string, string>()
    for (const { png, places } of pages) {
      const ground = `p${grounds.length}`
      grounds.push(`.${ground} { background-image: url("data:image/png;base64,${png.toString('base64')}") }`)
      for (const { row, x, y, height } of places) {
        const at = `${MARGIN - x}px ${MARGIN - y}px`
        const size = `width: ${width}px; height: ${height + MARGIN + BELOW}px`
        drawn.set(row, `<div class="${ground}" style="${size}; background-position: ${at}"></div>`)
      }
    }
    return { drawn, gap: `<div style="width: ${width}px"></div>` }
  })
  const rows = names.map(
    (name) => `<section>${cells.map(({ drawn, gap }) => drawn.get(name) ?? gap).join('')}</section>`,
  )
  const page = await browser.newPage({ viewport: { width: 1800, height: 1000 } })
  await page.setContent(`<style>${style(scale)}${grounds.join('')}</style>${rows.join('')}`)
  const sheet = await page.locator('body').screenshot({ type: 'jpeg', quality })
  await page.close()
  return sheet
}
