import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { eventually } from '#tests/browser/eventually'
import {
  blocks,
  draftOf,
  labels,
  NAME_AND_CITY,
  newDesk,
  openDesk,
  saved,
  type Desk,
  type GivenBlock,
} from '#tests/browser/editor/editor_page'

const GIVEN: GivenBlock[] = [
  {
    id: 'countryblk1',
    kind: 'select',
    label: 'Country',
    key: 'country',
    settings: { options: [{ id: 'fr', label: 'France' }] },
  },
  { id: 'nameblock01', kind: 'text', label: 'Name', key: 'called' },
  {
    id: 'regionblk01',
    kind: 'text',
    label: 'Region of {#countryblk1}',
    key: 'region',
    rules: [{ when: { left: { field: 'countryblk1' }, op: 'is', right: { value: 'fr' } }, do: 'show' }],
  },
  { id: 'lastblock01', kind: 'text', label: 'Last', key: 'last' },
]

const block = (page: Page, id: string) => page.locator(`[data-block="${id}"]`)
const shown = async (page: Page) => (await labels(page)).map((text) => text.replace(/\u200b/g, ''))
const chosen = (page: Page) => page.locator('[data-chosen]')

/** Another form of the same person, in another tab. */
async function otherForm(desk: Desk, given: object[] = []): Promise<Desk> {
  const made = await desk.creator.visitor.post<{ data: { id: string; slug: string } }>(
    `/api/workspaces/${desk.creator.workspaceId}/forms`,
    { title: 'Another form', blocks: given },
  )
  const page = await desk.context.newPage()
  await page.goto(`/forms/${made.body.data.slug}/edit`)
  await page.getByRole('combobox', { name: 'Add a block' }).last().waitFor()
  return { ...desk, page, formId: made.body.data.id, slug: made.body.data.slug }
}

/** The blocks as they are stored. */
async function stored(desk: Desk) {
  await saved(desk.page)
  const rows = (await draftOf(desk)).filter((row) => row.content && !row.kind.startsWith('settings.'))
  return rows.map(({ content, block_id: id }) => ({ content, id, key: content?.key, label: content?.label }))
}

/** Chooses these blocks, one after the other, with the mouse. */
async function choose(page: Page, ids: readonly string[]): Promise<void> {
  const [first, ...rest] = ids
  await block(page, first).click({ position: { x: 120, y: 4 } })
  for (const id of rest) await block(page, id).click({ position: { x: 120, y: 4 }, modifiers: ['Control'] })
  await chosen(page)
    .nth(ids.length - 1)
    .waitFor()
}

test.group('Editor: copy, cut, paste, duplicate', () => {
  test('several blocks into another form in another tab; what refers to each other still does', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const other = await otherForm(desk)
    await desk.page.bringToFront()
    await choose(desk.page, ['countryblk1', 'regionblk01'])
    await desk.page.keyboard.press('Control+c')
    // elsewhere it is text, as one reads it
    assert.equal(
      await desk.page.evaluate('navigator.clipboard.readText()'),
      'Country\n( ) France\nRegion of Country',
    )
    await other.page.bringToFront()
    // an empty form has no block to stand on
    await other.page.keyboard.press('Control+v')
    await blocks(other.page).nth(1).waitFor()
    const [country, region] = await stored(other)
    assert.deepInclude(country, { label: 'Country', key: 'country' })
    assert.notEqual(country.id, 'countryblk1')
    assert.deepInclude(region, { label: `Region of {#${country.id}}`, key: 'region' })
    assert.include(JSON.stringify(region), `"field":"${country.id}"`)
    assert.equal(await other.page.getByRole('list', { name: 'Problems' }).count(), 0)
    // the same once more, into the line for adding: other keys, other ids
    await other.page.getByRole('combobox', { name: 'Add a block' }).last().click()
    await other.page.keyboard.press('Control+v')
    await blocks(other.page).nth(3).waitFor()
    const keys = (await stored(other)).map(({ key }) => key)
    assert.deepEqual(keys, ['country', 'region', 'country_2', 'region_2'])
  })

  test('by menu into another tab blocks stay blocks, copied by menu or by keys, with anything in their texts', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const label = `"Both" <b>&amp; 'all' – é 👩‍👩‍👧`
    const options = [{ id: 'red', label: '</div><script>' }]
    const desk = await newDesk(browser, {
      blocks: [{ id: 'hardblock01', kind: 'select', label, key: 'hard', settings: { options } }],
    })
    cleanup(() => desk.context.close())
    const other = await otherForm(desk, [
      { v: 1, id: 'lastblock01', kind: 'text', label: 'Last', settings: {} },
    ])
    const menu = async ({ page }: Desk, of: string, item: string) => {
      await page.bringToFront()
      await page
        .getByRole('button', { name: new RegExp(`^Move ${of}: `) })
        .first()
        .click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    for (const [count, copy] of [
      () => menu(desk, 'Multiple choice', 'Copy'),
      async () => {
        await desk.page.bringToFront()
        await block(desk.page, 'hardblock01').focus()
        await desk.page.keyboard.press('Control+c')
      },
    ].entries()) {
      await copy()
      await menu(other, 'Short text', 'Paste below')
      await blocks(other.page)
        .nth(count + 1)
        .waitFor()
      const [, pasted] = await stored(other)
      assert.deepInclude(pasted, { label })
      assert.deepInclude(pasted.content?.settings, { options })
    }
    // elsewhere it is lines of text, also where a program would rather have HTML
    const shown = await desk.page.evaluate(`navigator.clipboard.read().then(async ([item]) => {
      const html = await (await item.getType('text/html')).text()
      const lines = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('p')
      return [...lines].map((line) => line.textContent)
    })`)
    assert.deepEqual(shown, [label, '( ) </div><script>'])
  })

  test('a picture that is no longer stored is told', async ({ browser }) => {
    const src = `/media/${crypto.randomUUID()}/${'a'.repeat(64)}`
    const picture = { src, name: 'a.png', type: 'image/png', size: 1 }
    const { page } = await newDesk(browser, {
      blocks: [{ id: 'imageblock1', kind: 'image', settings: { picture, alt: 'A map' } }],
    })
    await block(page, 'imageblock1').focus()
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await blocks(page).nth(1).waitFor()
    await page.getByText('A file that the pasted blocks show is no longer stored. Choose it again.').waitFor()
  })

  test('thousands of blocks are there within seconds', async ({ assert, browser }) => {
    const { page } = await newDesk(browser)
    const many = Array.from({ length: 1500 }, (_, index) => ({
      id: `pasted${String(index).padStart(5, '0')}`,
      kind: 'text',
      content: { v: 1, label: `Question ${index}`, key: `q_${index}`, settings: {} },
    }))
    const took = await page.evaluate<number>(`(() => {
      const data = new DataTransfer()
      const html = document.createElement('div')
      html.setAttribute('data-formwright-blocks', ${JSON.stringify(JSON.stringify({ blocks: many }))})
      data.setData('text/html', html.outerHTML)
      const began = performance.now()
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
      return performance.now() - began
    })()`)
    await blocks(page).nth(1499).waitFor({ state: 'attached' })
    assert.isBelow(took, 10_000)
  })

  test('what they refer to and does not come along is said and marked, not lost in silence', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const other = await otherForm(desk)
    await desk.page.bringToFront()
    await choose(desk.page, ['regionblk01', 'nameblock01'])
    await desk.page.keyboard.press('Control+c')
    await other.page.bringToFront()
    await other.page.keyboard.press('Control+v')
    await blocks(other.page).nth(1).waitFor()
    await other.page.getByText('The pasted blocks refer to a block that is not in this form.').waitFor()
    await other.page.locator('[data-text="label"] [data-broken]').waitFor()
    await other.page.getByRole('list', { name: 'Problems' }).waitFor()
    assert.deepEqual(await axeFindings(other.page), [])
    await other.page.getByRole('button', { name: 'Publish', exact: true }).click()
    await other.page.getByText('to fix first').waitFor()
    assert.isTrue(await other.page.getByRole('button', { name: 'Publish version 1' }).isDisabled())
  })

  test('cut and pasted in the same form a block is still itself: what names it goes on naming it', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await block(page, 'countryblk1').focus()
    await page.keyboard.press('Control+x')
    await block(page, 'countryblk1').waitFor({ state: 'detached' })
    await page.locator('[data-broken]').first().waitFor()
    // the focus goes to another block with the next frame: not after it was taken further
    await page.locator('[data-block]:focus').waitFor()
    await block(page, 'lastblock01').focus()
    await page.keyboard.press('Control+v')
    await block(page, 'countryblk1').waitFor()
    await page.locator('[data-broken]').first().waitFor({ state: 'detached' })
    const rows = await stored(desk)
    assert.deepEqual(
      rows.map(({ id, key }) => [id, key]).sort(),
      GIVEN.map(({ id, key }) => [id, key]).sort(),
    )
    assert.equal((await labels(page)).at(-1), 'Country')
    assert.equal(await page.getByRole('list', { name: 'Problems' }).count(), 0)
    // pasted again it is a copy
    await page.keyboard.press('Control+v')
    await blocks(page).nth(4).waitFor()
    const copy = (await stored(desk)).find(({ key }) => key === 'country_2')
    assert.notEqual(copy?.id, 'countryblk1')
  })

  test('several duplicated at once: the copies refer to each other; one undo takes them back', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await choose(page, ['countryblk1', 'regionblk01'])
    await page.keyboard.press('Control+d')
    await blocks(page).nth(5).waitFor()
    const rows = await stored(desk)
    const copy = rows.find(({ key }) => key === 'country_2')
    const region = rows.find((row) => row.id !== 'regionblk01' && String(row.label).startsWith('Region'))
    assert.equal(region?.label, `Region of {#${copy?.id}}`)
    await page.keyboard.press('Control+z')
    await blocks(page).nth(4).waitFor({ state: 'detached' })
    assert.equal(await blocks(page).count(), 4)
  })

  test('lines of text become questions', async ({ assert, browser }) => {
    const { page } = await newDesk(browser, { blocks: GIVEN.slice(1, 2) })
    await page.evaluate("navigator.clipboard.writeText('How old are you?\\n\\n  Where do you live?  \\n')")
    await block(page, 'nameblock01').focus()
    await page.keyboard.press('Control+v')
    await blocks(page).nth(2).waitFor()
    assert.deepEqual(await shown(page), ['Name', 'How old are you?', 'Where do you live?'])
    // blocks that this editor never copies are none: settings of a form, which have no place on the page
    const general = { id: 'settingsblk', kind: 'settings.general', content: { title: 'Other' } }
    await page.evaluate(`(() => {
      const data = new DataTransfer()
      const html = document.createElement('div')
      html.setAttribute('data-formwright-blocks', ${JSON.stringify(JSON.stringify({ blocks: [general] }))})
      data.setData('text/html', html.outerHTML)
      data.setData('text/plain', 'What is it called?')
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
    })()`)
    await blocks(page).nth(3).waitFor()
    assert.equal((await shown(page)).at(-1), 'What is it called?')
    await saved(page)
  })

  test('a list of a text program becomes questions with their options, and options without bullets', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN.slice(1, 2) })
    cleanup(() => desk.context.close())
    const { page } = desk
    const paste = async (text: string) => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
      await page.keyboard.press('Control+v')
    }
    const said = async () =>
      (await stored(desk)).map(({ label, content }) => {
        const { options, multiple } = Object(content?.settings)
        const labels = Array.isArray(options) ? options.map((one: { label: string }) => one.label) : []
        return [label, ...labels, ...(multiple ? ['several'] : [])]
      })
    await block(page, 'nameblock01').focus()
    await paste('1.\tYour age?\r\n2.\tA colour?\r\n•\tRed\r\n•\tSky blue\r\n3.\tA meal?\r\n☐ Soup\r\n☐ Cake')
    await blocks(page).nth(3).waitFor()
    const colour = ['A colour?', 'Red', 'Sky blue']
    const all = [['Name'], ['Your age?'], colour, ['A meal?', 'Soup', 'Cake', 'several']]
    assert.deepEqual(await said(), all)
    await page.keyboard.press('Control+z')
    await blocks(page).nth(1).waitFor({ state: 'detached' })
    // a list through and through: its upper level are the questions
    await block(page, 'nameblock01').focus()
    await paste('•\tYour age?\n•\tA colour?\no\tRed\no\tSky blue')
    await blocks(page).nth(2).waitFor()
    assert.deepEqual(await said(), [['Name'], ['Your age?'], colour])
    await page.keyboard.press('Control+z')
    await blocks(page).nth(1).waitFor({ state: 'detached' })
    // as web pages copy a list within a list: the text alone does not say what stands below what
    await page.evaluate(`navigator.clipboard.write([new ClipboardItem({
      'text/plain': new Blob(['Your age?\\nA colour?\\nRed\\nSky blue'], { type: 'text/plain' }),
      'text/html': new Blob(['<ol><li>Your age?<li><p>A <b>colour?</b></p><ul><li>Red<li>Sky\\n blue</ul></ol>'], { type: 'text/html' }),
    })])`)
    await block(page, 'nameblock01').focus()
    await page.keyboard.press('Control+v')
    await blocks(page).nth(2).waitFor()
    assert.deepEqual(await said(), [['Name'], ['Your age?'], colour])
    // as others count: each item in a list of its own
    await page.keyboard.press('Control+z')
    await blocks(page).nth(1).waitFor({ state: 'detached' })
    await page.evaluate(`navigator.clipboard.write([new ClipboardItem({
      'text/plain': new Blob(['1. Your age?\\n2. A colour?\\nRed\\nSky blue'], { type: 'text/plain' }),
      'text/html': new Blob(['<ol><li>Your age?</ol><ol start=2><li>A colour?<ul><li>Red<li>Sky<br>blue<li></ul></ol>'], { type: 'text/html' }),
    })])`)
    await block(page, 'nameblock01').focus()
    await page.keyboard.press('Control+v')
    await blocks(page).nth(2).waitFor()
    assert.deepEqual(await said(), [['Name'], ['Your age?'], colour])
    await page.getByText('Sky blue', { exact: true }).last().click()
    await paste('•\tLime\r\n•\tPink')
    await page.getByText('Pink', { exact: true }).waitFor()
    assert.deepEqual((await said()).at(-1), [...colour, 'Lime', 'Pink'])
  })

  test('copied as text, questions have their options below; such text becomes the same questions', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const options = ['Red', 'Sky blue'].map((label, index) => ({ id: `option-${index}`, label }))
    const choice = (id: string, label: string, settings: object) => ({
      ...{ id, kind: 'select', label, key: id },
      settings: { options, ...settings },
    })
    const rows = [{ id: 'food', label: 'Food' }]
    const columns = ['Good', 'Bad'].map((label, index) => ({ id: `column-${index}`, label }))
    const matrix = (id: string, settings: object) => ({
      ...{ id, kind: 'matrix', label: 'How was it?', key: id },
      settings: { rows, columns, ...settings },
    })
    const desk = await newDesk(browser, {
      blocks: [
        choice('oneblock001', 'One of them', {}),
        choice('dropblock01', 'From a list', { appearance: 'dropdown' }),
        choice('manyblock01', 'Several', { multiple: true }),
        { ...choice('rankblock01', 'In order', {}), kind: 'ranking', settings: { items: options } },
        matrix('ticksblock1', { multiple: true }),
        matrix('cellsblock1', { cells: 'text' }),
        matrix('listsblock1', { cells: 'dropdown', options }),
        matrix('countblock1', { cells: 'number' }),
        { id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' },
      ],
    })
    cleanup(() => desk.context.close())
    const { page } = desk
    // the handle stands for its block
    await block(page, 'nameblock01')
      .getByRole('button', { name: /^Move / })
      .focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+c')
    const text = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.equal(
      text,
      [
        ...['One of them', '( ) Red', '( ) Sky blue'],
        ...['From a list', '- Red', '- Sky blue'],
        ...['Several', '[ ] Red', '[ ] Sky blue'],
        ...['In order', '↕ Red', '↕ Sky blue'],
        ...['How was it?', '→ [ ] Food', '↓ Good', '↓ Bad'],
        ...['How was it?', '→ ___ Food', '↓ Good', '↓ Bad'],
        ...['How was it?', '→ ( ) Food', '↓ Good', '↓ Bad', '▾ Red', '▾ Sky blue'],
        ...['How was it?', '→ ( ) Food', '↓# Good', '↓# Bad'],
        'Name',
      ].join('\n'),
    )
    // by way of a program that knows of text only
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await block(page, 'nameblock01').focus()
    await page.keyboard.press('Control+v')
    await blocks(page).nth(17).waitFor()
    await saved(page)
    const kept = (await draftOf(desk)).filter(({ kind }) => !kind.startsWith('settings.'))
    const said = kept.map(({ kind, content }) => {
      const { appearance, multiple, cells, ...settings } = Object(content?.settings)
      const lists = [
        'rows',
        'columns',
        'items',
        ...(kind === 'select' || cells === 'dropdown' ? ['options'] : []),
      ]
      const labels = lists.map((list) => {
        const items: unknown = settings[list]
        return Array.isArray(items) ? items.map(({ label }: { label: string }) => label) : undefined
      })
      return {
        kind,
        label: content?.label,
        labels,
        appearance: appearance ?? 'list',
        multiple: multiple ?? false,
        cells: cells ?? 'choice',
      }
    })
    const name = { kind: 'text', label: 'Name' }
    assert.containsSubset(said.slice(9), [...said.slice(0, 8), name])
  })
})

test.group('Editor: several blocks, delete and undo', () => {
  test('chosen by Shift and arrows, Shift and click, Control and click, all; deleted and back', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const keys = page.keyboard
    await block(page, 'countryblk1').focus()
    await keys.press('Shift+ArrowDown')
    await keys.press('Shift+ArrowDown')
    assert.equal(await chosen(page).count(), 3)
    await keys.press('Shift+ArrowUp')
    assert.equal(await chosen(page).count(), 2)
    // from inside a text: the blocks are chosen, and Delete is theirs
    await block(page, 'nameblock01').locator('[data-text="label"]').click()
    await block(page, 'lastblock01').click({ position: { x: 120, y: 4 }, modifiers: ['Shift'] })
    assert.equal(await chosen(page).count(), 3)
    await page.getByRole('heading', { name: '3 blocks' }).waitFor()
    await block(page, 'regionblk01').click({ position: { x: 120, y: 4 }, modifiers: ['Control'] })
    assert.equal(await chosen(page).count(), 2)
    assert.deepEqual(await axeFindings(page), [])
    // from the handle of one of them too
    await block(page, 'lastblock01')
      .getByRole('button', { name: /^Move / })
      .focus()
    await keys.press('Delete')
    await page.getByText('2 blocks removed.').waitFor()
    assert.deepEqual(await shown(page), ['Country', 'Region of Country'])
    await page.locator('[data-block]:focus').waitFor()
    await keys.press('Control+a')
    assert.equal(await chosen(page).count(), 2)
    // on the ground beside the paper too, where the browser would select every word on the screen
    await keys.press('Escape')
    await page.locator('#main').click({ position: { x: 640, y: 700 } })
    assert.equal(await chosen(page).count(), 0)
    await keys.press('Control+a')
    assert.equal(await chosen(page).count(), 2)
    await page.locator('[data-block]:focus').waitFor()
    await keys.press('Control+z')
    await blocks(page).nth(3).waitFor()
    await page.getByText('2 blocks removed.').waitFor({ state: 'detached' })
    await keys.press('Control+Shift+z')
    await blocks(page).nth(2).waitFor({ state: 'detached' })
  })

  test('Undo of the message brings back what it says, whatever was done since', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await block(page, 'nameblock01').focus()
    await page.keyboard.press('Delete')
    const message = page.getByRole('alert').filter({ hasText: 'Block removed.' })
    // pointed at it stays
    await message.hover()
    await block(page, 'lastblock01').locator('[data-text="label"]').fill('Last words')
    await message.getByRole('button', { name: 'Undo' }).click()
    await block(page, 'nameblock01').waitFor()
    assert.deepEqual(await shown(page), ['Country', 'Name', 'Region of Country', 'Last words'])
    await saved(page)
    assert.sameMembers(
      (await stored(desk)).map(({ label }) => label),
      ['Country', 'Name', 'Region of {#countryblk1}', 'Last words'],
    )
  })

  test("a step that would overwrite another's change is not undone, says so, and nothing is lost", async ({
    assert,
    browser,
  }) => {
    const a = await newDesk(browser, { blocks: GIVEN })
    const b = await openDesk(browser, a.creator, a.formId, a.slug)
    const label = (page: Page, id: string) => block(page, id).locator('[data-text="label"]')
    await label(a.page, 'lastblock01').fill('At last')
    await label(a.page, 'nameblock01').fill('Your name')
    await saved(a.page)
    await label(b.page, 'nameblock01').filter({ hasText: 'Your name' }).waitFor()
    await label(b.page, 'nameblock01').fill('Your full name')
    await label(a.page, 'nameblock01').filter({ hasText: 'Your full name' }).waitFor()

    const undo = a.page.getByRole('button', { name: 'Undo', exact: true }).first()
    await undo.click()
    await a.page.getByText('This step was not undone: it would overwrite a newer change').waitFor()
    assert.equal(await label(a.page, 'nameblock01').innerText(), 'Your full name')
    // the steps before it can still be
    await undo.click()
    await label(a.page, 'lastblock01')
      .filter({ hasText: /^Last$/ })
      .waitFor()
    await saved(a.page)
    await label(b.page, 'lastblock01')
      .filter({ hasText: /^Last$/ })
      .waitFor()
    await eventually(async () => {
      const found = await stored(b)
      assert.sameMembers(
        found.map((row) => row.label),
        ['Country', 'Your full name', 'Region of {#countryblk1}', 'Last'],
      )
    })
  })

  test('copy, cut and paste by menu on a small screen, several too; what cannot be read is said', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY, viewport: { width: 390, height: 844 } })
    const { page } = desk
    const menu = async (block: string, item: string) => {
      await page
        .getByRole('button', { name: `Move ${block}`, exact: true })
        .first()
        .click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    const are = (expected: string[]) => eventually(async () => assert.deepEqual(await labels(page), expected))
    await page.locator('[data-block="nameblock01"]').click({ position: { x: 200, y: 60 } })
    await menu('Short text: City', 'Select to here')
    await menu('Short text: City', 'Copy')
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'Name\nCity')
    await menu('Short text: City', 'Paste below')
    await are(['Name', 'City', 'Name', 'City'])
    await page.keyboard.press('Control+z')
    await are(['Name', 'City'])
    await page.locator('[data-block="cityblock01"]').click({ position: { x: 200, y: 60 } })
    await menu('Short text: City', 'Cut')
    await are(['Name'])
    await menu('Short text: Name', 'Paste below')
    await are(['Name', 'City'])
    assert.equal(await page.locator('[data-block="cityblock01"]').count(), 1)
    // what comes from elsewhere are questions
    await page.evaluate(`navigator.clipboard.writeText('Age\\nPlace')`)
    await menu('Short text: City', 'Paste below')
    await are(['Name', 'City', 'Age', 'Place'])
    await page.evaluate(`navigator.clipboard.read = () => Promise.reject(new Error('denied'))`)
    await menu('Short text: City', 'Paste below')
    const refused = page.getByRole('alert').filter({ hasText: 'The clipboard could not be read.' })
    // not by keys that a phone does not have
    assert.notInclude(await refused.innerText(), 'Ctrl')
    await are(['Name', 'City', 'Age', 'Place'])
  })

  test('what is done with several blocks needs no keys, and none are named on a phone', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN, viewport: { width: 390, height: 844 } })
    cleanup(() => desk.context.close())
    const { page } = desk
    const session = await desk.context.newCDPSession(page)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await choose(page, ['nameblock01', 'regionblk01'])
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Settings' })
    await panel.getByRole('heading', { name: '2 blocks' }).waitFor()
    assert.isFalse(await panel.getByText('Press Alt').isVisible())
    assert.deepEqual(await axeFindings(page), [])
    const are = (expected: string[]) => eventually(async () => assert.deepEqual(await shown(page), expected))
    const press = (name: string) => panel.getByRole('button', { name, exact: true }).click()
    await press('Move up')
    await are(['Name', 'Region of Country', 'Country', 'Last'])
    await press('Copy')
    await eventually(async () =>
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'Name\nRegion of Country'),
    )
    await press('Cut')
    await are(['Country', 'Last'])
  })
})
