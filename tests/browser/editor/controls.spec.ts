import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { newDesk, saved, storedLabels, type GivenBlock } from '#tests/browser/editor/editor_page'
import { eventually } from '#tests/browser/eventually'

const GIVEN: GivenBlock[] = [
  { id: 'signblock01', kind: 'signature', label: 'Sign here', key: 'sign' },
  { id: 'richblock01', kind: 'rich-text', label: 'Your letter', key: 'letter' },
  { id: 'callblock01', kind: 'phone', label: 'Phone', key: 'phone', settings: { country: 'DE' } },
  { id: 'codeblock01', kind: 'code', label: 'Query', key: 'query' },
  { id: 'scanblock01', kind: 'camera', label: 'Scan', key: 'scan' },
  { id: 'datablock01', kind: 'date', label: 'Day', key: 'day' },
]
const of = (id: string) => `[data-block="${id}"]`

/** What the Tab key could reach in the controls of blocks, shadow roots included. */
const reachable = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const inside = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? inside(one.shadowRoot) : [])])
    const own = '[inert], [data-tool], [data-text], [data-adder]'
    const within = (one) => one.closest(own) ?? (one.getRootNode().host?.closest(own))
    return [...document.querySelectorAll('[data-block]')]
      .flatMap((block) => inside(block))
      .filter((one) => (one.tabIndex ?? -1) >= 0 && !within(one))
      .map((one) => one.outerHTML.slice(0, 80))
  })()`)

test.group('Editor: controls on the paper', () => {
  test('are those of the live page, and nothing can be done in them', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN, viewport: { width: 1280, height: 1800 } })
    const { page } = desk
    const keys = page.keyboard
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = () => { window.asked = true; return Promise.reject() }`,
    )
    const sheet = page.locator(`${of('signblock01')} canvas`)
    await sheet.waitFor()
    await page.locator(`${of('richblock01')} [contenteditable=true]:not([data-text])`).waitFor()
    await page.locator(of('callblock01')).getByText('DE', { exact: true }).waitFor()
    await page.locator(`${of('codeblock01')} .fw-code-live`).waitFor()
    await page.locator(of('scanblock01')).getByText('Use the camera').waitFor()
    const calendar = page.locator(`${of('datablock01')} .fw-pick`)
    await calendar.waitFor()
    await eventually(async () => assert.deepEqual(await reachable(page), []))

    // a press on any of them chooses the block, and is nothing else
    const pressed = {
      ...{ signblock01: '[inert]', richblock01: '[inert]', callblock01: '[inert]', codeblock01: '[inert]' },
      scanblock01: 'button:text("Use the camera")',
      datablock01: '.fw-pick',
    }
    for (const [id, control] of Object.entries(pressed)) {
      const box = await page.locator(of(id)).locator(control).boundingBox()
      assert.exists(box)
      await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) / 3)
      await page.locator(`${of(id)}[data-chosen="current"]:focus`).waitFor()
      await keys.type('abc')
    }
    // nor is it where a screen reader presses without a pointer
    for (const id of ['scanblock01', 'datablock01'] as const)
      await page.locator(of(id)).locator(pressed[id]).dispatchEvent('click')
    assert.isUndefined(await page.evaluate(`window.asked`))
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.equal(await page.getByRole('grid').count(), 0)

    // the keys of the editor are as on every other block
    await page.locator(of('signblock01')).focus()
    await keys.press('ArrowDown')
    await keys.press('Enter')
    await page.locator(`${of('richblock01')} [data-text="label"]:focus`).waitFor()
    await keys.press('End')
    await keys.type('!')
    await keys.press('Escape')
    await keys.press('ArrowDown')
    await keys.press('Delete')
    await page.locator(of('callblock01')).waitFor({ state: 'detached' })
    await keys.press('Control+z')
    await page.locator(of('callblock01')).getByText('DE', { exact: true }).waitFor()
    await page.locator(of('callblock01')).focus()
    await keys.press('Control+d')
    assert.equal(await page.getByText('DE', { exact: true }).count(), 2)
    await saved(page)
    const all = ['Sign here', 'Your letter!', 'Phone', 'Phone', 'Query', 'Scan', 'Day']
    assert.deepEqual(await storedLabels(desk), all)

    // what is set is what is seen
    await page.locator(of('signblock01')).focus()
    await page.getByLabel('Allow an image').click()
    await page.locator(of('signblock01')).getByText('Choose an image').waitFor({ state: 'detached' })
    await sheet.waitFor()
  })

  test('of a dropdown its options are written below it, as those of a list are', async ({
    assert,
    browser,
  }) => {
    const options = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: `o${at + 1}`, label: `Option ${at + 1}` }))
    const dropdown = (count: number) => ({ appearance: 'dropdown', options: options(count) })
    const given = [
      { id: 'sizeblock01', kind: 'select', label: 'Size', key: 'size', settings: dropdown(2) },
      { id: 'townblock01', kind: 'select', label: 'Town', key: 'town', settings: dropdown(10_000) },
      {
        ...{ id: 'manyblock01', kind: 'select', label: 'Many', key: 'many' },
        settings: { ...dropdown(19), multiple: true },
      },
    ]
    const { page } = await newDesk(browser, { blocks: given })
    const keys = page.keyboard
    const at = (id: string, item: string) => page.locator(`${of(id)} [data-text="options.${item}.label"]`)
    const below = (id: string) => page.locator(of(id)).getByRole('list', { name: 'Options' })
    const written = (id: string) => below(id).getByRole('textbox').allTextContents()
    await at('sizeblock01', 'o1').click()
    await keys.press('Enter')
    await keys.insertText('Large')
    await keys.press('Enter')
    await keys.insertText('Huge')
    await keys.press('Enter')
    await keys.press('Backspace')
    await keys.insertText('!')
    assert.deepEqual(await written('sizeblock01'), ['Option 1', 'Large', 'Huge!', 'Option 2'])
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify('S\nM\nL')})`)
    await keys.press('Control+v')
    await eventually(async () =>
      assert.deepEqual(await written('sizeblock01'), ['Large', 'Huge!', 'S', 'M', 'L', 'Option 2']),
    )
    await keys.press('Control+z')
    await eventually(async () =>
      assert.deepEqual(await written('sizeblock01'), ['Option 1', 'Large', 'Huge!', 'Option 2']),
    )
    // answered is by the control, which has them all
    assert.include(await page.locator(of('sizeblock01')).locator('select').textContent(), 'Huge!')

    // of very many the first are there
    assert.lengthOf(await written('townblock01'), 20)
    await page.locator(of('townblock01')).getByText('And 9,980 more').waitFor()
    await at('townblock01', 'o20').click()
    await keys.press('End')
    await keys.press('Enter')
    await keys.insertText('Between')
    assert.equal((await written('townblock01')).at(-1), 'Between')

    // where the twentieth makes another control of it, the caret stays in what is written
    await at('manyblock01', 'o19').click()
    await keys.press('Enter')
    await keys.type('The ')
    await below('manyblock01').waitFor()
    await page.locator(`${of('manyblock01')} [role=combobox]`).waitFor()
    await keys.type('last')
    assert.equal((await written('manyblock01')).at(-1), 'The last')
  })
})
