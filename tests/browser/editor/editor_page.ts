import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import { newCreator, type Creator } from '#tests/functional/visitor'

/** A form as a test places it: blocks with their content. */
export interface GivenBlock {
  id: string
  kind: string
  /** the section it stands in */
  parent?: string
  label?: string
  key?: string
  help?: object
  settings?: object
  width?: string
  rules?: object[]
  default?: object
}

/** One browser with one signed-in person, at the editor of a form. */
export interface Desk {
  context: BrowserContext
  page: Page
  creator: Creator
  slug: string
  formId: string
}

const base = () => `http://${process.env.HOST}:${process.env.PORT}`

/** Opens the editor of a new form in a new browser. */
export async function newDesk(
  browser: Browser,
  given: {
    title?: string
    blocks?: GivenBlock[]
    viewport?: { width: number; height: number }
    dark?: boolean
    timezoneId?: string
  } = {},
): Promise<Desk> {
  const creator = await newCreator()
  const blocks = (given.blocks ?? []).map(({ settings = {}, ...block }) => ({ v: 1, settings, ...block }))
  const made = await creator.visitor.post<{ data: { id: string; slug: string } }>(
    `/api/workspaces/${creator.workspaceId}/forms`,
    { title: given.title ?? 'A form', blocks },
  )
  if (made.status !== 201) throw new Error(`form: ${made.status} ${made.text}`)
  const { id: formId, slug } = made.body.data
  return openDesk(browser, creator, formId, slug, given)
}

/** Opens the editor of a form in another browser. */
export async function openDesk(
  browser: Browser,
  creator: Creator,
  formId: string,
  slug: string,
  options: {
    viewport?: { width: number; height: number }
    dark?: boolean
    timezoneId?: string
    /** by somebody who may not change it */
    toLookAt?: boolean
  } = {},
): Promise<Desk> {
  const context = await browser.newContext({
    baseURL: base(),
    viewport: options.viewport ?? { width: 1280, height: 800 },
    colorScheme: options.dark ? 'dark' : 'light',
    ...(options.timezoneId && { timezoneId: options.timezoneId }),
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addCookies(
    [...creator.visitor.cookies].map(([name, value]) => ({ name, value, url: base() })),
  )
  const page = await context.newPage()
  await page.goto(`/forms/${slug}/edit`)
  if (options.toLookAt) await page.locator('[data-page] h1').waitFor()
  else await page.getByRole('combobox', { name: 'Add a block' }).last().waitFor()
  // the sides come after the page
  for (const side of await page.getByRole('complementary').all())
    await side.getByRole('heading').first().waitFor()
  return { context, page, creator, slug, formId }
}

/** The blocks on the page, in order. */
export function blocks(page: Page): Locator {
  return page.locator('[data-block]')
}

/** What the labels (or texts) of the blocks say, in order. */
export async function labels(page: Page): Promise<string[]> {
  const all = await blocks(page).all()
  return Promise.all(
    all.map(async (block) => (await block.locator('[data-text]').first().textContent()) ?? ''),
  )
}

/** Two questions to begin with. */
export const NAME_AND_CITY: GivenBlock[] = [
  { id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' },
  { id: 'cityblock01', kind: 'text', label: 'City', key: 'city' },
]
/** The label of the first of them. */
export const NAME = '[data-block="nameblock01"] [data-text="label"]'

/** Waits until everything is stored on the server. */
export async function saved(page: Page): Promise<void> {
  // in the bar, and in the drawer of settings on small screens
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved \d\d:\d\d$/ })
    .first()
    .waitFor()
}

interface Row {
  block_id: string
  kind: string
  parent: string | null
  position: string
  content: { [name: string]: unknown } | null
}

/** The draft as the server holds it. */
export async function draftOf(desk: Pick<Desk, 'creator' | 'formId'>): Promise<Row[]> {
  const { body } = await desk.creator.visitor.get<{ data: { rows: Row[] } }>(
    `/api/forms/${desk.formId}/draft`,
  )
  return body.data.rows
}

/** The labels of the fields as the server holds them, in order. */
export async function storedLabels(desk: Pick<Desk, 'creator' | 'formId'>): Promise<unknown[]> {
  const rows = await draftOf(desk)
  return rows.filter((row) => !row.kind.startsWith('settings.')).map((row) => row.content?.label ?? row.kind)
}

/** Publishes what the editor holds, as its sheet does it, and closes the sheet. */
export async function publish(page: Page, version = 1): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Publish' })
  await sheet.getByRole('button', { name: `Publish version ${version}` }).click()
  await sheet.getByText(`Version ${version} is published.`).waitFor()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })
}
