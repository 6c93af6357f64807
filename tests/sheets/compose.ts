import type { Browser } from 'playwright'

/** One screen or state, at each width. */
export interface Drawn {
  title: string
  /** JPEG */
  pictures: Buffer[]
}

const STYLE = `
  body { margin: 0; padding: 24px; background: #8a93a1; font: 600 15px system-ui, sans-serif; }
  main { display: grid; grid-template-columns: repeat(2, max-content); gap: 24px; }
  figure { margin: 0; }
  figcaption { margin-bottom: 6px; color: #fff; }
  div { display: flex; gap: 8px; }
  img { display: block; height: 300px; }`

/** Lays pictures out in two columns, a row of widths each. Returns the whole as one JPEG. */
export async function composeSheet(browser: Browser, rows: readonly Drawn[]): Promise<Buffer> {
  const figures = rows.map(({ title, pictures }) => {
    const images = pictures.map((jpeg) => `<img src="data:image/jpeg;base64,${jpeg.toString('base64')}">`)
    return `<figure><figcaption>${title}</figcaption><div>${images.join('')}</div></figure>`
  })
  const page = await browser.newPage({ viewport: { width: 1800, height: 1000 } })
  await page.setContent(`<style>${STYLE}</style><main>${figures.join('')}</main>`)
  const sheet = await page.screenshot({ type: 'jpeg', quality: 60, fullPage: true })
  await page.close()
  return sheet
}
