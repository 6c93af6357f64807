import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import type { Browser } from 'playwright'
import type { FormSummary } from '#api_types/submissions'
import { axeFindings } from '#tests/browser/axe'
import { holds } from '#tests/browser/eventually'
import { blocks, newDesk, publish, saved } from '#tests/browser/editor/editor_page'
import { block, pageBreak } from '#tests/browser/respond/forms'
import { inWorkspace } from '#tests/functional/respond/rows'
import { publishedForm } from '#tests/functional/respond/answering'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

function respondent(browser: Browser, way: { width: number; javaScriptEnabled?: boolean }) {
  const { width, javaScriptEnabled = true } = way
  return browser.newContext({ baseURL, viewport: { width, height: 844 }, javaScriptEnabled, locale: 'en-US' })
}

test.group('A question for a long text', () => {
  test('made in the editor, typed in lines, counted as the eye does, read in table, panel and CSV', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await newDesk(browser, { title: 'Afterwards' })
    cleanup(() => desk.context.close())
    await desk.page.getByRole('button', { name: 'Long text', exact: true }).click()
    await blocks(desk.page).last().locator('[data-text="label"]').fill('How was it?')
    await desk.page.getByLabel('Maximum characters').fill('60')
    await desk.page.getByRole('switch', { name: 'Count characters' }).check()
    await saved(desk.page)
    await publish(desk.page)

    const context = await respondent(browser, { width: 390 })
    cleanup(() => context.close())
    const page = await context.newPage()
    await page.goto(`/forms/${desk.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    const lines = page.getByRole('textbox', { name: 'How was it?' })
    const height = async () => (await lines.boundingBox())?.height ?? 0
    const atFirst = await height()
    await lines.focus()
    for (const line of ['Good', '👩‍👩‍👧‍👦', 'a', 'b', 'c']) {
      await page.keyboard.insertText(line)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.insertText('d')
    await holds(lines, 'Good\n👩‍👩‍👧‍👦\na\nb\nc\nd')
    await page.getByText('14 of 60 characters').waitFor()
    assert.isAbove(await height(), atFirst)
    const fits = '(area => area.scrollHeight <= area.clientHeight)(document.querySelector("textarea"))'
    assert.isTrue(await page.evaluate(fits))
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()

    await desk.page.goto(`/forms/${desk.slug}/show/submissions`)
    await desk.page.getByRole('cell', { name: 'Good 👩‍👩‍👧‍👦 a b c d' }).click()
    const shown = desk.page.getByRole('complementary').getByText('Good', { exact: false })
    assert.equal(await shown.last().innerText(), 'Good\n👩‍👩‍👧‍👦\na\nb\nc\nd')
    const summary = async (filter?: object) => {
      const query = filter ? `?filter=${encodeURIComponent(JSON.stringify({ all: [filter] }))}` : ''
      const path = `/api/forms/${desk.slug}/summary${query}`
      return (await desk.creator.visitor.get<FormSummary>(path)).body.data.questions[0]
    }
    const field = (await summary())?.block
    for (const [value, answered] of [
      ['GOOD\n👩‍👩‍👧‍👦\na', 1],
      ['Good 👩‍👩‍👧‍👦', 0],
    ])
      assert.equal((await summary({ field, op: 'contains', value }))?.parts[0]?.answered, answered)
    const csv = await desk.creator.visitor.get(`/api/forms/${desk.slug}/submissions.csv`)
    const [head, line] = parse(csv.text, { bom: true })
    assert.equal(line?.[head?.indexOf('How was it?') ?? 0], 'Good\n👩‍👩‍👧‍👦\na\nb\nc\nd')
  }).timeout(60_000)

  test('as high as its text, but never higher than the window', async ({ assert, browser, cleanup }) => {
    const form = await publishedForm([block('textarea', 'story1', 'Story')])
    const context = await respondent(browser, { width: 1280 })
    cleanup(() => context.close())
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.getByLabel('Story').fill('Word '.repeat(3_000))
    await page.waitForFunction('document.querySelector("textarea").scrollHeight > 2000')
    assert.isBelow((await page.getByLabel('Story').boundingBox())?.height ?? Infinity, 844)
    await page.getByLabel('Story').fill('')
    await page.waitForFunction('document.querySelector("textarea").offsetHeight < 200')
  })

  test('without JavaScript its lines come back as they were, the first ones empty, and are judged alike', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const text = '\n\nAfter two empty lines\n'
    const form = await publishedForm([
      block('textarea', 'story1', 'Story', { settings: { maxLength: 24, counter: true } }),
      pageBreak('second'),
      block('text', 'name01', 'Name'),
    ])
    const context = await respondent(browser, { width: 1280, javaScriptEnabled: false })
    cleanup(() => context.close())
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    const story = page.getByLabel('Story')
    await page.getByText('Up to 24 characters').waitFor()
    await story.fill(`${text}…`)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Enter at most 24 characters.').first().waitFor()
    assert.equal(await story.inputValue(), `${text}…`)
    await story.fill(text)
    await page.getByRole('button', { name: 'Next' }).click()
    for (const turn of ['Back', 'Next']) await page.getByRole('button', { name: turn }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const sql = 'select answers from submissions'
    const stored = await inWorkspace<{ answers: Record<string, unknown> }>(form.creator.workspaceId, sql)
    assert.deepEqual(
      stored.map(({ answers }) => answers.story1),
      [text],
    )
  })
})
