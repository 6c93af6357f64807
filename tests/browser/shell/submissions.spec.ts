import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { chip, choose, write } from '#tests/browser/editor/rule_chips'
import { eventually } from '#tests/browser/eventually'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, patch, publish, textBlock } from '#tests/functional/forms/factories'
import { startDeliveries } from '#tests/functional/integrations/factories'
import { storeSubmission } from '#tests/functional/submissions/storing'
import { type Creator, newCreator, Visitor } from '#tests/functional/visitor'

const COUNTRIES = {
  options: ['France', 'Spain', 'Ivory Coast'].map((label, at) => ({ id: `c${at}`, label })),
}
const BLOCKS = [
  textBlock('name01', 'What is your name?'),
  { id: 'land01', kind: 'select', v: 1, key: 'land', label: 'Country', settings: COUNTRIES },
  { id: 'agey01', kind: 'number', v: 1, key: 'age', label: 'Age', settings: {} },
]

/** Sends an answer as a respondent's program would. */
async function answer(slug: string, answers: Record<string, unknown>): Promise<void> {
  const sent = await new Visitor().post(`/api/forms/${slug}/submissions`, {
    submission_key: randomUUID(),
    answers,
  })
  if (sent.status !== 201) throw new Error(`answer: ${sent.status} ${sent.text}`)
}

/** The texts of one column, from the top. */
async function column(page: Page, at: number): Promise<string[]> {
  return page.getByRole('row').locator(`[role=cell]:nth-child(${at})`).allTextContents()
}

async function publishedForm(creator?: Creator) {
  const made = await newForm(BLOCKS, 'Travellers', creator)
  await publish(made.creator, made.form.id)
  return made
}

test.group('Submissions in the browser', (group) => {
  // counts are kept by what consumes the outbox
  group.setup(() => {
    const background = startDeliveries()
    return () => background.stop()
  })

  test('an answer stands in the table within a second', async ({ assert, browserContext, visit }) => {
    const { creator, form } = await publishedForm()
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await page.getByRole('heading', { name: 'No submissions yet' }).waitFor()
    let quickest = Infinity
    // the quickest counts: whatever else the machine does comes on top
    for (let round = 1; round <= 5 && quickest >= 1_000; round += 1) {
      const sent = Date.now()
      await answer(form.slug, { name01: `Person ${round}` })
      await page.getByRole('cell', { name: `Person ${round}` }).waitFor()
      quickest = Math.min(quickest, Date.now() - sent)
    }
    assert.isBelow(quickest, 1_000)
  })

  test('an answer stands in the table without a reload; it is searched, opened, exported, deleted', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await publishedForm()
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show`)
    await page.waitForURL('**/show/submissions')
    await page.getByRole('heading', { name: 'No submissions yet' }).waitFor()
    assert.equal(
      await page.getByLabel('Link', { exact: true }).inputValue(),
      `${creator.visitor.baseUrl}/forms/${form.slug}`,
    )
    assert.deepEqual(await axeFindings(page), [])

    await answer(form.slug, { name01: '007 Ada\nLovelace', land: 'c2', age: 36 })
    await page.getByRole('cell', { name: 'Ivory Coast' }).waitFor()
    await answer(form.slug, { name01: 'Grace', land: 'c0' })
    await page.getByRole('cell', { name: 'Grace' }).waitFor()
    assert.deepEqual(await column(page, 3), ['France', 'Ivory Coast'])
    await page.getByText('2 submissions').waitFor()
    assert.deepEqual(await axeFindings(page), [])

    await page.keyboard.press('/')
    await page.keyboard.type('lovel')
    await page.getByText('1 found').waitFor()
    assert.deepEqual(await column(page, 3), ['Ivory Coast'])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ])
    const rows: string[][] = parse(await readFile(await download.path()), { bom: true })
    assert.lengthOf(rows, 2)
    assert.include(rows[1], '007 Ada\nLovelace')
    await page.getByRole('searchbox').fill('')
    await page.getByText('2 submissions').waitFor()
    await page.getByRole('cell', { name: 'Grace' }).waitFor()

    // by keyboard: to the first row, open, next, close, delete
    await page.getByRole('row').nth(1).getByRole('button').focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: 'Submission' })
    await panel.getByRole('heading', { name: 'Grace' }).waitFor()
    await panel.getByText('1 question without an answer').click()
    await panel.getByText('No answer').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.keyboard.press('j')
    await panel.getByRole('region', { name: 'Answers' }).getByText('007 Ada\nLovelace').waitFor()
    await page.keyboard.press('k')
    await panel.getByRole('heading', { name: 'Grace' }).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await panel.getByRole('region', { name: 'Answers' }).getByText('007 Ada\nLovelace').waitFor()
    await panel.getByRole('button', { name: 'Delete submission' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete submission' }).click()
    await page.getByRole('cell', { name: 'Ivory Coast' }).waitFor({ state: 'detached' })
    assert.deepEqual(await column(page, 3), ['France'])
  })

  test('filters speak the language of each field, and are changed and taken away', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await publishedForm()
    await answer(form.slug, { name01: 'Ada', land: 'c0', age: 36 })
    await answer(form.slug, { name01: 'Grace', land: 'c1', age: 85 })
    await answer(form.slug, { name01: 'Linus' })
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await page.getByRole('cell', { name: 'Grace' }).waitFor()

    await page.getByRole('button', { name: 'Filter' }).click()
    await choose(chip(page, 'Question'), 'Country')
    await choose(chip(page, 'Comparison'), 'is not')
    await choose(chip(page, 'Value'), 'Spain')
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('cell', { name: 'Grace' }).waitFor({ state: 'detached' })
    assert.deepEqual(await column(page, 2), ['Linus', 'Ada'])

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await choose(chip(page, 'Question'), 'Age')
    await choose(chip(page, 'Comparison'), 'is less than')
    await write(chip(page, 'Value'), '40')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('cell', { name: 'Linus' }).waitFor({ state: 'detached' })
    assert.deepEqual(await column(page, 2), ['Ada'])
    assert.deepEqual(await axeFindings(page), [])

    await page.getByRole('button', { name: 'Remove the filter: Country is not Spain' }).click()
    await page.getByRole('button', { name: 'Age is less than 40', exact: true }).click()
    await write(chip(page, 'Value'), '90')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('cell', { name: 'Grace' }).waitFor()
    assert.deepEqual(await column(page, 2), ['Grace', 'Ada'])
  })

  test('new rows wait while somebody has scrolled; several are deleted at once', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await publishedForm()
    for (let at = 0; at < 60; at += 10) {
      await Promise.all(
        Array.from({ length: 10 }, (_, more) => answer(form.slug, { name01: `Person ${at + more}` })),
      )
    }
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    const table = page.getByRole('table', { name: 'Submissions' })
    await table.getByRole('row').nth(10).waitFor()
    assert.isBelow(await table.getByRole('row').count(), 60)
    await table.hover()
    await page.mouse.wheel(0, 900)
    const scrolled = () => page.evaluate<number>(`document.querySelector('[role=table]').scrollTop`)
    await eventually(async () => assert.isAbove(await scrolled(), 100))
    await answer(form.slug, { name01: 'Late Larry' })
    await page.getByRole('button', { name: '1 new' }).click()
    await page.getByRole('cell', { name: 'Late Larry' }).waitFor()
    assert.deepEqual((await column(page, 2))[0], 'Late Larry')

    const names = (await column(page, 2)).slice(0, 2)
    await table.getByRole('row').nth(1).getByRole('checkbox').check()
    await table.getByRole('row').nth(2).getByRole('checkbox').check()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete submissions' }).click()
    for (const name of names)
      await page.getByRole('cell', { name, exact: true }).waitFor({ state: 'detached' })
    await page.getByText('59 submissions').waitFor()
  })

  test('each cell is drawn by its kind, by the settings of the version that was answered', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const weight = { id: 'weight', kind: 'number', v: 1, key: 'weight', label: 'Weight' }
    const { creator, form } = await newForm([
      { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'Photo', settings: {} },
      { ...weight, settings: { suffix: ' kg', decimals: 1 } },
      {
        id: 'lands1',
        kind: 'select',
        v: 1,
        key: 'lands',
        label: 'Lands',
        settings: { ...COUNTRIES, multiple: true },
      },
      textBlock('pin001', 'PIN', { settings: { secret: true } }),
    ])
    await publish(creator, form.id)
    const cow = { id: randomUUID(), name: 'cow.png', size: 5, type: 'image/png' }
    const answers = { photo1: [cow], weight: 1250, lands1: ['c0', 'c2'], pin001: '1234' }
    const id = await storeSubmission(creator.workspaceId, form.id, answers)
    await patch(creator, form.id, 1, [
      {
        op: 'put',
        block_id: 'weight',
        kind: 'number',
        position: 'a5',
        content: { v: 1, key: 'weight', label: 'Weight', settings: { suffix: ' lb' } },
      },
    ])
    await publish(creator, form.id)
    await storeSubmission(creator.workspaceId, form.id, { weight: 7 }, { version: 2 })

    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await page.getByRole('cell', { name: '7 lb', exact: true }).waitFor()
    await page.getByRole('cell', { name: '1250.0 kg', exact: true }).waitFor()
    assert.equal(
      await page.getByRole('link', { name: 'cow.png' }).getAttribute('href'),
      `/api/forms/${form.slug}/submissions/${id}/files/${cow.id}`,
    )
    assert.deepEqual(
      await page.getByRole('cell', { name: 'France Ivory Coast' }).locator('.fw-tag').allTextContents(),
      ['France', 'Ivory Coast'],
    )
    await page.getByRole('cell', { name: '••••••••' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])

    // a link is followed and opens nothing; the rest of the row opens the submission
    await page.getByRole('link', { name: 'cow.png' }).dispatchEvent('click')
    assert.isTrue(await page.getByRole('complementary', { name: 'Submission' }).isHidden())
    await page.getByRole('cell', { name: 'France Ivory Coast' }).click()
    const panel = page.getByRole('complementary', { name: 'Submission' })
    await panel.getByText('1250.0 kg').waitFor()
    assert.deepEqual(await panel.getByRole('listitem').allTextContents(), [
      'cow.png PNG, 5 B',
      'France',
      'Ivory Coast',
    ])

    // a renamed option is renamed for all, in the open table too; the opened submission shows what was read
    const options = COUNTRIES.options.map(({ id, label }) => ({
      id,
      label: label === 'France' ? 'Gaul' : label,
    }))
    await patch(creator, form.id, 2, [
      {
        op: 'put',
        block_id: 'lands1',
        kind: 'select',
        position: 'a6',
        content: { v: 1, key: 'lands', label: 'Lands', settings: { options, multiple: true } },
      },
    ])
    await publish(creator, form.id)
    await page.getByRole('cell', { name: 'Gaul Ivory Coast' }).waitFor()
    await panel.getByRole('listitem').filter({ hasText: 'France' }).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await choose(chip(page, 'Question'), 'Lands')
    await chip(page, 'Value').click()
    await page.getByRole('option', { name: 'Gaul' }).waitFor()
  })

  test('a form of somebody else is not found', async ({ browserContext, visit }) => {
    const { form } = await publishedForm()
    await signIn(browserContext, await newCreator())
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await page.getByRole('heading', { name: 'Whoops, something went wrong (404)' }).waitFor()
  })
})
