import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings, axeFindingsInBoth } from '#tests/browser/axe'
import { eventually } from '#tests/browser/eventually'
import { draftOf, newDesk, publish, saved, type GivenBlock } from '#tests/browser/editor/editor_page'

const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const ARABIC = 'ما اسمك الكامل?'
const EMOJI = '👩‍👩‍👧‍👦 How are you? 🏳️‍🌈'
const SENTENCE = 'Tell us, in as many words as you like, what brought you here. '.repeat(8).trim()
const GIVEN: GivenBlock[] = [
  { id: 'wordblock01', kind: 'text', label: WORD.repeat(3), key: 'word' },
  { id: 'longblock01', kind: 'text', label: SENTENCE, key: 'long' },
  { id: 'arabicblk01', kind: 'text', label: ARABIC, key: 'arabic' },
  { id: 'emojiblk001', kind: 'text', label: EMOJI, key: 'emoji' },
  {
    id: 'choiceblk01',
    kind: 'select',
    label: 'Which?',
    key: 'which',
    settings: {
      options: [
        { id: 'long', label: WORD.repeat(2) },
        { id: 'arabic', label: 'الخيار الثاني' },
      ],
    },
  },
  { id: 'emptyblk001', kind: 'text', label: '', key: 'empty' },
]

const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

test.group('Editor: all sorts of texts', () => {
  for (const width of [1280, 390]) {
    test(`words without end, long sentences, Arabic, emoji and nothing: ${width} px`, async ({
      assert,
      browser,
    }) => {
      const desk = await newDesk(browser, {
        title: WORD,
        blocks: GIVEN,
        viewport: { width, height: 800 },
      })
      const { page } = desk
      // as on the page, the text of an option stands beside its tick, however long it is
      const top = async (part: string) =>
        (await page.locator(`.fw-choice ${part}`).first().boundingBox())?.y ?? NaN
      assert.approximately(await top('[data-text]'), await top('.fw-tick'), 6)
      assert.isAtMost(await overflow(page), 0)
      // no text reaches out of its block
      for (const { id } of GIVEN) {
        const block = page.locator(`[data-block="${id}"]`)
        const text = block.locator('[data-text="label"]')
        const [outer, inner] = [await block.boundingBox(), await text.boundingBox()]
        assert.isAtMost((inner?.x ?? 0) + (inner?.width ?? 0), (outer?.x ?? 0) + (outer?.width ?? 0) + 1)
      }
      // what has no label yet still has a place to write one
      const empty = page.locator('[data-block="emptyblk001"] [data-text="label"]')
      assert.isAbove((await empty.boundingBox())?.height ?? 0, 10)
      assert.deepEqual(await axeFindings(page), [])
      await page.locator('[data-block="wordblock01"]').focus()
      assert.isAtMost(await overflow(page), 0)
      await publish(page)

      const visitor = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage()
      await visitor.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${desk.slug}`)
      assert.isAtMost(await overflow(visitor), 0)
      await visitor.getByLabel(ARABIC).fill('سارة')
      await visitor.getByLabel(EMOJI).fill('🙂')
      // a text of another direction than the page's: its last sign stands at its own end
      const side = await visitor.evaluate<string>(`(() => {
        const text = [...document.querySelectorAll('label')].find((one) => one.textContent.includes('؟') || one.textContent.includes('?') && /[\\u0600-\\u06ff]/.test(one.textContent))
        const node = document.createTreeWalker(text, NodeFilter.SHOW_TEXT).nextNode()
        const at = (index) => { const range = document.createRange(); range.setStart(node, index); range.setEnd(node, index + 1); return range.getBoundingClientRect().left }
        return at(0) > at(node.data.length - 1) ? 'left' : 'right'
      })()`)
      assert.equal(side, 'left')
    })
  }

  for (const width of [1280, 390])
    test(`in the lists of a rule long labels leave room for others, and are read in full: ${width} px`, async ({
      assert,
      browser,
    }) => {
      const when = { left: { field: 'longblock01' }, op: 'is', right: { value: 'so' } }
      const blocks = [
        ...GIVEN,
        { id: 'ruleblock01', kind: 'text', label: 'Why?', key: 'why', rules: [{ do: 'hide', when }] },
      ]
      const desk = await newDesk(browser, { blocks, viewport: { width, height: 800 } })
      const { page } = desk
      await page.locator('[data-block="ruleblock01"]').focus()
      if (width === 390) await page.getByRole('button', { name: 'Settings' }).click()
      await page.getByRole('tab', { name: 'Rules' }).click()
      await page.getByRole('button', { name: /^Question: / }).click()
      const list = page.getByRole('listbox', { name: 'Question' })
      const option = list.getByRole('option', { name: SENTENCE, exact: true })
      await option.waitFor()
      assert.isAtMost((await option.boundingBox())?.height ?? Infinity, 80)
      assert.equal(await option.getAttribute('title'), SENTENCE)
      const wider = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[role=listbox]'))`
      assert.isAtMost(await page.evaluate<number>(wider), 0)
      assert.isAtMost(await overflow(page), 0)
      assert.deepEqual(await axeFindings(page), [])
      await desk.context.close()
    })

  test('a CSV file is looked at before it replaces a list; one undo brings that back', async ({
    assert,
    browser,
  }) => {
    const options = ['Red', 'Blue'].map((label) => ({ id: label.toLowerCase(), label }))
    const settings = { appearance: 'dropdown', options }
    const block = { id: 'colorblk001', kind: 'select', label: 'Color', key: 'color', settings }
    const desk = await newDesk(browser, { blocks: [block], viewport: { width: 1280, height: 800 } })
    const { page } = desk
    const stored = async () => {
      await saved(page)
      const { content } = (await draftOf(desk)).find((row) => row.block_id === block.id) ?? {}
      return Object(content?.settings).options
    }
    await page.locator('[data-block="colorblk001"]').focus()
    const button = page.getByRole('button', { name: 'Import a CSV file' })
    const chooser = page.waitForEvent('filechooser')
    await button.focus()
    await page.keyboard.press('Enter')
    const many = Array.from({ length: 1_000 }, (_, index) => `Color ${index};${index}`).join('\r\n')
    const unused = Array.from({ length: 40 }, (_, index) => `C${index}`).join(';')
    const buffer = Buffer.from(
      `\ufeffLabel;Value;Tone;${unused}\r\nGrün;2,5;a\r\nRed;x;b\r\n;3;c\r\n${many}`,
      'utf16le',
    )
    await (await chooser).setFiles({ name: 'colors.csv', mimeType: 'text/csv', buffer })
    const dialog = page.getByRole('dialog', { name: 'Import options' })
    await dialog.getByText('1,001 options from colors.csv.').waitFor()
    await dialog.getByText('Already in the list').waitFor()
    await dialog.getByText('Replace the list').click()
    await dialog.getByRole('cell', { name: 'Grün' }).waitFor()
    await dialog.getByText(/^Columns left out: Tone, C0, .*, C8, and 31 more\.$/).waitFor()
    await dialog.getByText('Line 3: Value: “x” is not a number').waitFor()
    await dialog.getByText('Line 4: No label').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await dialog.getByRole('button', { name: 'Replace with 1,002 options' }).press('Enter')
    await page.getByRole('button', { name: 'Show all 1,002 options' }).waitFor()
    const next = await stored()
    assert.lengthOf(next, 1_002)
    assert.include(next[0], { label: 'Grün', amount: 2.5 })
    assert.include(next[1], { id: 'red', label: 'Red' })
    await page.locator('button:focus', { hasText: 'Import a CSV file' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Show all 1,002 options' }).waitFor({ state: 'hidden' })
    assert.deepEqual(await stored(), options)
    await desk.context.close()
  })

  test('with what options are offered comes from the file, by the labels of the other question', async ({
    assert,
    browser,
  }) => {
    const list = (...names: string[]) => names.map((label) => ({ id: label.toLowerCase(), label }))
    const countries = { options: list('Austria', 'Malta') }
    const towns = { options: [], parent: '{#countryblk1}' }
    const desk = await newDesk(browser, {
      blocks: [
        { id: 'countryblk1', kind: 'select', label: 'Country', key: 'country', settings: countries },
        { id: 'townblk0001', kind: 'select', label: 'Town', key: 'town', settings: towns },
      ],
    })
    const { page } = desk
    await page.locator('[data-block="townblk0001"]').focus()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import a CSV file' }).click()
    const rows = ['Label,Offered with', 'Graz,Austria', 'Both,"Austria, Malta"', 'Lost,Spain', 'Any,']
    await (
      await chooser
    ).setFiles({ name: 'towns.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
    const dialog = page.getByRole('dialog', { name: 'Import options' })
    await dialog.getByRole('cell', { name: 'Austria, Malta' }).waitFor()
    await dialog.getByText('Line 4: Offered with: “Spain” is not one of its choices').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await dialog.getByRole('button', { name: 'Add 4 options' }).click()
    await saved(page)
    const { content } = (await draftOf(desk)).find((row) => row.block_id === 'townblk0001') ?? {}
    const stored: { label: string; parents?: string[] }[] = Object(content?.settings).options
    assert.deepEqual(
      stored.map(({ label, parents }) => [label, parents]),
      [
        ['Graz', ['austria']],
        ['Both', ['austria', 'malta']],
        ['Lost', undefined],
        ['Any', undefined],
      ],
    )
    await desk.context.close()
  })

  test('of thousands of options the page draws the first; one that is added behind them is drawn, too', async ({
    assert,
    browser,
  }) => {
    const block = { id: 'townblk0001', kind: 'select', label: 'Town', key: 'town', settings: { options: [] } }
    const desk = await newDesk(browser, { blocks: [block], viewport: { width: 1280, height: 800 } })
    const { page } = desk
    const onPage = page.locator('[data-block="townblk0001"] [data-text^="options."]')
    await page.locator('[data-block="townblk0001"]').focus()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import a CSV file' }).click()
    const buffer = Buffer.from(Array.from({ length: 3_000 }, (_, index) => `Town ${index}`).join('\n'))
    await (await chooser).setFiles({ name: 'towns.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Add 3,000 options' }).click()
    await page.getByText('And 2,500 more: all of them are in the settings.').waitFor()
    assert.equal(await onPage.count(), 500)
    await onPage.last().click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page
      .locator('[data-block="townblk0001"] [data-text^="options."]:focus', { hasText: /^$/ })
      .waitFor()
    await page.keyboard.type('Atlantis')
    assert.equal(await onPage.last().innerText(), 'Atlantis')
    await saved(page)
    const { content } = (await draftOf(desk)).find((row) => row.block_id === block.id) ?? {}
    const labels: string[] = Object(content?.settings).options.map(({ label }: { label: string }) => label)
    assert.deepEqual(labels.slice(499, 502), ['Town 499', 'Atlantis', 'Town 500'])
    assert.lengthOf(labels, 3_001)
    await desk.context.close()
  })

  for (const count of [40, 3_000])
    test(`behind ${count} pasted lines the caret is in the last option there is, and in view`, async ({
      assert,
      browser,
    }) => {
      const options = ['Red', 'Blue', 'Green'].map((label) => ({ id: label.toLowerCase(), label }))
      const block = { id: 'colorblk001', kind: 'select', label: 'Color', key: 'color', settings: { options } }
      const desk = await newDesk(browser, { blocks: [block] })
      const { page } = desk
      const lines = Array.from({ length: count }, (_, index) => `Color ${index + 1}`)
      const paste = async () => {
        await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(lines.join('\n'))})`)
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.press('ControlOrMeta+v')
      }
      /** Waits until what has the focus says this, where it can be read. */
      const reads = (said: string) =>
        eventually(async () => {
          const [text, seen] = await page.evaluate<[string, boolean]>(`(() => {
            const { activeElement: focused } = document
            const { top, bottom } = focused.getBoundingClientRect()
            return [focused.value ?? focused.textContent, top > 52 && bottom < innerHeight]
          })()`)
          assert.equal(text, said)
          assert.isTrue(seen)
        })

      await page.locator('[data-block="colorblk001"] [data-text^="options."]').first().click()
      await paste()
      // of thousands the page draws the first
      await reads(`Color ${Math.min(count, 500)}`)
      await page.keyboard.type('!')
      await reads(`Color ${Math.min(count, 500)}!`)
      await page.keyboard.press('ControlOrMeta+z')
      await page.keyboard.press('ControlOrMeta+z')
      assert.equal(await page.locator('[data-block="colorblk001"] [data-text^="options."]').count(), 3)

      await page.getByRole('textbox', { name: 'Label of option 1', exact: true }).click()
      await paste()
      await reads(`Color ${count}`)
      await page.keyboard.type('!')
      await reads(`Color ${count}!`)
      await saved(page)
      const { content } = (await draftOf(desk)).find((row) => row.block_id === block.id) ?? {}
      const labels: string[] = Object(content?.settings).options.map(({ label }: { label: string }) => label)
      assert.deepEqual(labels, [...lines.slice(0, -1), `Color ${count}!`, 'Blue', 'Green'])
      await desk.context.close()
    })

  test('a list of 500 options is pasted once, in order, and the page offers them all', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [
        {
          id: 'cityblock01',
          kind: 'select',
          label: 'City',
          key: 'city',
          settings: { appearance: 'dropdown', options: [{ id: 'first', label: 'First' }] },
        },
      ],
    })
    const { page } = desk
    const lines = Array.from({ length: 500 }, (_, index) => `City number ${index}`)
    await page.locator('[data-block="cityblock01"]').focus()
    await page.getByRole('button', { name: 'Paste a list' }).click()
    await page.getByRole('textbox', { name: 'Paste a list' }).fill(`${lines.join('\n')}\n\n`)
    await page.getByRole('button', { name: 'Add these' }).click()
    // a long list is unfolded when asked for
    const last = page.getByRole('textbox', { name: 'Label of option 501' })
    await page.getByRole('button', { name: 'Show all 501 options' }).waitFor()
    assert.equal(await last.count(), 0)
    await saved(page)
    const { content } = (await draftOf(desk)).find((row) => row.block_id === 'cityblock01') ?? {}
    const text = JSON.stringify(content?.settings)
    for (const line of lines) assert.include(text, `"label":"${line}"`)
    await page.getByRole('button', { name: 'Show all 501 options' }).click()
    // rows are in the page where they are near what is seen
    await page.getByRole('button', { name: 'Add option' }).scrollIntoViewIfNeeded()
    await last.fill('City number 499')
    await page.locator('[data-block="cityblock01"] [data-text="label"]').fill('Which city?')
    await publish(page)
    const visitor = await (await browser.newContext()).newPage()
    const page500 = await visitor.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${desk.slug}`)
    const html = (await page500?.text()) ?? ''
    const offered = [...html.matchAll(/<option[^>]*>([^<]*)<\/option>/g)].map(([, label]) => label)
    assert.deepEqual(offered.slice(-500), lines)
    await visitor
      .getByRole('combobox', { name: 'Which city?' })
      .and(visitor.locator('input'))
      .fill('number 499')
    await visitor.getByRole('option', { name: 'City number 499' }).click()
    await visitor.getByRole('button', { name: 'Send' }).click()
    await visitor.getByLabel('Which city?').waitFor({ state: 'detached' })
  })

  test('a block whose kind is not installed is shown by its label, and says so', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [
        { id: 'townblock01', kind: 'text', label: 'Town', key: 'town' },
        { id: 'cometblock1', kind: 'comet', label: 'How far is {#townblock01}?', key: 'far' },
      ],
      viewport: { width: 390, height: 800 },
    })
    const block = desk.page.locator('[data-block="cometblock1"]')
    await block.getByText('The block type “comet” is not installed. Its data is kept.').waitFor()
    assert.equal(await block.locator('.label').allInnerTexts().then(String), 'How far is Town?')
    assert.deepEqual(await axeFindingsInBoth(desk.page), [])
    await desk.context.close()
  })
})
