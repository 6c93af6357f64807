import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings, axeFindingsInBoth } from '#tests/browser/axe'
import { chip, choose, write } from '#tests/browser/editor/rule_chips'
import { hasFocus } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, patch, publish, textBlock } from '#tests/functional/forms/factories'
import { storeSubmission } from '#tests/functional/submissions/storing'
import { Visitor } from '#tests/functional/visitor'

const options = (...labels: string[]) => labels.map((label) => ({ id: label.toLowerCase(), label }))
const block = (kind: string, id: string, label: string, settings: object = {}, more: object = {}) => ({
  ...{ id, kind, v: 1, key: id, label, settings },
  ...more,
})
const colours = (red: string) => ({
  multiple: true,
  options: [{ id: 'red', label: red }, ...options('Blue')],
})
const PHOTO = { id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'a.png', type: 'image/png', size: 9 }
const BLOCKS = [
  textBlock('name01', 'Name'),
  block('select', 'colour', 'Colors', colours('Red')),
  block('matrix', 'survey', 'Survey', { rows: options('Food', 'Room'), columns: options('Good', 'Bad') }),
  block('date', 'trip01', 'Trip'),
  block('number', 'nights', 'Nights'),
  block('calculation', 'double', 'Twice', { formula: '{#nights} * 2', type: 'number' }),
  block('file', 'photo1', 'Photo'),
  { id: 'people', kind: 'section', v: 1, key: 'people', settings: { title: 'People', repeating: true } },
  block('number', 'age001', 'Age', {}, { parent: 'people' }),
  textBlock('notes1', 'Notes'),
  textBlock('gone01', 'Nickname'),
]

async function answeredForm() {
  const made = await newForm(BLOCKS, 'Travellers')
  const { creator, form } = made
  await publish(creator, form.id)
  const store = (answers: Record<string, unknown>) => storeSubmission(creator.workspaceId, form.id, answers)
  await store({
    ...{
      name01: 'Ada',
      colour: ['red', 'blue'],
      survey: { food: 'good', room: 'bad' },
      trip01: '2024-02-01',
    },
    ...{ nights: 2, double: 4, gone01: 'Countess', photo1: [PHOTO] },
    people: [20, 41].map((age, at) => ({ id: `item${at}`, answers: { age001: age } })),
  })
  await store({
    name01: 'Grace',
    colour: ['red'],
    survey: { food: 'good' },
    trip01: '2024-03-09',
    nights: 5,
    double: 10,
  })
  await store({})
  const { id, kind, ...content } = block('select', 'colour', 'Colors', colours('Crimson'))
  await patch(creator, form.id, 1, [
    { op: 'put', block_id: id, kind, position: 'a1', content },
    { op: 'remove', block_id: 'gone01' },
  ])
  await publish(creator, form.id)
  return made
}

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** The cells of a table, row by row, once it is drawn. */
async function cells(page: Page, name: string): Promise<string[][]> {
  const table = card(page, name).getByRole('table')
  await table.waitFor()
  const rows = await table.locator('tbody tr').all()
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()))
}

test.group('The summary in the browser', () => {
  test('tells of each question what was answered, narrowed like the table', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await answeredForm()
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    const tabs = page.getByRole('navigation', { name: 'Submissions' })
    await tabs.getByRole('link', { name: 'Summary' }).press('Enter')
    await page.waitForURL('**/show/submissions/summary')
    await page.getByText('3 submissions', { exact: true }).waitFor()
    await hasFocus(page, tabs.getByRole('link', { name: 'Summary' }))

    assert.deepEqual(await cells(page, 'Colors'), [
      ['Crimson', '2', '100%'],
      ['Blue', '1', '50%'],
    ])
    assert.deepEqual(await cells(page, 'Survey'), [
      ['Food', '2', '0'],
      ['Room', '0', '1'],
    ])
    const facts = (name: string) => card(page, name).getByRole('definition').allInnerTexts()
    assert.deepEqual(await facts('Nights'), ['2', '3.5', '5'])
    assert.deepEqual(await facts('Twice'), ['4', '7', '10'])
    assert.deepEqual(await facts('Trip'), ['Feb 1, 2024', 'Mar 9, 2024'])
    assert.deepEqual(await facts('Age'), ['20', '30.5', '41'])
    await card(page, 'Age').getByText('People · 2 answers').waitFor()
    assert.deepEqual(await facts('Photo'), ['1', '1', '1'])
    await card(page, 'Notes').getByText('No answers').waitFor()
    await card(page, 'Nickname').getByText('Removed').waitFor()
    // the texts come with the rows of the table
    await card(page, 'Name').getByRole('link', { name: 'Ada' }).waitFor()
    assert.deepEqual(await card(page, 'Name').getByRole('listitem').allInnerTexts(), ['Grace', 'Ada'])
    assert.deepEqual(await axeFindingsInBoth(page), [])

    // the filter holds for both, and a text leads to its submission
    await page.getByRole('button', { name: 'Filter' }).click()
    await choose(chip(page, 'Question'), 'Name')
    await write(chip(page, 'Value'), 'Grace')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByText('1 submission', { exact: true }).waitFor()
    assert.deepEqual(await facts('Nights'), ['5', '5', '5'])
    await tabs.getByRole('link', { name: 'Table' }).click()
    await page.getByText('1 found').waitFor()
    await tabs.getByRole('link', { name: 'Summary' }).click()
    await card(page, 'Name').getByRole('link', { name: 'Grace' }).click()
    await page.getByRole('complementary', { name: /Submission/ }).waitFor()
  })

  test('what people wrote stands there as in the table: secrets hidden, long texts cut, times as written here', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await newForm([
      block('text', 'secret', 'Password', { secret: true }),
      textBlock('story1', 'Story'),
      block('color', 'paint1', 'Paint'),
      block('date', 'clock1', 'Clock', { asks: 'time' }),
      block('date', 'moment', 'Moment', { asks: 'datetime' }),
    ])
    await publish(creator, form.id)
    const story = 'Once upon a time there was a very long tale. '.repeat(30)
    const times = { clock1: '17:30', moment: '2026-03-14T17:30' }
    const store = (answers: object) =>
      storeSubmission(creator.workspaceId, form.id, {
        ...times,
        secret: 'open sesame',
        story1: story,
        ...answers,
      })
    for (const paint1 of ['#ff8800', '#ff8800', '#000000']) await store({ paint1 })
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions/summary`)
    await card(page, 'Password').getByText('••••••••').first().waitFor()
    assert.notInclude(await page.locator('body').innerText(), 'open sesame')

    // three lines are shown, and nothing of a fourth
    const heightIn = async (name: string) => {
      const box = await card(page, name).locator('a > [dir]').first().boundingBox()
      return box?.height ?? 0
    }
    assert.closeTo((await heightIn('Story')) / (await heightIn('Password')), 3, 0.1)

    assert.deepEqual(await cells(page, 'Paint'), [
      ['#ff8800', '2', '67%'],
      ['#000000', '1', '33%'],
    ])
    assert.equal(await card(page, 'Paint').getByText('Newest answers').count(), 0)
    const facts = (name: string) => card(page, name).getByRole('definition').allInnerTexts()
    const [clock] = await facts('Clock')
    assert.equal(clock.replace(/\s/g, ' '), '5:30 PM')
    const [moment] = await facts('Moment')
    assert.equal(moment.replace(/\s/g, ' '), 'Mar 14, 2026, 5:30 PM')
    assert.deepEqual(await axeFindingsInBoth(page), [])
  })

  test('many options begin with the most frequent; without submissions it says how they come', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const many = Array.from({ length: 30 }, (_, at) => ({ id: `o${at}`, label: `Option ${at + 1}` }))
    const { creator, form } = await newForm([block('select', 'choice', 'Choice', { options: many })])
    await publish(creator, form.id)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions/summary`)
    await page.getByRole('heading', { name: 'No submissions yet' }).waitFor()

    for (const choice of ['o29', 'o29', 'o1']) await storeSubmission(creator.workspaceId, form.id, { choice })
    await page.reload()
    await page.getByText('3 submissions', { exact: true }).waitFor()
    const [first, second] = await cells(page, 'Choice')
    assert.deepEqual(
      [first, second],
      [
        ['Option 30', '2', '67%'],
        ['Option 2', '1', '33%'],
      ],
    )
    await card(page, 'Choice').getByRole('button', { name: 'Show all 30' }).press('Enter')
    assert.lengthOf(await cells(page, 'Choice'), 30)
    assert.deepEqual((await cells(page, 'Choice'))[0], ['Option 1', '0', '0%'])

    await page.getByRole('searchbox', { name: 'Search all answers' }).fill('nobody wrote this')
    await page.getByText('No submissions match.').waitFor()
    await page.getByRole('button', { name: 'Show all', exact: true }).click()
    await card(page, 'Choice').waitFor()
  })

  test('counts what arrives while it is shown; what is known stays when it cannot be counted anew', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await answeredForm()
    const send = async (name01: string) => {
      const body = { submission_key: randomUUID(), answers: { name01 } }
      assert.equal((await new Visitor().post(`/api/forms/${form.slug}/submissions`, body)).status, 201)
    }
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions/summary`)
    await page.getByText('3 submissions', { exact: true }).waitFor()
    await send('Linus')
    await page.getByText('4 submissions', { exact: true }).waitFor()
    await card(page, 'Name').getByText('3 answers').waitFor()
    await card(page, 'Name').getByRole('link', { name: 'Linus' }).waitFor()

    await page.route('**/summary*', (route) => route.fulfill({ status: 409, json: {} }))
    await send('Margaret')
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    await card(page, 'Nights').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.unroute('**/summary*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('5 submissions', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
  })
})
