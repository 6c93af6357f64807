import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import {
  draftOf,
  newDesk,
  openDesk,
  publish,
  saved,
  type Desk,
  type GivenBlock,
} from '#tests/browser/editor/editor_page'
import { eventually } from '#tests/browser/eventually'
import { Visitor } from '#tests/functional/visitor'

const GIVEN: GivenBlock[] = [
  {
    id: 'contactblk1',
    kind: 'text',
    label: 'Contact',
    key: 'contact',
    settings: { minLength: 3, maxLength: 80, autocomplete: 'email' },
  },
  {
    id: 'countryblk1',
    kind: 'select',
    label: 'Country',
    key: 'country',
    settings: {
      appearance: 'dropdown',
      options: [
        { id: 'fr', label: 'France' },
        { id: 'pe', label: 'Peru' },
      ],
    },
  },
  {
    id: 'regionblk01',
    kind: 'text',
    label: 'Region of {#countryblk1} for {#contactblk1}',
    key: 'region',
    rules: [
      {
        when: {
          all: [
            { left: { field: 'countryblk1' }, op: 'is', right: { value: 'fr' } },
            { left: { field: 'contactblk1' }, op: 'contains', right: { value: '@' } },
          ],
        },
        do: 'show',
      },
    ],
  },
]

const block = (page: Page, id: string) => page.locator(`[data-block="${id}"]`)
const panel = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 2 })

/** A block as it is stored. */
async function stored(desk: Desk, id: string) {
  await saved(desk.page)
  const row = (await draftOf(desk)).find((one) => one.block_id === id)
  const content: Record<string, unknown> = row?.content ?? {}
  const found: Record<string, unknown> = { kind: row?.kind, ...content }
  return found
}

/** The rules of a block. */
const rulesOf = (row: Awaited<ReturnType<typeof stored>>) => JSON.stringify(row.rules)

/** Turns a block into another, by the keyboard alone: from its handle. */
async function turnByKeys(page: Page, id: string, name: string): Promise<void> {
  const keys = page.keyboard
  await block(page, id).focus()
  await keys.press('Tab')
  await keys.press('Enter')
  await page.getByRole('menuitem', { name: 'Turn into' }).focus()
  await keys.press('Enter')
  const item = page.getByRole('menuitem', { name, exact: true })
  await item.waitFor()
  await page.locator('[role=menuitem]:focus').filter({ hasNotText: 'Turn into' }).waitFor()
  await item.focus()
  await keys.press('Enter')
  await item.waitFor({ state: 'detached' })
}

async function send(slug: string, answers: object): Promise<void> {
  const sent = await new Visitor().post(`/api/forms/${slug}/submissions`, {
    submission_key: crypto.randomUUID(),
    answers,
  })
  if (sent.status !== 201) throw new Error(`${sent.status} ${sent.text}`)
}

test.group('Editor: one kind into another', () => {
  test('text into e-mail by keys: the same block, one step, and what was answered before is still read', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await publish(page)
    await send(desk.slug, { contact: 'by pigeon', country: 'fr' })

    await turnByKeys(page, 'contactblk1', 'Email')
    await panel(page, 'Email').waitFor()
    const status = page.locator('#main [role="status"]').last()
    await eventually(async () => assert.equal(await status.textContent(), 'Turned into Email.'))
    assert.include(
      await page.locator('[data-block]:focus, [data-block] :focus').getAttribute('aria-label'),
      'Email',
    )
    assert.containsSubset(await stored(desk, 'contactblk1'), {
      kind: 'email',
      label: 'Contact',
      key: 'contact',
    })
    await block(page, 'contactblk1').locator('input[inputmode="email"]').waitFor()

    await page.keyboard.press('Control+z')
    await panel(page, 'Short text').waitFor()
    assert.containsSubset(await stored(desk, 'contactblk1'), { kind: 'text', settings: { minLength: 3 } })
    await page.keyboard.press('Control+Shift+z')
    await panel(page, 'Email').waitFor()

    // what names it goes on doing so
    assert.include(rulesOf(await stored(desk, 'regionblk01')), '"contains"')
    assert.equal(
      await block(page, 'regionblk01').locator('[data-text="label"]').innerText(),
      'Region of Country for Contact',
    )
    await publish(page, 2)
    await send(desk.slug, { contact: 'ada@example.com', country: 'pe' })
    await page.goto(`/forms/${desk.slug}/show/submissions`)
    await page.getByRole('cell', { name: 'by pigeon' }).waitFor()
    await page.getByRole('cell', { name: 'ada@example.com' }).waitFor()
  })

  test('dropdown into checkboxes and back: options stay, rules go along, the other browser sees it', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await publish(page)
    await send(desk.slug, { contact: 'ada@example.com', country: 'pe' })
    const other = await openDesk(browser, desk.creator, desk.formId, desk.slug)

    await block(page, 'countryblk1').locator('[data-text="label"]').click()
    await panel(page, 'Dropdown').waitFor()
    await page.getByRole('button', { name: 'Turn into' }).click()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('menuitem', { name: 'Checkboxes', exact: true }).click()
    await panel(page, 'Checkboxes').waitFor()
    const row = await stored(desk, 'countryblk1')
    assert.containsSubset(row, { kind: 'select', settings: { multiple: true } })
    assert.include(JSON.stringify(row), '"id":"pe","label":"Peru"')
    assert.include(rulesOf(await stored(desk, 'regionblk01')), '"op":"contains-any","left"')
    await block(other.page, 'countryblk1').locator('input[type="checkbox"]').first().waitFor()

    await publish(page, 2)
    await send(desk.slug, { contact: 'ada@example.com', country: ['fr', 'pe'] })

    await page.getByRole('button', { name: 'Turn into' }).click()
    await page.getByRole('menuitem', { name: 'Multiple choice', exact: true }).click()
    await panel(page, 'Multiple choice').waitFor()
    assert.include(rulesOf(await stored(desk, 'regionblk01')), '"op":"is"')
    await block(other.page, 'countryblk1').locator('input[type="radio"]').first().waitFor()

    await page.goto(`/forms/${desk.slug}/show/submissions`)
    await page.getByRole('cell', { name: 'Peru', exact: true }).waitFor()
    await page.getByRole('cell', { name: 'France Peru' }).waitFor()
  })

  test('at 390 px: a default that fits goes along, one that does not is said', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, {
      viewport: { width: 390, height: 844 },
      blocks: [
        { ...GIVEN[0], default: { value: 'by pigeon' } },
        { ...GIVEN[1], default: { value: 'pe' } },
      ],
    })
    const { page } = desk
    const turn = async (id: string, name: string) => {
      await block(page, id)
        .getByRole('button', { name: /^Move / })
        .click()
      await page.getByRole('menuitem', { name: 'Turn into' }).click()
      const item = page.getByRole('menuitem', { name, exact: true })
      await item.waitFor()
      const sideways = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
      assert.isFalse(await page.evaluate(sideways))
      await item.click()
    }
    await turn('countryblk1', 'Checkboxes')
    await eventually(async () =>
      assert.deepEqual((await stored(desk, 'countryblk1')).default, { value: ['pe'] }),
    )
    await turn('contactblk1', 'Long text')
    await eventually(async () =>
      assert.containsSubset(await stored(desk, 'contactblk1'), {
        kind: 'textarea',
        settings: { minLength: 3, maxLength: 80 },
        default: { value: 'by pigeon' },
      }),
    )
    await turn('contactblk1', 'Email')
    await page.getByText('Its default answer does not fit and was removed.').waitFor()
    await eventually(async () => assert.notProperty(await stored(desk, 'contactblk1'), 'default'))
  })
})
