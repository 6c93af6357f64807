import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { BrowserContext, Locator, Page } from 'playwright'
import { axeFindings, axeFindingsInBoth } from '#tests/browser/axe'
import { chip, choose, write } from '#tests/browser/editor/rule_chips'
import { eventually } from '#tests/browser/eventually'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, patch, publish, textBlock } from '#tests/functional/forms/factories'
import { startDeliveries } from '#tests/functional/integrations/factories'
import { storeSubmission } from '#tests/functional/submissions/storing'
import { type Creator, Visitor } from '#tests/functional/visitor'

const COUNTRIES = {
  options: ['France', 'Spain', 'Ivory Coast'].map((label, at) => ({ id: `c${at}`, label })),
}
const BLOCKS = [
  textBlock('name01', 'Name'),
  { id: 'land01', kind: 'select', v: 1, key: 'land', label: 'Country', settings: COUNTRIES },
  { id: 'agey01', kind: 'number', v: 1, key: 'age', label: 'Age', settings: {} },
]
const LONG_LABEL = 'Is there anything that we should know before you come, such as what you cannot eat?'

async function answer(slug: string, answers: Record<string, unknown>): Promise<void> {
  const body = { submission_key: randomUUID(), answers }
  const sent = await new Visitor().post(`/api/forms/${slug}/submissions`, body)
  if (sent.status !== 201) throw new Error(`answer: ${sent.status} ${sent.text}`)
}

/** A published form with these answers, given one after the other. */
async function formWith(answers: Record<string, unknown>[], blocks: unknown[] = BLOCKS, creator?: Creator) {
  const made = await newForm(blocks, 'Travellers', creator)
  await publish(made.creator, made.form.id)
  for (const one of answers) await answer(made.form.slug, one)
  return made
}

/** The table of a form, once its first row is there. */
async function open(context: BrowserContext, slug: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`/forms/${slug}/show/submissions`)
  await page.getByRole('row').nth(1).waitFor()
  return page
}

/** The headings of columns of answers, as they stand beside each other. */
async function headings(page: Page): Promise<(string | null)[]> {
  const all = await page.getByRole('columnheader').all()
  const names = await Promise.all(all.map((one) => one.getAttribute('aria-label')))
  return names.slice(1)
}

const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const widthOf = async (page: Page, name: string) => (await heading(page, name).boundingBox())?.width
const edge = (page: Page, name: string) => page.getByRole('separator', { name: `Width of ${name}` })
const columns = (page: Page) => page.getByRole('dialog', { name: 'Columns' })

test.group('The table: columns', () => {
  test('by mouse they are drawn wider, moved and hidden, for this form alone, and stay so', async ({
    assert,
    browserContext,
  }) => {
    const { creator, form } = await formWith([{ name01: 'Ada', land: 'c0', age: 36 }])
    const other = await formWith([{ name01: 'Grace' }], BLOCKS, creator)
    await signIn(browserContext, creator)
    const page = await open(browserContext, form.slug)
    assert.deepEqual(await headings(page), ['Name', 'Country', 'Age'])
    const before = (await widthOf(page, 'Name')) ?? 0

    const box = await edge(page, 'Name').boundingBox()
    if (!box) throw new Error('no edge to draw at')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    await edge(page, 'Name')
      .and(page.locator(`[aria-valuenow="${before + 60}"]`))
      .waitFor()
    assert.equal(await widthOf(page, 'Name'), before + 60)
    // the column after it gives way
    const [name, country] = [
      await heading(page, 'Name').boundingBox(),
      await heading(page, 'Country').boundingBox(),
    ]
    assert.equal(country?.x, (name?.x ?? 0) + (name?.width ?? 0))

    await page.getByRole('button', { name: 'Columns' }).click()
    const [age, land] = [
      await columns(page).getByRole('button', { name: 'Move Age' }).boundingBox(),
      await columns(page).getByRole('button', { name: 'Move Country' }).boundingBox(),
    ]
    if (!age || !land) throw new Error('no handle to drag')
    await page.mouse.move(age.x + 14, age.y + 14)
    await page.mouse.down()
    await page.mouse.move(land.x + 14, land.y + 14, { steps: 6 })
    await page.mouse.up()
    await columns(page).getByRole('status').getByText('Age is column 2 of 3.').waitFor()
    assert.equal(await page.getByText('was dropped over').count(), 0)
    // pressed as long as a finger takes: for 50 ms after a drag dnd-kit takes a click for the end of it
    await columns(page).getByRole('checkbox', { name: 'Country' }).click({ delay: 100 })
    await page.getByRole('button', { name: 'Columns (1 hidden)' }).waitFor()
    assert.deepEqual(await headings(page), ['Name', 'Age'])
    await page.reload()
    await page.getByRole('row').nth(1).waitFor()
    assert.deepEqual(await headings(page), ['Name', 'Age'])
    assert.equal(await widthOf(page, 'Name'), before + 60)
    assert.deepEqual(await page.getByRole('row').nth(1).getByRole('cell').allTextContents().then(rest), [
      'Ada',
      '36',
    ])

    // in the same tab, to the other form and back
    await page.getByRole('link', { name: 'Forms', exact: true }).click()
    await page.getByRole('rowheader', { name: 'Travellers' }).nth(1).waitFor()
    await page.goto(`/forms/${other.form.slug}/show/submissions`)
    await page.getByRole('cell', { name: 'Grace' }).waitFor()
    assert.deepEqual(await headings(page), ['Name', 'Country', 'Age'])
    assert.equal(await widthOf(page, 'Name'), before)
    await page.goto(`/forms/${form.slug}/show/submissions`)
    await page.getByRole('cell', { name: 'Ada' }).waitFor()
    assert.deepEqual(await headings(page), ['Name', 'Age'])

    await page.getByRole('button', { name: 'Columns (1 hidden)' }).click()
    await columns(page).getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('button', { name: 'Columns', exact: true }).waitFor()
    assert.deepEqual(await headings(page), ['Name', 'Country', 'Age'])
    await edge(page, 'Age').dblclick()
    assert.equal(await widthOf(page, 'Name'), before)
  })

  test('by keyboard alone they are made wider, moved from end to end and hidden', async ({
    assert,
    browserContext,
  }) => {
    const { creator, form } = await formWith([{ name01: 'Ada', land: 'c0', age: 36 }])
    await signIn(browserContext, creator)
    const page = await open(browserContext, form.slug)
    const focused = page.locator(':focus')
    const before = (await widthOf(page, 'Name')) ?? 0
    await edge(page, 'Name').focus()
    for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await edge(page, 'Name')
      .and(page.locator(`[aria-valuenow="${before + 32}"]`))
      .waitFor()
    assert.equal(await widthOf(page, 'Name'), before + 32)

    await page.getByRole('button', { name: 'Columns' }).focus()
    await page.keyboard.press('Enter')
    await columns(page).getByRole('button', { name: 'Reset' }).and(focused).waitFor()
    await page.keyboard.press('Tab')
    const handle = columns(page).getByRole('button', { name: 'Move Name' })
    await handle.and(focused).waitFor()
    await page.keyboard.press('ArrowDown')
    await columns(page).getByText('Name is column 2 of 3.').waitFor()
    await page.keyboard.press('End')
    await columns(page).getByText('Name is column 3 of 3.').waitFor()
    // at the end nothing more happens, and the focus is where it was
    await page.keyboard.press('ArrowDown')
    await handle.and(focused).waitFor()
    assert.deepEqual(await headings(page), ['Country', 'Age', 'Name'])
    // without dragging, by a menu
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
    await columns(page).getByText('Name is column 2 of 3.').waitFor()
    assert.deepEqual(await headings(page), ['Country', 'Name', 'Age'])
    await handle.and(focused).waitFor()
    await page.keyboard.press('Tab')
    await columns(page).getByRole('checkbox', { name: 'Name' }).and(focused).waitFor()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Columns (1 hidden)' }).waitFor()
    await page.keyboard.press('Escape')
    await columns(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Columns (1 hidden)' }).and(focused).waitFor()
    assert.deepEqual(await headings(page), ['Country', 'Age'])
  })

  test('the column of a deleted field stays, is arranged and narrows the table by its own options', async ({
    assert,
    browserContext,
  }) => {
    const { creator, form } = await formWith([
      { name01: 'Ada', land: 'c0' },
      { name01: 'Grace', land: 'c1' },
    ])
    await patch(creator, form.id, 1, [{ op: 'remove', block_id: 'land01' }])
    await publish(creator, form.id)
    await answer(form.slug, { name01: 'Linus', age: 9 })
    await signIn(browserContext, creator)
    const page = await open(browserContext, form.slug)
    assert.deepEqual(await headings(page), ['Name', 'Age', 'Country'])
    await page.getByRole('button', { name: 'Columns' }).click()
    await columns(page).getByRole('button', { name: 'Move Country' }).press('ArrowUp')
    await columns(page).getByText('Country is column 2 of 3.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await choose(chip(page, 'Question'), 'Country')
    await choose(chip(page, 'Value'), 'Spain')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByText('1 found').waitFor()
    await page.getByRole('button', { name: 'Country is Spain', exact: true }).waitFor()
    assert.deepEqual(rest(await page.getByRole('row').nth(1).getByRole('cell').allTextContents()), [
      'Grace',
      'Spain',
      '',
    ])
  })

  test('sixty columns and cells of all kinds: only what is seen is drawn, and the page never scrolls sideways', async ({
    assert,
    browserContext,
  }) => {
    const blocks = Array.from({ length: 60 }, (_, at) => textBlock(`text${100 + at}`, `Question ${at + 1}`))
    const { creator, form } = await formWith([], blocks)
    const texts = ['x'.repeat(100_000), 'مرحبا بالعالم', '👩‍👩‍👧‍👦🎉', 'one\n\ntwo', '‮sdrawkcab', '<b>bold</b>']
    for (const text of texts) {
      await storeSubmission(creator.workspaceId, form.id, { text100: text, text159: `last: ${text}` })
    }
    await storeSubmission(creator.workspaceId, form.id, {})
    await signIn(browserContext, creator)
    const page = await open(browserContext, form.slug)
    await page.getByRole('cell', { name: '<b>bold</b>' }).first().waitFor()
    await page.getByRole('cell', { name: 'one two' }).waitFor()
    await page.locator('[dir=auto]:dir(rtl)').getByText('مرحبا بالعالم').waitFor()
    assert.isBelow(await page.getByRole('columnheader').count(), 20)
    const overflow = () =>
      page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    assert.equal(await overflow(), 0)

    // by keys to the last one
    await page.getByRole('table', { name: 'Submissions' }).focus()
    await page.evaluate(`document.querySelector('[role=table]').scrollLeft = 1e6`)
    await heading(page, 'Question 60').waitFor()
    await page.getByRole('cell', { name: 'last: one two' }).waitFor()
    assert.equal(await overflow(), 0)
    assert.equal(await page.getByRole('table').getAttribute('aria-colcount'), '61')
    await page.getByRole('button', { name: 'Columns' }).click()
    await columns(page).getByRole('button', { name: 'Move Question 60' }).press('ArrowUp')
    await columns(page).getByText('Question 60 is column 59 of 60.').waitFor()
    assert.deepEqual((await headings(page)).slice(-2), ['Question 60', 'Question 59'])
    assert.deepEqual(await axeFindings(page), [])
  })
})

/** Cells without the first one, which says when. */
function rest(cells: string[]): string[] {
  return cells.slice(1)
}

test.group('The table: narrowed', (group) => {
  // counts are kept by what consumes the outbox
  group.setup(() => {
    const background = startDeliveries()
    return () => background.stop()
  })

  test('search and filters hold together; nothing found says so and leads back', async ({
    assert,
    browserContext,
  }) => {
    const { creator, form } = await formWith([
      { name01: 'Ada Lovelace', land: 'c0', age: 36 },
      { name01: 'Ada Smith', land: 'c1', age: 85 },
      { name01: 'Grace', land: 'c0', age: 9 },
    ])
    await signIn(browserContext, creator)
    const page = await open(browserContext, form.slug)
    await page.getByText('3 submissions').waitFor()
    await page.getByRole('searchbox').fill('ada')
    await page.getByText('2 found').waitFor()
    // by keyboard alone: the field, how, what with
    await page.getByRole('button', { name: 'Filter', exact: true }).focus()
    await page.keyboard.press('Enter')
    const focused = (found: Locator) => found.and(page.locator(':focus')).waitFor()
    await focused(chip(page, 'Question'))
    await page.keyboard.press('Enter')
    await focused(page.getByRole('listbox', { name: 'Question' }))
    await page.keyboard.type('Age')
    await page.keyboard.press('Enter')
    await focused(page.getByRole('button', { name: 'Question: Age' }))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await focused(page.getByRole('listbox', { name: 'Comparison' }))
    await page.keyboard.type('is more')
    await page.keyboard.press('Enter')
    await focused(page.getByRole('button', { name: 'Comparison: is more than' }))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await focused(page.getByRole('textbox', { name: 'Value' }))
    await page.keyboard.press('Control+a')
    await page.keyboard.type('50')
    await page.keyboard.press('Enter')
    await focused(chip(page, 'Value'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Age is more than 50', exact: true }).waitFor()
    await page.getByText('1 found').waitFor()
    await page.getByRole('cell', { name: 'Ada Smith' }).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).and(page.locator(':focus')).waitFor()

    // it stays so: after a reload, in the summary, by way of the bin and after Back; the form's own link leads to all
    const isNarrowed = async (count = '1 found') => {
      await page.getByRole('button', { name: 'Age is more than 50', exact: true }).waitFor()
      await page.getByText(count, { exact: true }).waitFor()
      assert.equal(await page.getByRole('searchbox').inputValue(), 'ada')
    }
    const tabs = page.getByRole('navigation', { name: 'Submissions' })
    await page.reload()
    await isNarrowed()
    await tabs.getByRole('link', { name: 'Summary' }).click()
    await isNarrowed('1 submission')
    await page.getByRole('link', { name: 'Ada Smith' }).click()
    await page.getByRole('complementary', { name: 'Submission' }).waitFor()
    await isNarrowed()
    await page.goBack()
    await isNarrowed('1 submission')
    await tabs.getByRole('link', { name: 'Bin' }).click()
    await page.getByRole('heading', { name: 'Bin', exact: true }).waitFor()
    await tabs.getByRole('link', { name: 'Table' }).click()
    await isNarrowed()
    await page
      .getByRole('navigation', { name: 'Pages of this form' })
      .getByRole('link', { name: 'Submissions' })
      .click()
    await page.getByText('3 submissions').waitFor()
    await page.goBack()
    await isNarrowed()

    await page.getByRole('searchbox').fill('grace')
    await page.getByText('No submissions match.').waitFor()
    await page.getByText('0 found').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByText('3 submissions').waitFor()
    assert.equal(await page.getByRole('searchbox').inputValue(), '')
    assert.equal(await page.getByRole('list', { name: 'Filters' }).count(), 0)
  })

  test('table and summary are narrowed to days on which submissions came in, by keyboard alone', async ({
    assert,
    browserContext,
  }) => {
    const { creator, form } = await formWith([])
    for (const [name01, receivedAt] of [
      ['October', '2025-10-31T12:00:00Z'],
      ['November', '2025-11-01T12:00:00Z'],
      ['Later', '2025-11-30T12:00:00Z'],
      ['December', '2025-12-01T12:00:00Z'],
    ])
      await storeSubmission(creator.workspaceId, form.id, { name01 }, { receivedAt })
    await signIn(browserContext, creator)
    const page = await open(browserContext, form.slug)
    await page.getByText('4 submissions').waitFor()
    const { keyboard } = page
    const focused = (found: Locator) => found.and(page.locator(':focus')).waitFor()
    const pick = async (list: string, words: string) => {
      await keyboard.press('Enter')
      await focused(page.getByRole('listbox', { name: list }))
      await keyboard.type(words)
      await keyboard.press('Enter')
      await focused(chip(page, list))
      await keyboard.press('Tab')
    }
    const day = async (name: string, typed: string) => {
      await keyboard.press('Enter')
      await focused(page.getByLabel(name, { exact: true }))
      await keyboard.type(typed)
      await keyboard.press('Enter')
      await focused(chip(page, name))
      await keyboard.press('Tab')
    }
    await page.getByRole('button', { name: 'Filter', exact: true }).focus()
    await keyboard.press('Enter')
    await focused(chip(page, 'Question'))
    await pick('Question', 'Received')
    await pick('Comparison', 'is between')
    await day('Value', '11012025')
    await day('Upper value', '11302025')
    await keyboard.press('Enter')
    await page
      .getByRole('button', { name: 'Received is between Nov 1, 2025 and Nov 30, 2025', exact: true })
      .waitFor()
    await page.getByText('2 found').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('link', { name: 'Summary' }).press('Enter')
    await page.getByText('2 submissions', { exact: true }).waitFor()
  })

  test('while something rare is looked for it is said how far; it is stopped and taken up again', async ({
    assert,
    browserContext,
  }) => {
    const { creator, form } = await formWith([{ name01: 'Ada' }])
    await signIn(browserContext, creator)
    // A server that takes its time: each request looks through one more month.
    let asked = 0
    const held: (() => void)[] = []
    const answerNext = async () => {
      await eventually(async () => assert.lengthOf(held, 1))
      held.pop()?.()
    }
    await browserContext.route('**/submissions?*search=rare*', async (route) => {
      const turn = ++asked
      if (turn > 1) await new Promise<void>((resolve) => held.push(resolve))
      const page: { data: object } = await (await route.fetch()).json()
      const end = turn === 4
      await route.fulfill({
        json: {
          data: {
            ...page.data,
            total: null,
            looked_back_to: end ? null : `2026-0${6 - turn}-15T12:00:00.000Z`,
          },
          next_cursor: end
            ? null
            : 'MjAyNi0wMS0wMSAwMDowMDowMCswMCAwMTliMDAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDA',
        },
      })
    })
    const page = await open(browserContext, form.slug)
    await page.getByRole('searchbox').fill('rare')
    await page.getByText(/^Still searching\. 0 found back to May 15/).waitFor()
    await page.getByRole('status').getByText('Searching', { exact: true }).waitFor()
    assert.equal(await page.getByText('No submissions match.').count(), 0)
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Stop searching' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Keep searching' }).and(page.locator(':focus')).waitFor()
    await answerNext()
    await page.getByText(/^Stopped\. 0 found back to Apr 15/).waitFor()
    await page.getByText('0+ found').waitFor()
    assert.equal(asked, 2)
    assert.deepEqual(await axeFindings(page), [])

    await page.keyboard.press('Enter')
    await answerNext()
    await page.getByText(/back to Mar 15/).waitFor()
    await answerNext()
    await page.getByText('No submissions match.').waitFor()
    await page.getByText('0 found', { exact: true }).waitFor()
    assert.equal(await page.getByText('Still searching').count(), 0)

    // what is refused as it is asked is refused again
    await page.getByRole('searchbox').fill('x'.repeat(501))
    const refusal = page.getByRole('alert').filter({ hasText: 'Search for 500 characters or fewer.' })
    await refusal.waitFor()
    assert.equal(await refusal.getByRole('button').count(), 0)
  })
})

test.group('The table: axe', () => {
  for (const width of [1280, 390]) {
    test(`nothing to find in light and dark: ${width} px`, async ({ assert, browser, cleanup }) => {
      const blocks = [...BLOCKS, textBlock('long01', LONG_LABEL)]
      const { creator, form } = await formWith(
        [{ name01: 'Ada', land: 'c0', age: 36, long01: 'No nuts. '.repeat(40) }, { name01: 'Grace' }],
        blocks,
      )
      const context = await browser.newContext({
        baseURL: creator.visitor.baseUrl,
        viewport: { width, height: 800 },
      })
      cleanup(() => context.close())
      await signIn(context, creator)
      const page = await open(context, form.slug)
      assert.deepEqual(await axeFindingsInBoth(page), [], 'the table')
      await page.getByRole('button', { name: 'Columns' }).click()
      await columns(page).getByRole('checkbox', { name: 'Country' }).uncheck()
      await page.getByRole('button', { name: 'Columns (1 hidden)' }).waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'its columns')
      await page.keyboard.press('Escape')
      await columns(page).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await write(chip(page, 'Value'), 'Ada')
      assert.deepEqual(await axeFindingsInBoth(page), [], 'a filter that is written')
      await page.getByRole('button', { name: 'Add filter' }).click()
      await page.getByText('1 found').waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'a filter that holds')
      await page.getByRole('row').nth(1).getByRole('checkbox').check()
      await page.getByText('1 selected').waitFor()
      await page.getByRole('row').nth(1).getByRole('button').click()
      await page.getByRole('complementary', { name: 'Submission' }).getByText('No nuts.').waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'one submission')
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      assert.equal(await page.evaluate<number>(overflow), 0)
    })
  }
})
