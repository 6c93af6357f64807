import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import type { Browser, BrowserContext, Page } from 'playwright'
import { Webhook } from 'standardwebhooks'
import { axeFindings } from '#tests/browser/axe'
import { saved } from '#tests/browser/editor/editor_page'
import { Visitor } from '#tests/functional/visitor'
import { startDeliveries } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { PHOTO } from '#tests/functional/respond/photo'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

/** How one journey is made. */
interface Way {
  viewport: { width: number; height: number }
  javaScriptEnabled: boolean
}

async function person(browser: Browser, way: Way): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, ...way, acceptDownloads: true })
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': new Visitor().address })
  return context
}

async function register(page: Page): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Name').fill('Ada Example')
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/home')
}

/** Puts a block of this preset at the end of the page and gives it its text. */
async function add(page: Page, preset: string, text: string, phone: boolean): Promise<void> {
  const before = await page.locator('[data-block]').count()
  if (phone) {
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: preset, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  } else {
    await dragFromPalette(page, preset)
  }
  const added = page.locator('[data-block]').nth(before)
  // it takes the caret by itself, a moment after it was dropped
  await added.locator('[data-text]:focus').fill(text)
}

/** Drags a palette entry below the last block. */
async function dragFromPalette(page: Page, preset: string): Promise<void> {
  const palette = page.getByRole('complementary', { name: 'Blocks to add' })
  await palette.getByRole('button', { name: preset, exact: true }).hover()
  await page.mouse.down()
  const line = page.getByRole('combobox', { name: 'Add a block' }).last()
  await line.scrollIntoViewIfNeeded()
  const end = await line.boundingBox()
  if (!end) throw new Error('no line to add at')
  await page.mouse.move(end.x + 80, end.y - 40, { steps: 6 })
  await page.mouse.move(end.x + 80, end.y + 4, { steps: 6 })
  await palette.locator('[data-dragging]').waitFor()
  await page.mouse.up()
}

/** A form of two pages, built in the editor and published. Returns its link. */
async function build(page: Page, phone: boolean): Promise<string> {
  await page.goto('/forms/create')
  await page.getByRole('button', { name: 'Blank form' }).click()
  await page.waitForURL('**/edit')
  await page.getByRole('combobox', { name: 'Add a block' }).last().waitFor()
  // a new form begins with its title, and an empty question under it
  await page.getByRole('textbox', { name: 'Form title' }).and(page.locator(':focus')).fill('Print a poster')
  await page.keyboard.press('Enter')
  await page.locator('[data-block] [data-text]').first().and(page.locator(':focus')).fill('Your name')
  await add(page, 'Checkboxes', 'Colours', phone)
  await add(page, 'File upload', 'Your picture', phone)
  await add(page, 'Page break', '', phone)
  await add(page, 'Number', 'Copies', phone)
  await add(page, 'Calculation', 'Price', phone)
  await formula(page, '{copies} * 2.5', phone)
  await saved(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish version 1' }).click()
  await page.getByText('Version 1 is published.').waitFor()
  return page.getByRole('textbox', { name: 'Link' }).inputValue()
}

async function formula(page: Page, text: string, phone: boolean): Promise<void> {
  if (phone) await page.getByRole('button', { name: 'Settings', exact: true }).last().click()
  await page.getByRole('textbox', { name: /^Formula/ }).fill(text)
  await page.keyboard.press('Tab')
  if (phone) await page.getByRole('button', { name: 'Close' }).last().click()
}

/** Adds a webhook to the form and returns its signing secret. */
async function addWebhook(page: Page, url: string): Promise<string> {
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(url)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  return secret
}

/** Answers both pages, with a picture, and sends. */
async function answer(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Option 2').check()
  await page.getByLabel('Your picture').setInputFiles(PHOTO)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Copies').fill('3')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
}

async function journey(
  browser: Browser,
  creating: Way,
  answering: Way,
): Promise<{ csv: string[][]; event: unknown; findings: string[] }> {
  const receiver = await Receiver.open()
  const creator = await person(browser, creating)
  const respondent = await person(browser, answering)
  try {
    const desk = await creator.newPage()
    await register(desk)
    const link = await build(desk, creating.viewport.width < 600)
    await desk.goto(`${link}/show/integrations`)
    const secret = await addWebhook(desk, receiver.url)
    await desk.goto(`${link}/show/submissions`)
    await desk.getByRole('heading', { name: 'No submissions yet' }).waitFor()

    const visit = await respondent.newPage()
    await answer(visit, link, '=Zoë O’Neil, "007"')
    const [arrival] = await receiver.arrived(1)
    const event = new Webhook(secret).verify(arrival.body, arrival.headers)

    // the table shows it without being asked
    await desk.getByText('=Zoë O’Neil, "007"').first().waitFor()
    const findings = await axeFindings(desk)
    const downloading = desk.waitForEvent('download')
    await desk.getByRole('link', { name: 'Export CSV' }).click()
    const file = await (await downloading).path()
    const csv: string[][] = parse(readFileSync(file), { bom: true })
    return { csv, event, findings }
  } finally {
    await receiver.close()
    await creator.close()
    await respondent.close()
  }
}

test.group('From registration to a signed webhook', (group) => {
  group.setup(() => {
    const background = startDeliveries()
    return () => background.stop()
  })

  const ways: [string, Way, Way][] = [
    [
      'on a desktop',
      { viewport: DESKTOP, javaScriptEnabled: true },
      { viewport: DESKTOP, javaScriptEnabled: true },
    ],
    [
      'on a phone',
      { viewport: PHONE, javaScriptEnabled: true },
      { viewport: PHONE, javaScriptEnabled: true },
    ],
    [
      'answered without JavaScript',
      { viewport: DESKTOP, javaScriptEnabled: true },
      { viewport: PHONE, javaScriptEnabled: false },
    ],
  ]
  for (const [title, creating, answering] of ways) {
    test(title, async ({ assert, browser }) => {
      const { csv, event, findings } = await journey(browser, creating, answering)
      assert.deepEqual(findings, [])
      assert.lengthOf(csv, 2)
      const row = Object.fromEntries(csv[0].map((heading, index) => [heading, csv[1][index]]))
      // what a spreadsheet would take for a formula is made text
      assert.equal(row['Your name'], `'=Zoë O’Neil, "007"`)
      assert.equal(row['Copies'], '3')
      assert.equal(row['Price'], '7.5')
      assert.include(row['Colours'], 'Option 2')
      assert.include(row['Your picture'], 'photo.png')
      const text = JSON.stringify(event)
      assert.include(text, 'submission.created')
      assert.include(text, JSON.stringify('=Zoë O’Neil, "007"'))
      assert.include(text, '7.5')
    })
  }
})
