import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright'
import { newDesk, publish, type GivenBlock } from '#tests/browser/editor/desk'

const GIVEN: GivenBlock[] = [
  { id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' },
  { id: 'breakblock1', kind: 'page-break', settings: { title: 'Last page' } },
  { id: 'wordsblock1', kind: 'text', label: 'Words', key: 'words' },
  { id: 'endingblk01', kind: 'ending', settings: { title: 'Until then' } },
]

async function visitorAt(browser: Browser, slug: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${slug}`)
  return page
}

test.group('Editor: settings of the form', () => {
  test('what is set is listed before it is published, and then seen by everybody', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await publish(page)
    const before = await visitorAt(browser, desk.slug)
    await before.getByText('Page 1 of 2').waitFor()

    const panel = page.getByRole('complementary', { name: 'Settings' })
    const sending = panel.getByRole('region', { name: 'Sending' })
    await panel.getByLabel('Title', { exact: true }).fill('Summer party')
    await panel.getByLabel('Description', { exact: true }).fill('In the garden.')
    await sending.getByLabel('Button that sends').fill('Hand in')
    await sending.getByRole('switch', { name: 'Show the progress' }).uncheck()
    await panel.getByText('Pill', { exact: true }).click()
    await sending.getByRole('button', { name: 'Until then' }).click()
    const ending = page.locator('[data-block="endingblk01"]')
    await ending.locator('[data-text="title"]:focus').fill('See you there')
    await ending.locator('[data-text="text"]').fill('Bring a cake.')
    await page.getByRole('region', { name: 'This form' }).getByText('Summer party').waitFor()

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    const changes = sheet.getByRole('region', { name: 'What changes' })
    await changes.getByText('Changed (1)').waitFor()
    await changes.getByText('Ending: See you there').waitFor()
    await changes.getByText('Settings (3)').waitFor()
    for (const group of ['Title, description and language', 'Look', 'Sending'])
      await changes.getByText(group, { exact: true }).waitFor()
    await sheet.getByRole('button', { name: 'Publish version 2' }).click()
    await sheet.getByText('Version 2 is published.').waitFor()

    const visitor = await visitorAt(browser, desk.slug)
    await visitor.getByRole('heading', { name: 'Summer party' }).waitFor()
    await visitor.getByText('In the garden.').waitFor()
    assert.equal(await visitor.getByText('Page 1 of 2').count(), 0)
    assert.match((await visitor.locator('body').getAttribute('class')) ?? '', /\bradius-full\b/)
    await visitor.getByRole('button', { name: 'Next' }).click()
    await visitor.getByRole('button', { name: 'Hand in' }).click()
    await visitor.getByRole('heading', { name: 'See you there' }).waitFor()
    await visitor.getByText('Bring a cake.').waitFor()
  })

  test('the password that is set opens the form; once it is changed the old one does not', async ({
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const own = page.getByRole('region', { name: 'Who may answer' })
    await own.getByLabel('Password', { exact: true }).fill('open sesame')
    await own.getByRole('button', { name: 'Set password' }).click()
    await own.getByRole('button', { name: 'Change' }).waitFor()
    await publish(page)
    const visitor = await visitorAt(browser, desk.slug)
    const enter = async (password: string) => {
      await visitor.getByLabel('Password').fill(password)
      await visitor.getByRole('button', { name: 'Open the form' }).click()
    }
    await enter('open sesame')
    await visitor.getByLabel('Name').waitFor()

    await own.getByRole('button', { name: 'Change' }).click()
    await own.getByLabel('Password', { exact: true }).fill('another one')
    await own.getByRole('button', { name: 'Set password' }).click()
    await own.getByRole('button', { name: 'Change' }).waitFor()
    await publish(page, 2)
    await visitor.reload()
    await enter('open sesame')
    await visitor.getByText('That password is not right.').waitFor()
    await enter('another one')
    await visitor.getByLabel('Name').waitFor()
  })
})
