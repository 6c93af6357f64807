import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings, axeFindingsInBoth } from '#tests/browser/axe'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { submit } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'
import { answeredWithout } from '#tests/functional/submissions/storing'
import { Visitor } from '#tests/functional/visitor'

const BLOCKS = [
  textBlock('name01', 'Name', { key: 'name', required: true }),
  { id: 'seats1', kind: 'number', v: 1, key: 'seats', label: 'Seats', settings: { max: 4 } },
  {
    ...{ id: 'town01', kind: 'select', v: 1, key: 'town', label: 'Town' },
    settings: { options: ['Graz', 'Linz', 'Wels'].map((label) => ({ id: label.toLowerCase(), label })) },
  },
  {
    ...{ id: 'price1', kind: 'calculation', v: 1, key: 'price', label: 'Price' },
    settings: { result: 'number', formula: '{#seats1} * 10' },
  },
  {
    ...{ id: 'people', kind: 'section', v: 1, key: 'guests' },
    settings: { title: 'Guests', repeating: true, min: 0, max: 9 },
  },
  textBlock('guest1', 'Guest', { key: 'guest', parent: 'people' }),
  { id: 'day001', kind: 'date', v: 1, key: 'day', label: 'Day', settings: {} },
  { id: 'files1', kind: 'file', v: 1, key: 'files', label: 'Ticket', settings: {} },
]

const panel = (page: Page) => page.getByRole('complementary', { name: 'Submission' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit answers' })

test.group('Editing answers in the browser', () => {
  test('they are changed in the controls of the form, checked as they were, and who did it stands below', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await newForm(BLOCKS, 'Party')
    await publish(creator, form.id)
    const answers = { name: 'Ada', seats: 2, town: 'graz', guests: [{ guest: 'Bob' }, { guest: 'Eve' }] }
    const sent = await submit({ slug: form.slug, visitor: new Visitor() }, answers)
    const { id } = sent.body.data
    await signIn(browserContext, creator)
    // what a browser calls its language may be no name of one
    await browserContext.addInitScript(
      `Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' })`,
    )
    const page = await visit(`/forms/${form.slug}/show/submissions?submission=${id}`)
    await panel(page).getByText('Eve', { exact: true }).waitFor()
    await panel(page).getByRole('button', { name: 'Edit answers' }).click()
    const seats = dialog(page).getByLabel('Seats')
    await seats.waitFor()
    assert.equal(await seats.inputValue(), '2')
    assert.isTrue(await dialog(page).getByRole('radio', { name: 'Graz' }).isChecked())
    assert.equal(await dialog(page).getByLabel('Price').count(), 0)
    const guests = dialog(page).getByLabel('Guest', { exact: true })
    assert.equal(await guests.nth(1).inputValue(), 'Eve')
    assert.deepEqual(await axeFindingsInBoth(page), [])

    // what cannot be read is said at once, what the form refuses by the server
    const save = dialog(page).getByRole('button', { name: 'Save answers' })
    await seats.fill('many')
    await save.click()
    await dialog(page).getByText('Enter a number.').waitFor()
    await seats.and(page.locator(':focus')).waitFor()
    await seats.fill('9')
    await dialog(page).getByLabel('Name', { exact: true }).fill('')
    await save.click()
    await dialog(page).getByText('Please answer this.').waitFor()
    await dialog(page).getByText('Enter at most 4.').waitFor()
    assert.equal(await seats.getAttribute('aria-invalid'), 'true')
    assert.deepEqual(await axeFindings(page), [])

    await seats.fill('3')
    await dialog(page).getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await dialog(page).getByRole('radio', { name: 'Linz' }).check()
    await guests.nth(1).fill('Joan')
    await dialog(page).getByLabel('Day', { exact: true }).scrollIntoViewIfNeeded()
    await dialog(page).getByRole('button', { name: 'Calendar' }).click()
    await page.locator('td:focus').press('Enter')
    await dialog(page)
      .getByLabel('Ticket')
      .setInputFiles({ name: 'ticket.txt', mimeType: 'text/plain', buffer: Buffer.from('seat 7') })
    await dialog(page).getByText('ticket.txt').first().waitFor()
    await save.click()
    await page.getByText('Answers changed.').waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    for (const text of ['Ada Lovelace', '30', 'Linz', 'Bob', 'Joan'])
      await panel(page).getByText(text, { exact: true }).first().waitFor()
    await panel(page).getByRole('link', { name: 'ticket.txt' }).waitFor()
    await panel(page).getByText('Edited once').click()
    await panel(page)
      .getByText(/Ada Example: Name, Seats, Town, Price, Guests, Day, Ticket/)
      .waitFor()
    await page.getByRole('cell', { name: 'Ada Lovelace', exact: true }).waitFor()
  })

  test('two who edit the same are told, and what only one of them changed stays', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await newForm(BLOCKS, 'Party')
    await publish(creator, form.id)
    const answers = { name: 'Ada', seats: 1, guests: [{ guest: 'Bob' }] }
    const sent = await submit({ slug: form.slug, visitor: new Visitor() }, answers)
    const path = `/api/forms/${form.id}/answers/${sent.body.data.id}`
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions?submission=${sent.body.data.id}`)
    await panel(page).getByRole('button', { name: 'Edit answers' }).click()
    const seats = dialog(page).getByLabel('Seats')
    await seats.fill('3')
    await dialog(page).getByRole('button', { name: 'Add another: Guests' }).click()
    await dialog(page).getByLabel('Guest', { exact: true }).nth(1).fill('Eve')
    const guests = [{ guest: 'Joan' }, { guest: 'Max' }]
    await creator.visitor.patch(path, { answers: { name: 'Ada Lovelace', seats: 2, guests } })
    const save = dialog(page).getByRole('button', { name: 'Save answers' })
    await save.click()
    const told = dialog(page).getByText('Somebody else has just changed this.')
    await told.first().waitFor()
    assert.equal(await told.count(), 2)
    await seats.and(page.locator(':focus')).waitFor()
    assert.equal(await seats.inputValue(), '3')
    // somebody saves while these are on their way
    await page.route(
      `**/answers/${sent.body.data.id}`,
      async (route) => {
        await creator.visitor.patch(path, { answers: { seats: 4 } })
        await route.continue()
      },
      { times: 1 },
    )
    await save.click()
    await told.nth(1).waitFor({ state: 'detached' })
    assert.equal(await told.count(), 1)
    const { body: between } = await creator.visitor.get<{ data: { answers: Record<string, unknown> } }>(path)
    assert.deepInclude(between.data.answers, { seats: 4 })
    await save.click()
    await page.getByText('Answers changed.').waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    const { body } = await creator.visitor.get<{ data: { answers: Record<string, unknown> } }>(path)
    assert.deepInclude(body.data.answers, { name: 'Ada Lovelace', seats: 3 })
  })

  test('what is typed stays where the submission or its form is deleted meanwhile, and is saved once that is back', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await newForm(BLOCKS, 'Party')
    await publish(creator, form.id)
    const sent = await submit({ slug: form.slug, visitor: new Visitor() }, { name: 'Ada', seats: 1 })
    const { id } = sent.body.data
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions?submission=${id}`)
    const name = dialog(page).getByLabel('Name', { exact: true })
    const save = dialog(page).getByRole('button', { name: 'Save answers' })
    const edit = async (typed: string, told: string) => {
      await panel(page).getByRole('button', { name: 'Edit answers' }).click()
      await name.fill(typed)
      return { told: dialog(page).getByRole('status').filter({ hasText: told }) }
    }
    const one = await edit('Ada Lovelace', 'This submission was deleted.')
    await creator.visitor.delete(`/api/forms/${form.id}/submissions/${id}`)
    await one.told.waitFor()
    assert.equal(await name.inputValue(), 'Ada Lovelace')
    assert.deepEqual(await axeFindingsInBoth(page), [])
    await save.click()
    await page.locator('.mantine-Notification-root').waitFor()
    await creator.visitor.post(`/api/forms/${form.id}/bin/restorations`, { ids: [id] })
    await save.click()
    await page.getByText('Answers changed.').waitFor()
    await dialog(page).waitFor({ state: 'detached' })

    const all = await edit('Ada King', 'This form was deleted')
    await creator.visitor.delete(`/api/forms/${form.id}`)
    await all.told.waitFor()
    assert.equal(await name.inputValue(), 'Ada King')
    await creator.visitor.post(`/api/workspaces/${creator.workspaceId}/bin/${form.id}/restoration`, {})
    await save.click()
    await dialog(page).waitFor({ state: 'detached' })
    await panel(page).getByText('Ada King', { exact: true }).last().waitFor()

    // of a draft nothing is said where none is edited
    await creator.visitor.delete(`/api/forms/${form.id}`)
    await page.getByRole('heading', { name: 'This form is gone' }).waitFor()
    assert.equal(await page.getByText('kept in this browser').count(), 0)
    assert.deepEqual(await axeFindingsInBoth(page), [])
    // nor is somebody left alone who comes by a bookmark
    await page.reload()
    await page.getByText('A form that was deleted can be restored').waitFor()
    await page.getByRole('link', { name: 'Open the bin' }).click()
    await page.getByText('Party').waitFor()
  })

  test('items of a section are added and removed within its bounds, by keyboard, on a phone', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const blocks = BLOCKS.map((block) =>
      block.id === 'people'
        ? { ...block, settings: { title: 'Guests', repeating: true, min: 1, max: 3 } }
        : block,
    )
    const { creator, form } = await newForm(blocks, 'Party')
    await publish(creator, form.id)
    const answers = { name: 'Ada', guests: [{ guest: 'Bob' }, { guest: 'Eve' }] }
    const sent = await submit({ slug: form.slug, visitor: new Visitor() }, answers)
    const context = await browser.newContext({
      baseURL: creator.visitor.baseUrl,
      viewport: { width: 390, height: 800 },
    })
    cleanup(() => context.close())
    await signIn(context, creator)
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}/show/submissions?submission=${sent.body.data.id}`)
    await panel(page).getByRole('button', { name: 'Edit answers' }).click()
    const press = async (name: string) => {
      await dialog(page).getByRole('button', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    const guest = (title: string) =>
      dialog(page).getByRole('group', { name: title, exact: true }).getByLabel('Guest', { exact: true })
    const has = (title: string) =>
      dialog(page).getByRole('heading', { name: title, exact: true }).and(page.locator(':focus')).waitFor()
    await guest('Guests 2').waitFor()
    await press('Remove Guests 1')
    await has('Guests 2')
    assert.equal(
      await dialog(page)
        .getByRole('button', { name: /^Remove/ })
        .count(),
      0,
    )
    await press('Add another: Guests')
    await has('Guests 3')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await guest('Guests 3').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Joan')
    await press('Add another: Guests')
    await has('Guests 4')
    await dialog(page).getByText('No more than 3 can be added.').waitFor()
    assert.deepEqual(await axeFindingsInBoth(page), [])
    const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    assert.equal(await page.evaluate<number>(sideways), 0)
    await press('Remove Guests 4')
    await dialog(page).getByRole('button', { name: 'Save answers' }).click()
    await page.getByText('Answers changed.').waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    await panel(page).getByText('Joan', { exact: true }).waitFor()
    await panel(page).getByText('Eve', { exact: true }).waitFor()
    assert.equal(await panel(page).getByText('Bob', { exact: true }).count(), 0)
  })

  test('a question whose kind is not installed any more is told, and its answer stays', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const stars = (id: string, parent?: string) => ({
      ...{ id, kind: 'rating', v: 1, key: id, label: 'Stars', settings: {}, ...(parent && { parent }) },
    })
    const { creator, form } = await newForm([...BLOCKS, stars('stars1'), stars('stars2', 'people')], 'Party')
    await publish(creator, form.id)
    const answers = { name: 'Ada', stars1: 3, guests: [{ guest: 'Bob', stars2: 2 }] }
    const sent = await submit({ slug: form.slug, visitor: new Visitor() }, answers)
    const { id } = sent.body.data
    await answeredWithout(form, 'rating', id)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions?submission=${id}`)
    await panel(page).getByRole('button', { name: 'Edit answers' }).click()
    const name = dialog(page).getByLabel('Name', { exact: true })
    await name.waitFor()
    const said = 'This cannot be changed: The block type “comet” is not installed. Its answer stays as it is.'
    await dialog(page).getByText(said).nth(1).waitFor()
    assert.equal(await dialog(page).getByText('Stars', { exact: true }).count(), 2)
    assert.deepEqual(await axeFindingsInBoth(page), [])
    // in a new item nothing was answered
    await dialog(page).getByRole('button', { name: 'Add another: Guests' }).click()
    await dialog(page).getByLabel('Guest', { exact: true }).nth(1).fill('Eve')
    await dialog(page).getByText('The block type “comet” is not installed.').nth(2).waitFor()
    assert.equal(await dialog(page).getByText(said).count(), 2)
    await name.fill('Ada Lovelace')
    await dialog(page).getByRole('button', { name: 'Save answers' }).click()
    await page.getByText('Answers changed.').waitFor()
    const kept = await inWorkspace<{ stars: number; items: number[] }>(
      creator.workspaceId,
      `select (answers -> 'stars1')::int as stars, jsonb_path_query_array(answers, '$.people[*].answers.stars2') as items
       from submissions`,
    )
    assert.deepEqual(kept, [{ stars: 3, items: [2] }])
  })
})
