import { test } from '@japa/runner'
import { faultsOf } from '#tests/browser/shell/screen'
import { Visitor } from '#tests/functional/visitor'

test.group('Reference of the API in the browser', () => {
  for (const width of [1280, 390]) {
    test(`is read without anything being loaded, and leads to its parts: ${width} px`, async ({
      assert,
      browser,
      cleanup,
    }) => {
      const { baseUrl, address } = new Visitor()
      const context = await browser.newContext({ baseURL: baseUrl, viewport: { width, height: 800 } })
      cleanup(() => context.close())
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': address })
      const page = await context.newPage()
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      await page.goto('/docs/api')
      await page.getByRole('heading', { level: 1, name: 'Formwright API' }).waitFor()
      assert.deepEqual(
        asked.filter((path) => path !== '/favicon.ico'),
        ['/docs/api'],
      )
      assert.deepEqual(
        complaints.filter((text) => text.includes('Content Security Policy')),
        [],
      )
      const contents = page.getByRole('navigation', { name: 'Contents' })
      // a narrow page folds them away, and again once somebody has chosen
      const unfold = async () => {
        if (width < 1000) await contents.getByText('Contents', { exact: true }).click()
      }
      const field = contents.getByRole('searchbox', { name: 'Search' })
      assert.equal(await field.isVisible(), width > 1000)
      await unfold()
      await contents.getByRole('link', { name: 'Submissions', exact: true }).press('Enter')
      await page.waitForURL('**/docs/api#submissions')

      await page.keyboard.press('/')
      assert.equal(await page.locator('#search:focus').count(), 1)
      await field.fill('answers patch')
      await contents.getByText('1 found').waitFor()
      assert.isFalse(await page.locator('[id="forms.store"]').isVisible())
      await contents.getByRole('link', { name: 'Change answers of a submission' }).press('Enter')
      const edit = page.locator('[id="submissions.answers.update"]')
      await edit.getByRole('button', { name: 'Copy: Request' }).click()
      await edit.getByText('Copied').or(edit.getByText('Press Ctrl+C')).waitFor()
      const request = edit.getByRole('region', { name: 'Request' })
      assert.match(
        await request.innerText(),
        /^curl -X PATCH "\$URL\/api\/forms\/registration\/answers\/[\w-]{36}"/,
      )
      await page.keyboard.press('/')
      await field.press('Escape')
      assert.equal(await field.inputValue(), '')
      await page.locator('[id="forms.store"]').waitFor()

      const send = page.locator('[id="public.api.submissions"]')
      await send.getByText('POST', { exact: true }).waitFor()
      await send.getByRole('link', { name: 'TakenSubmission' }).click()
      await page.waitForURL('**/docs/api#type-TakenSubmission')
      assert.deepEqual(await faultsOf(page), [])
    }).timeout(60_000)
  }
})
