import type { Browser, BrowserContextOptions, Page } from 'playwright'
import type { PublishedForm } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

/** The form as a new visitor sees it on a phone; live, where there is a script. */
export async function visit(
  browser: Browser,
  form: PublishedForm,
  javaScriptEnabled: boolean,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL, javaScriptEnabled, locale: 'en-US' },
    viewport: { width: 390, height: 844 },
    ...options,
  })
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': new Visitor().address })
  const page = await context.newPage()
  await page.goto(`/forms/${form.slug}`)
  if (javaScriptEnabled) await page.locator('html[data-live]').waitFor({ state: 'attached' })
  return page
}

/** Sends what was filled in. */
export const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click()

/** The cells of the submissions that a filter finds. */
export async function rowsWhere({ creator, id }: PublishedForm, filter: object): Promise<unknown[][]> {
  const asked = encodeURIComponent(JSON.stringify({ all: [filter] }))
  const { body } = await creator.visitor.get<{ data: { rows: { cells: unknown[] }[] } }>(
    `/api/forms/${id}/submissions?filter=${asked}`,
  )
  return body.data.rows.map(({ cells }) => cells)
}
