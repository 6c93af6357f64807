import { test } from '@japa/runner'
import type { BrowserContext, Page } from 'playwright'
import { addWebhook, startDeliveries } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { newForm, publish } from '#tests/functional/forms/factories'
import { signIn } from '#tests/browser/shell/signed_in'
import { Visitor } from '#tests/functional/visitor'
import { randomUUID } from 'node:crypto'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

/** Texts that run as script wherever one is taken for markup, an address or a template. Each carries its own mark. */
const PAYLOADS = [
  '<script>window.hit=1</script>',
  '"><img src=x onerror="window.hit=1">',
  "'><svg/onload=window.hit=1>",
  '</title></textarea></style></script><script>window.hit=1</script>',
  'javascript:window.hit=1',
  '{{constructor.constructor("window.hit=1")()}}${window.hit=1}',
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  '\u2028<!--<script>window.hit=1</script>-->]]>',
]
const EVERYTHING = PAYLOADS.join(' ')

/** A form in which every text a creator can write is hostile. */
function hostileBlocks(): unknown[] {
  const options = PAYLOADS.map((label, index) => ({ id: `option${index}`, label }))
  const field = (kind: string, id: string, settings: object = {}) => ({
    ...{ id, kind, v: 1, key: id, label: EVERYTHING, help: EVERYTHING, placeholder: EVERYTHING, settings },
  })
  return [
    { id: 'heading1', kind: 'heading', v: 1, settings: { text: EVERYTHING } },
    { id: 'words001', kind: 'paragraph', v: 1, settings: { text: EVERYTHING } },
    field('text', 'name01'),
    field('select', 'choice', { options, multiple: true }),
    field('number', 'amount', { prefix: '<b onclick="hit=1">', suffix: '<img onerror=hit=1>' }),
    field('file', 'file01'),
    {
      ...field('calculation', 'total1', { formula: '{#name01}', type: 'text' }),
      label: `${EVERYTHING} {#name01}`,
    },
    {
      id: 'ending1',
      kind: 'ending',
      v: 1,
      settings: { title: `${EVERYTHING} {#name01}`, text: `${EVERYTHING} {#name01}` },
    },
  ]
}

/** Fails loudly when anything hostile ran, or became an element. */
async function unharmed(page: Page): Promise<string[]> {
  const found = await page.evaluate<string[]>(`{
    const hostile = 'img[src="x"], svg[onload], iframe[srcdoc], [onerror], [onclick], a[href^="javascript:" i]'
    const marks = [...document.querySelectorAll(hostile)].map((one) => one.outerHTML.slice(0, 80))
    'hit' in window ? [...marks, 'a payload ran'] : marks
  }`)
  return found.map((one) => `${page.url()}: ${one}`)
}

async function watched(context: BrowserContext): Promise<{ page: Page; dialogs: string[] }> {
  const page = await context.newPage()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return { page, dialogs }
}

test.group('Hostile texts', () => {
  test('nothing a creator or respondent writes runs, for respondents or for creators', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const receiver = await Receiver.open(() => ({ status: 500, body: EVERYTHING }))
    const background = startDeliveries()
    cleanup(async () => {
      await background.stop()
      await receiver.close()
    })
    const { creator, form } = await newForm(hostileBlocks(), EVERYTHING.slice(0, 200))
    await publish(creator, form.id)
    const hook = await addWebhook(creator, form, receiver.url, { name: PAYLOADS[1] })
    const findings: string[] = []

    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ baseURL, javaScriptEnabled })
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': new Visitor().address })
      const { page, dialogs } = await watched(context)
      await page.goto(`/forms/${form.slug}`)
      await page.locator('[name="f.name01"]').fill(EVERYTHING)
      await page.locator('[name="f.choice"]').first().check()
      if (javaScriptEnabled) findings.push(...(await unharmed(page)))
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Send another').or(page.locator('.ending, main h1, main h2')).first().waitFor()
      await page.locator('[name="f.name01"]').waitFor({ state: 'detached' })
      if (javaScriptEnabled) findings.push(...(await unharmed(page)))
      findings.push(...dialogs)
      await context.close()
    }
    // what a control could not hold comes by the API
    const sent = await new Visitor().post(`/api/forms/${form.slug}/submissions`, {
      submission_key: randomUUID(),
      answers: { name01: `${EVERYTHING}\n${EVERYTHING}` },
    })
    assert.equal(sent.status, 201, sent.text)
    await receiver.arrived(3)

    const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } })
    await signIn(context, creator)
    const { page, dialogs } = await watched(context)
    const look = async (path: string, ready: () => Promise<unknown>) => {
      await page.goto(path)
      await ready()
      findings.push(...(await unharmed(page)))
    }
    await look('/home', () =>
      page
        .getByRole('link', { name: /window\.hit/ })
        .first()
        .waitFor(),
    )
    await look(`/forms/${form.slug}/edit`, () =>
      page.locator('[data-block]').nth(7).waitFor({ state: 'attached' }),
    )
    await page
      .locator('[data-block]')
      .nth(3)
      .click({ position: { x: 4, y: 4 } })
    await page.getByRole('tab', { name: 'Rules' }).waitFor()
    findings.push(...(await unharmed(page)))
    await look(`/forms/${form.slug}/preview`, () => page.locator('[name="f.name01"]').waitFor())
    await look(`/forms/${form.slug}/show/submissions`, () => page.getByText('window.hit').first().waitFor())
    await page.locator('[data-index="0"] button').first().click()
    await page.getByRole('button', { name: 'Delete' }).first().waitFor()
    findings.push(...(await unharmed(page)))
    await look(`/forms/${form.slug}/show/share`, () =>
      page.getByRole('textbox', { name: /link/i }).first().waitFor(),
    )
    await look(`/forms/${form.slug}/show/integrations?integration=${hook.id}`, () =>
      page.getByText('500').first().waitFor(),
    )
    findings.push(...dialogs)
    await context.close()
    assert.deepEqual(findings, [])
  })
})
