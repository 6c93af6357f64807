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
      await page.getByRole('link', { name: 'Submissions', exact: true }).press('Enter')
      await page.waitForURL('**/docs/api#submissions')
      const send = page.locator('[id="public.api.submissions"]')
      await send.getByText('POST').waitFor()
      await send.getByText('Answers', { exact: true }).click()
      await send.getByRole('link', { name: 'TakenSubmission' }).click()
      await page.waitForURL('**/docs/api#type-TakenSubmission')
      assert.deepEqual(await faultsOf(page), [])
    }).timeout(60_000)
  }
})
