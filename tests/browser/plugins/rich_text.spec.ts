import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import type { Browser } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { blocks, newDesk, publish, saved } from '#tests/browser/editor/editor_page'
import { block, pageBreak } from '#tests/browser/respond/forms'
import { publishedForm, submit } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
const EDITOR = /\/live\/assets\/rich-text-.*\.js$/

function respondent(browser: Browser, way: { width: number; javaScriptEnabled?: boolean }) {
  const { width, javaScriptEnabled = true } = way
  return browser.newContext({ baseURL, viewport: { width, height: 844 }, javaScriptEnabled, locale: 'en-US' })
}

/** The answers to one question, as they are stored. */
async function storedAnswers(workspace: string, question: string): Promise<unknown[]> {
  const sql = 'select answers from submissions order by received_at'
  const rows = await inWorkspace<{ answers: Record<string, unknown> }>(workspace, sql)
  return rows.map(({ answers }) => answers[question])
}

test.group('A question for formatted text', () => {
  test('made in the editor, written by keys and toolbar, read as it was formatted', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await newDesk(browser, { title: 'Letters' })
    cleanup(() => desk.context.close())
    await desk.page.getByRole('button', { name: 'Rich text', exact: true }).click()
    await blocks(desk.page).last().locator('[data-text="label"]').fill('Your letter')
    await desk.page.getByRole('switch', { name: 'Count characters' }).check()
    await desk.page.getByRole('switch', { name: 'Headings' }).uncheck()
    await saved(desk.page)
    await publish(desk.page)

    const context = await respondent(browser, { width: 390 })
    cleanup(() => context.close())
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(`/forms/${desk.slug}`)
    const tools = page.getByRole('toolbar', { name: 'Formatting of Your letter' })
    await tools.waitFor()
    const letter = page.getByRole('textbox', { name: 'Your letter' })
    // a press on the question leads into it
    await page.getByText('Your letter', { exact: true }).click()
    await page.keyboard.type('Dear ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('all')
    assert.equal(await tools.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed'), 'true')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('home')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await tools.getByRole('button', { name: 'Link' }).click()
    const address = page.getByLabel('Address of the link')
    await address.fill('example')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Write a whole address' }).waitFor()
    await address.fill('example.com/a')
    await page.keyboard.press('Enter')
    await letter.getByRole('link', { name: 'home' }).waitFor()
    await page.getByText('21 of 10,000 characters').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    // Tab leads out at once, and back over the toolbar, one stop with arrows inside
    await letter.focus()
    await page.keyboard.press('Shift+Tab')
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Bold')
    await page.keyboard.press('ArrowRight')
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Italic')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Send')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(errors, [])

    await desk.page.goto(`/forms/${desk.slug}/show/submissions`)
    await desk.page.getByRole('cell', { name: 'Dear all - one - home' }).click()
    const shown = desk.page.getByRole('complementary')
    assert.equal(await shown.locator('strong').innerText(), 'all')
    assert.deepEqual(await shown.getByRole('listitem').allInnerTexts(), ['one', 'home'])
    assert.equal(
      await shown.getByRole('link', { name: 'home' }).getAttribute('href'),
      'https://example.com/a',
    )
    const csv = await desk.creator.visitor.get(`/api/forms/${desk.slug}/submissions.csv`)
    const [head, line] = parse(csv.text, { bom: true })
    // what begins like a formula has an apostrophe before it there
    assert.equal(line?.[head?.indexOf('Your letter') ?? 0], "Dear all\n'- one\n'- home")
    const summary = async (value: string) => {
      const questions = `/api/forms/${desk.slug}/summary`
      const { body } = await desk.creator.visitor.get<{ data: { questions: { block: string }[] } }>(questions)
      const filter = { all: [{ field: body.data.questions[0]?.block, op: 'contains', value }] }
      const found = await desk.creator.visitor.get<{
        data: { questions: { parts: { answered: number }[] }[] }
      }>(`${questions}?filter=${encodeURIComponent(JSON.stringify(filter))}`)
      return found.body.data.questions[0]?.parts[0]?.answered
    }
    assert.equal(await summary('dear ALL'), 1)
    assert.equal(await summary('paragraph'), 0)
  }).timeout(60_000)

  test('what was typed before the editor came is in it, and the focus too', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([block('rich-text', 'letter', 'Letter', { required: true })])
    const context = await respondent(browser, { width: 1280 })
    cleanup(() => context.close())
    const page = await context.newPage()
    let release = () => {}
    const late = new Promise<void>((resolve) => (release = resolve))
    await page.route(EDITOR, async (route) => {
      await late
      await route.continue()
    })
    await page.goto(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    const letter = page.getByRole('textbox', { name: 'Letter' })
    await letter.focus()
    await page.keyboard.type('One\nTwo')
    release()
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.type(' and more')
    assert.equal(await letter.innerText(), 'One\n\nTwo and more')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'needs a look' }).waitFor()
    await page.getByRole('listitem').getByRole('link', { name: 'Letter' }).click()
    await page.keyboard.type('Now')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Now' }] }]
    assert.deepEqual(await storedAnswers(form.creator.workspaceId, 'letter'), [
      { type: 'doc', content, text: 'Now' },
    ])
  })

  test('pasted pages come in as what the toolbar offers', async ({ assert, browser, cleanup }) => {
    const form = await publishedForm([block('rich-text', 'letter', 'Letter')])
    const context = await respondent(browser, { width: 1280 })
    cleanup(() => context.close())
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    await page.getByRole('toolbar').waitFor()
    const letter = page.getByRole('textbox', { name: 'Letter' })
    await letter.focus()
    const html =
      '<h1>Big</h1><blockquote>said</blockquote><script>alert(1)</script><p onclick="x()">a <b>b</b> <a href="javascript:x()">c</a></p><img src=x onerror=x()>'
    await page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', ${JSON.stringify(html)})
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(event)
    }`)
    await letter.getByText('said').waitFor()
    assert.equal(
      (await letter.innerHTML()).replaceAll(/ (class|rel)="[^"]*"|<br[^>]*>/g, ''),
      '<h2>Big</h2><p>said</p><p>a <strong>b</strong> c</p>',
    )
  })

  test('of a pasted page the text comes where its formatting cannot be read', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([block('rich-text', 'letter', 'Letter')])
    const context = await respondent(browser, { width: 1280 })
    cleanup(() => context.close())
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    await page.getByRole('toolbar').waitFor()
    const letter = page.getByRole('textbox', { name: 'Letter' })
    await letter.focus()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', '<p>one</p><p>two</p>')
      clipboardData.setData('text/plain', 'one\\ntwo')
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(event)
    }`)
    await letter.getByText('two').waitFor()
    assert.equal(await letter.innerText(), 'one\n\ntwo')
  })

  test('without JavaScript lines are paragraphs, and are judged alike', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([
      block('rich-text', 'letter', 'Letter', { required: true, settings: { maxLength: 12 } }),
      pageBreak('second'),
      block('text', 'name01', 'Name'),
    ])
    const context = await respondent(browser, { width: 1280, javaScriptEnabled: false })
    cleanup(() => context.close())
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    const letter = page.getByLabel('Letter')
    const press = (name: string) => page.getByRole('button', { name }).click()
    await press('Next')
    await page.locator('.message').waitFor()
    await letter.fill('More than twelve')
    await press('Next')
    await page.getByText('Enter at most 12 characters.').first().waitFor()
    await letter.fill('One\n\nTwo <b>')
    for (const turn of ['Next', 'Back', 'Next', 'Send']) await press(turn)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const line = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
    assert.deepEqual(await storedAnswers(form.creator.workspaceId, 'letter'), [
      {
        type: 'doc',
        content: [line('One'), { type: 'paragraph' }, line('Two <b>')],
        text: 'One\n\nTwo <b>',
      },
    ])
    const hostile = {
      type: 'doc',
      content: [{ ...line('a'), attrs: { onclick: 'x' } }],
    }
    const refused = await submit(form, { letter: hostile })
    assert.equal(refused.status, 422)
    assert.deepEqual(
      refused.body.details.map(({ block, code }) => [block, code]),
      [['letter', 'format']],
    )
  })
})
