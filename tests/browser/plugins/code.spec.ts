import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { rowsWhere, send, visit } from '#tests/browser/plugins/visit'
import { block, pageBreak } from '#tests/browser/respond/forms'
import { publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const EDITOR = /\/live\/assets\/code-.*\.js$/

/** Where the lines begin, of what has the focus. */
const DIRECTION = 'getComputedStyle(document.activeElement.shadowRoot.activeElement).direction'

const thanked = (page: Page) => page.getByRole('heading', { name: 'Thank you' }).waitFor()
/** The lines are numbered once the editor is there. */
const editorIn = (page: Page) => page.locator('.cm-gutters').waitFor({ state: 'attached' })
/** What has the focus, however deep it stands. */
const focused = (page: Page) =>
  page.evaluate(`(() => {
    const at = document.activeElement.shadowRoot?.activeElement ?? document.activeElement
    return (at.ariaLabel ?? (at.labels?.[0] ?? at).textContent).replace(/ \\(.*/, '')
  })()`)

async function storedAnswers(workspace: string, question: string): Promise<unknown[]> {
  const sql = 'select answers from submissions order by received_at'
  const rows = await inWorkspace<{ answers: Record<string, unknown> }>(workspace, sql)
  return rows.map(({ answers }) => answers[question])
}

test.group('A question for code', () => {
  test('coloured and indented by keys, left by Escape and Tab, found by its filter', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([
      block('text', 'first1', 'First'),
      block('code', 'query1', 'Your code', {
        required: true,
        help: 'As short as can be',
        settings: { language: 'python', counter: true, maxLength: 40 },
      }),
    ])
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await editorIn(page)
    const code = page.getByRole('textbox', { name: 'Your code' })
    // a press on the question leads into it
    await page.getByText('Your code', { exact: true }).click()
    await page.keyboard.type('if a:')
    await page.keyboard.press('Enter')
    await page.keyboard.type('b')
    await page.keyboard.press('Home')
    await page.keyboard.press('Tab')
    await page.getByText('11 of 40 characters').waitFor()
    await page.locator('.cm-line span', { hasText: /^if$/ }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    const described = await code.getAttribute('aria-description')
    assert.match(
      described ?? '',
      /As short as can be 11 of 40 characters While you write, Tab indents.*Escape and then Tab/,
    )

    assert.equal(await focused(page), 'Your code')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+Tab')
    assert.equal(await focused(page), 'First')
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Your code')
    // who only passes is not held
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Send')
    await page.keyboard.press('Enter')
    await thanked(page)
    assert.deepEqual(errors, [])
    assert.deepEqual(await storedAnswers(form.creator.workspaceId, 'query1'), ['if a:\n    b'])
    assert.lengthOf(await rowsWhere(form, { field: 'query1', op: 'contains', value: 'IF A' }), 1)
    assert.lengthOf(await rowsWhere(form, { field: 'query1', op: 'contains', value: 'else' }), 0)
    const csv = await form.creator.visitor.get(`/api/forms/${form.id}/submissions.csv`)
    assert.include(csv.text, '"if a:\n    b"')
  })

  test('what was typed before the editor came is in it, and the focus too', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([block('code', 'query1', 'Your code', { required: true })])
    const context = await browser.newContext({ baseURL: `http://${process.env.HOST}:${process.env.PORT}` })
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
    const code = page.getByRole('textbox', { name: 'Your code' })
    await code.focus()
    await page.keyboard.type('One\nTwo')
    const before = await page.getByRole('button', { name: 'Send' }).boundingBox()
    release()
    await editorIn(page)
    assert.deepEqual(await page.getByRole('button', { name: 'Send' }).boundingBox(), before)
    await page.keyboard.type(' more')
    await send(page)
    await thanked(page)
    assert.deepEqual(await storedAnswers(form.creator.workspaceId, 'query1'), ['One\nTwo more'])
  })

  test('what is wrong is said of it, and its link leads into it', async ({ assert, browser, cleanup }) => {
    const form = await publishedForm([block('code', 'query1', 'Your code', { required: true })], {
      general: { title: 'استمارة', language: 'ar' },
    })
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    await editorIn(page)
    const code = page.getByRole('textbox', { name: 'Your code' })
    await page.locator('button[type=submit]').last().click()
    await page.locator('.message').waitFor()
    assert.equal(await code.getAttribute('aria-invalid'), 'true')
    await page.getByRole('link', { name: 'Your code' }).click()
    await page.keyboard.type('a = 1')
    assert.equal(await focused(page), 'Your code')
    // from left to right in a page of the other direction
    assert.equal(await page.evaluate(DIRECTION), 'ltr')
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    assert.deepEqual(await axeFindings(page), [])
  })

  test('without JavaScript it is a plain text, and is judged alike', async ({ assert, browser, cleanup }) => {
    const form = await publishedForm([
      block('code', 'query1', 'Your code', { required: true, settings: { maxLength: 6, language: 'sql' } }),
      pageBreak('second'),
      block('text', 'town01', 'Town'),
    ])
    const page = await visit(browser, form, false)
    cleanup(() => page.context().close())
    const code = page.getByLabel('Your code')
    const press = (name: string) => page.getByRole('button', { name }).click()
    await press('Next')
    await page.getByText('Please answer this.').first().waitFor()
    await code.fill('SELECT 1')
    await press('Next')
    await page.getByText('Enter at most 6 characters.').first().waitFor()
    await code.fill('\na\n\tb ')
    for (const turn of ['Next', 'Back', 'Next', 'Send']) await press(turn)
    await thanked(page)
    assert.deepEqual(await storedAnswers(form.creator.workspaceId, 'query1'), ['\na\n\tb '])
  })

  test('framed as a text is where it is wrong, and as pale where it is disabled, in each theme', async ({
    assert,
    browser,
    cleanup,
  }) => {
    for (const theme of ['default', 'simple', 'notion']) {
      const required = { required: true }
      const form = await publishedForm(
        [
          block('text', 'first1', 'First', required),
          block('code', 'query1', 'Your code', required),
          block('text', 'fixed1', 'Given', { state: 'disabled' }),
          block('code', 'fixed2', 'Given code', {
            state: 'disabled',
            default: { value: 'select 1' },
            settings: { language: 'sql' },
          }),
        ],
        { appearance: { theme, size: 'md', radius: 'small', accent: '#3B82F6' } },
      )
      const page = await visit(browser, form, true)
      cleanup(() => page.context().close())
      await page.locator('#b-fixed2').scrollIntoViewIfNeeded()
      await page.locator('#b-fixed2 .cm-gutters').waitFor()
      await page.locator('#b-query1 .cm-gutters').waitFor()
      await send(page)
      await page.getByText('Please answer this.').nth(1).waitFor()
      const [text, code] = await page.evaluate<string[][]>(`
        ['#b-first1 .fw-input', '#b-query1 .fw-code'].map((one) => {
          const { boxShadow, borderStyle, borderRadius } = getComputedStyle(document.querySelector(one))
          return [boxShadow, borderStyle, borderRadius]
        })`)
      assert.deepEqual(code, text, theme)
      const colours = await page.evaluate<string[]>(`
        [...document.querySelector('#b-fixed2 .fw-code').shadowRoot.querySelectorAll('.cm-line, .cm-line *')]
          .map((one) => getComputedStyle(one).color)`)
      const [pale] = await page.evaluate<string[]>(
        `[getComputedStyle(document.querySelector('#b-fixed1 .fw-input')).color]`,
      )
      assert.deepEqual([...new Set(colours)], [pale], theme)
    }
  })
})
