import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import {
  draftOf,
  newDesk,
  publish,
  saved,
  type Desk,
  type GivenBlock,
} from '#tests/browser/editor/editor_page'
import { eventually } from '#tests/browser/eventually'
import { hasFocus } from '#tests/browser/shell/screen'
import { patch } from '#tests/functional/forms/factories'

const GIVEN: GivenBlock[] = [
  { id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' },
  { id: 'breakblock1', kind: 'page-break', settings: { title: 'Last page' } },
  { id: 'wordsblock1', kind: 'text', label: 'Words', key: 'words' },
  { id: 'endingblk01', kind: 'ending', settings: { title: 'Until then' } },
]

async function visitorAt(browser: Browser, slug: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${slug}`)
  return page
}

const storedOf = async (desk: Desk, group: string) =>
  (await draftOf(desk)).find((row) => row.block_id === `settings.${group}`)?.content

test.group('Editor: settings of the form', () => {
  test('what is set is listed before it is published, and then seen by everybody', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await publish(page)
    const before = await visitorAt(browser, desk.slug)
    await before.getByRole('img', { name: 'Page 1 of 2' }).waitFor()

    const panel = page.getByRole('complementary', { name: 'Settings' })
    await page.getByRole('textbox', { name: 'Form title' }).fill('Summer party')
    await page.getByRole('textbox', { name: 'Form description' }).fill('In the garden.')
    await page.getByRole('textbox', { name: 'Send button' }).fill('Hand in')
    await panel.getByRole('switch', { name: 'Progress' }).uncheck()
    await panel.getByLabel('Typeface').click()
    await page.getByRole('option', { name: 'Mono' }).click()
    await panel.getByText('Dark', { exact: true }).click()
    await panel.getByText('Pill', { exact: true }).click()
    const after = panel.getByRole('region', { name: 'After sending' })
    await after.getByRole('button', { name: 'Until then' }).click()
    const ending = page.locator('[data-block="endingblk01"]')
    await ending.locator('[data-text="title"]:focus').fill('See you there')
    await ending.locator('[data-text="text"]').fill('Bring a cake.')
    await page.getByRole('region', { name: 'This form' }).getByText('Summer party').waitFor()

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    const changes = sheet.getByRole('region', { name: 'What changes' })
    await changes.getByText('Changed (1)').waitFor()
    await changes.getByText('Ending: See you there').waitFor()
    await changes.getByText('Settings (3)').waitFor()
    for (const words of [
      'Title: A form → became Summer party',
      'Description: nothing → became In the garden.',
      ...[
        'Design',
        'Corners: round → became pill',
        'Color scheme: auto → became dark',
        'Typeface: sans → became mono',
      ],
      ...['After sending', 'Text of the button: nothing → became Hand in', 'Progress: on → became off'],
    ])
      await changes.getByText(words, { exact: true }).waitFor()
    await sheet.getByRole('button', { name: 'Publish version 2' }).click()
    await sheet.getByText('Version 2 is published.').waitFor()

    const visitor = await visitorAt(browser, desk.slug)
    await visitor.getByRole('heading', { name: 'Summer party' }).waitFor()
    await visitor.getByText('In the garden.').waitFor()
    assert.equal(await visitor.getByRole('img', { name: 'Page 1 of 2' }).count(), 0)
    // Half of a control's height: a pill.
    const radius = await visitor.evaluate(
      'getComputedStyle(document.querySelector("button.solid")).borderRadius',
    )
    assert.equal(radius, '23px')
    const [face, scheme] = await visitor.evaluate<string[]>(
      '(({ fontFamily, colorScheme }) => [fontFamily, colorScheme])(getComputedStyle(document.body))',
    )
    assert.include(face, 'ui-monospace')
    assert.equal(scheme, 'dark')
    await visitor.getByRole('button', { name: 'Next' }).click()
    await visitor.getByRole('button', { name: 'Hand in' }).click()
    await visitor.getByRole('heading', { name: 'See you there' }).waitFor()
    await visitor.getByText('Bring a cake.').waitFor()
  })

  test('the password that is set opens the form; once it is changed the old one does not', async ({
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const own = page.getByRole('region', { name: 'Access' })
    await own.getByLabel('Password', { exact: true }).fill('open sesame')
    await own.getByRole('button', { name: 'Set password' }).click()
    await own.getByRole('button', { name: 'Change' }).waitFor()
    await publish(page)
    const visitor = await visitorAt(browser, desk.slug)
    const enter = async (password: string) => {
      await visitor.getByLabel('Password').fill(password)
      await visitor.getByRole('button', { name: 'Open form' }).click()
    }
    await enter('open sesame')
    await visitor.getByLabel('Name').waitFor()

    await own.getByRole('button', { name: 'Change' }).click()
    await own.getByLabel('Password', { exact: true }).fill('another one')
    await own.getByRole('button', { name: 'Set password' }).click()
    await own.getByRole('button', { name: 'Change' }).waitFor()
    await visitor.reload()
    await enter('open sesame')
    await visitor.getByText('That password is not right.').waitFor()
    await enter('another one')
    await visitor.getByLabel('Name').waitFor()
  })

  test('what a text cannot be is said at it and in the bar, and nothing that was typed is lost', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN, title: 'Before' })
    const { page } = desk
    const panel = page.getByRole('complementary', { name: 'Settings' })
    const title = page.getByRole('textbox', { name: 'Form title' })
    const description = page.getByRole('textbox', { name: 'Form description' })
    const tooLong = page.getByText('A title has up to 300 characters. Shorten it.')
    const long = `حفلة 👩‍👩‍👧‍👦 ${'x'.repeat(400)}`
    await title.fill(long)
    await tooLong.waitFor()
    await description.fill('In the garden.')
    await panel.getByText('Pill', { exact: true }).click()
    const bar = page.getByRole('button', { name: '1 change not saved' })
    await bar.waitFor()
    assert.equal(await title.innerText(), long)
    assert.deepEqual(await axeFindings(page), [])
    assert.deepInclude(await storedOf(desk, 'general'), { title: 'Before' })
    assert.deepInclude(await storedOf(desk, 'appearance'), { radius: 'full' })

    await page.reload()
    await tooLong.waitFor()
    assert.equal(await title.innerText(), long)
    assert.equal(await description.innerText(), 'In the garden.')
    // from a block, the bar leads back to the setting
    await page.locator('[data-block="nameblock01"] [data-text="label"]').click()
    await panel.getByRole('heading', { name: 'Short text' }).waitFor()
    await bar.click()
    await page
      .getByRole('dialog', { name: '1 change not saved' })
      .getByRole('button', { name: 'Show' })
      .click()
    await hasFocus(page, title)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('حفلة الصيف 👩‍👩‍👧‍👦')
    await saved(page)
    assert.equal(await tooLong.count(), 0)
    assert.deepEqual(await storedOf(desk, 'general'), {
      title: 'حفلة الصيف 👩‍👩‍👧‍👦',
      description: 'In the garden.',
      language: 'en',
    })

    // longer than any text: the others of its group stay
    await description.fill('x'.repeat(20_001))
    await page.getByText('A text has up to 20,000 characters. Shorten it.').waitFor()
    assert.equal(await title.innerText(), 'حفلة الصيف 👩‍👩‍👧‍👦')
    assert.equal((await description.innerText()).length, 20_001)
    await description.fill('')
    await saved(page)
    assert.deepEqual(await storedOf(desk, 'general'), { title: 'حفلة الصيف 👩‍👩‍👧‍👦', language: 'en' })
    await page.getByRole('textbox', { name: 'Send button' }).fill('x'.repeat(101))
    await page.getByText('A button’s text has up to 100 characters. Shorten it.').waitFor()
  })

  test('numbers, passwords and colours that cannot be taken stay, with what is wrong with them', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const own = page.getByRole('region', { name: 'Access' })
    const most = own.getByLabel('Submission limit')
    await most.fill('50')
    await saved(page)
    for (const typed of ['0', '1000000000000']) {
      await most.fill(typed)
      await own
        .getByText('Enter a whole number from 1 to 1,000,000,000, or leave this empty for no limit.')
        .waitFor()
      await most.blur()
      assert.equal(await most.inputValue(), typed)
    }
    assert.deepEqual(await axeFindings(page), [])
    assert.deepEqual(await storedOf(desk, 'access'), { maxSubmissions: 50 })
    await most.fill('7')
    await own.getByText('Enter a whole number from').waitFor({ state: 'detached' })

    const password = own.getByLabel('Password', { exact: true })
    await password.fill('x'.repeat(129))
    await own.getByText('A password has up to 128 characters; this one has 129.').waitFor()
    await password.press('Enter')
    assert.equal((await password.inputValue()).length, 129)
    await password.fill(' sesame')
    await own.getByText('It starts or ends with a space. People have to type that too.').waitFor()
    await password.press('Enter')
    await own.getByRole('button', { name: 'Change' }).waitFor()

    const look = page.getByRole('region', { name: 'Design' })
    // the canvas shows each look as respondents get it
    const lines = async () => {
      const style = `getComputedStyle(document.querySelector('[data-block="nameblock01"] .fw-input'))`
      const [width, colour] = await page.evaluate<string[]>(
        `[${style}.borderTopWidth, ${style}.backgroundColor]`,
      )
      return `${width} ${colour === 'rgba(0, 0, 0, 0)' ? 'clear' : 'filled'}`
    }
    assert.equal(await lines(), '1px filled')
    for (const [theme, drawn] of [
      ['Simple', '0px clear'],
      ['Tight', '0px filled'],
    ] as const) {
      await look.getByRole('radio', { name: theme }).check()
      await eventually(async () => assert.equal(await lines(), drawn))
    }

    const accent = look.getByLabel('Accent', { exact: true })
    await accent.fill('red')
    await accent.blur()
    await look.getByText('such as #3B82F6').waitFor()
    assert.equal(await accent.inputValue(), 'red')
    await accent.fill(' 0f766e')
    await look.getByText('such as #3B82F6').waitFor({ state: 'detached' })
    await saved(page)
    assert.deepInclude(await storedOf(desk, 'appearance'), { accent: '#0f766e' })
    await look.getByRole('radio', { name: 'Teal' }).check()
    await saved(page)
    assert.deepInclude(await storedOf(desk, 'appearance'), { accent: '#0D9488' })
    assert.deepEqual(await storedOf(desk, 'access'), { maxSubmissions: 7 })
  })

  test('own colors are drawn on the paper; what could not be read is said and drawn so that it can', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const look = page.getByRole('region', { name: 'Design' })
    const drawn = (part: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${part}')).${property}`)
    const schemes = look.getByRole('radiogroup', { name: 'Color scheme' })

    await look.getByLabel('Background', { exact: true }).fill('#0B1D3A')
    await eventually(async () => assert.equal(await drawn('.fw-paper', 'backgroundColor'), 'rgb(11, 29, 58)'))
    await look.getByText('Decided by the background.').waitFor()
    assert.isTrue(await schemes.getByRole('radio', { name: 'Dark' }).isChecked())
    assert.isTrue(await schemes.getByRole('radio', { name: 'Light' }).isDisabled())

    const text = look.getByLabel('Text', { exact: true })
    await text.fill('#FDE68A')
    await eventually(async () => assert.equal(await drawn('.fw-paper h1', 'color'), 'rgb(253, 230, 138)'))
    assert.equal(await look.getByText('so that it can be read').count(), 0)
    await text.fill('#111111')
    const said = look.getByText(/^Shown as #[0-9A-F]{6}, so that it can be read\.$/)
    await said.waitFor()
    const [hex = ''] = /#[0-9A-F]{6}/.exec((await said.textContent()) ?? '') ?? []
    const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))
    assert.equal(await drawn('.fw-paper h1', 'color'), `rgb(${parts.join(', ')})`)
    assert.deepEqual(await axeFindings(page), [])
    // it is of that color, and not of what is none
    await text.fill('red')
    await look.getByText('Enter # and six digits').waitFor()
    assert.equal(await said.count(), 0)

    await look.getByRole('button', { name: 'Clear the text color' }).click()
    await hasFocus(page, text)
    await look.getByRole('switch', { name: 'Uppercase questions' }).press('Space')
    await eventually(async () =>
      assert.equal(await drawn('[data-block="nameblock01"] .label', 'textTransform'), 'uppercase'),
    )
    await saved(page)
    const stored = await storedOf(desk, 'appearance')
    assert.deepInclude(stored, { ground: '#0B1D3A', uppercase: true })
    assert.notProperty(stored, 'ink')
  })

  test('a look is kept as a theme of the workspace, and taken over by another form', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const look = page.getByRole('region', { name: 'Design' })
    await look.getByLabel('Background', { exact: true }).fill('#FFF7E6')
    await look.getByRole('radio', { name: 'Tight' }).check()
    await look.getByRole('button', { name: 'Save this look' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this look' })
    await dialog.getByRole('button', { name: 'Save theme' }).click()
    await dialog.getByText('Enter a name.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await dialog.getByLabel('Name').fill('Harvest')
    await page.keyboard.press('Enter')
    const theme = (name: string) => look.getByRole('button', { name, exact: true })
    await look.locator('[aria-pressed="true"]').and(theme('Harvest')).waitFor()
    await saved(page)

    // changed by hand it is that look no longer; the theme brings it back
    await look.getByLabel('Background', { exact: true }).fill('')
    await look.getByLabel('Text', { exact: true }).fill('#5B21B6')
    await look.locator('[aria-pressed="false"]').and(theme('Harvest')).press('Enter')
    await saved(page)
    const taken = await storedOf(desk, 'appearance')
    assert.deepInclude(taken, { theme: 'notion', ground: '#FFF7E6' })
    assert.notProperty(taken, 'ink')

    const { body } = await desk.creator.visitor.post<{ data: { slug: string; id: string } }>(
      `/api/workspaces/${desk.creator.workspaceId}/forms`,
      { title: 'Another' },
    )
    const themes = `/api/workspaces/${desk.creator.workspaceId}/themes`
    const plain = { theme: 'simple', size: 'md', radius: 'none', accent: '#AA0000' }
    for (let at = 1; at <= 12; at++)
      await desk.creator.visitor.post(themes, { name: `Client ${at}`, look: plain })
    await page.goto(`/forms/${body.data.slug}/edit`)
    await theme('Harvest').click()
    // many leave what stands below them in reach
    const list = look.getByRole('list', { name: 'Saved themes' })
    assert.isAtMost((await list.boundingBox())?.height ?? Infinity, 320)
    await theme('Client 9').focus()
    await theme('Client 9').and(look.locator(':focus')).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await saved(page)
    assert.deepInclude(await storedOf({ ...desk, formId: body.data.id }, 'appearance'), {
      theme: 'notion',
      ground: '#FFF7E6',
    })
    await page.getByRole('button', { name: 'Actions for Harvest' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog', { name: 'Rename theme' }).getByLabel('Name').fill('Autumn')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Actions for Autumn' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete theme' }).click()
    await theme('Autumn').waitFor({ state: 'detached' })
    await hasFocus(page, look.getByRole('button', { name: 'Save this look' }))
  })

  test('custom CSS is seen in the preview; what is left out of it is said with its line', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const look = page.getByRole('region', { name: 'Design' })
    await look.getByText('Custom CSS').click()
    await look.getByLabel('Custom CSS').fill('.label { color: rgb(1, 2, 3) }\n.help { position: fixed }')
    await look.getByText('Custom CSS, line 2: Nothing leaves its place: use another position.').waitFor()
    await look.getByText('Custom CSS, line 1: This text is hard to read on the form in dark.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    // what is said leads to its line
    const css = look.getByLabel('Custom CSS')
    await look.getByRole('button', { name: /^Custom CSS, line 2/ }).press('Enter')
    await hasFocus(page, css)
    const selected = `(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))`
    assert.equal(await css.evaluate(`${selected}(document.activeElement)`), '.help { position: fixed }')
    await page.getByRole('button', { name: 'Preview' }).click()
    const drawn = `getComputedStyle(document.querySelector('.label')).color`
    const inside = page.frameLocator('iframe').locator('body:has(.label)')
    await eventually(async () => assert.equal(await inside.evaluate(drawn), 'rgb(1, 2, 3)'))
    await page.getByRole('button', { name: 'Close the preview' }).click()
    await look.getByLabel('Custom CSS').fill('.label { color: rgb(1, 2, 3) }')
    await look.getByText('Custom CSS, line 2').waitFor({ state: 'detached' })
    await saved(page)
    assert.deepInclude(await storedOf(desk, 'appearance'), { css: '.label { color: rgb(1, 2, 3) }' })

    // emptied, it is there to be written anew
    await look.getByLabel('Custom CSS').press('Control+a')
    await page.keyboard.press('Delete')
    await saved(page)
    await page.keyboard.type('.label { color: red }')
    await saved(page)
    assert.deepInclude(await storedOf(desk, 'appearance'), { css: '.label { color: red }' })
  })

  test('custom CSS that is too long stays as it was pasted, and is saved once it is shorter', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const look = page.getByRole('region', { name: 'Design' })
    await look.getByText('Custom CSS').click()
    const css = look.getByLabel('Custom CSS')
    const long = Array.from({ length: 1500 }, (_, index) => `.label-${index} { padding: 1px; margin: 2px }`)
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(long.join('\n'))})`)
    await css.focus()
    await page.keyboard.press('Control+v')
    await look.getByText('Custom CSS has up to 50 KB. Shorten it.').waitFor()
    assert.equal(await css.inputValue(), long.join('\n'))
    assert.deepEqual(await axeFindings(page), [])
    // the look is saved as a whole: what is chosen meanwhile goes along
    await look.getByRole('radio', { name: 'Teal' }).check()
    await page.getByRole('button', { name: '1 change not saved' }).waitFor()
    await css.fill(long.slice(0, 1000).join('\n'))
    await saved(page)
    assert.deepInclude(await storedOf(desk, 'appearance'), {
      css: long.slice(0, 1000).join('\n'),
      accent: '#0D9488',
    })
  })

  test('the check list leads to the setting that is to be mended, on a phone too', async ({
    assert,
    browser,
  }) => {
    for (const width of [1280, 390]) {
      const desk = await newDesk(browser, { blocks: GIVEN, viewport: { width, height: 800 } })
      const { page } = desk
      await patch(desk.creator, desk.formId, 1, [
        {
          op: 'put',
          block_id: 'settings.access',
          kind: 'settings.access',
          position: '',
          content: { opensAt: '2090-05-02T00:00:00Z', closesAt: '2090-05-01T00:00:00Z' },
        },
      ])
      await page.locator('[data-block="nameblock01"] [data-text="label"]').click()
      if (width === 1280) await page.getByRole('button', { name: 'Hide the settings' }).click()
      const sheet = page.getByRole('dialog', { name: 'Publish' })
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await sheet.getByText('1 problem to fix first').waitFor()
      await sheet.getByRole('button', { name: /^The form closes before it opens/ }).click()
      await sheet.waitFor({ state: 'detached' })
      const closes = page.getByLabel('Closes')
      await hasFocus(page, closes)
      await page.getByText('This is before it opens.').waitFor()
      assert.deepEqual(await axeFindings(page), [], String(width))
      await closes.fill('2090-05-03T00:00')
      await saved(page)
      if (width === 390) {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog', { name: 'Settings' }).waitFor({ state: 'detached' })
      }
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await sheet.getByText('Ready to publish.').waitFor()
    }
  })

  test('a form that asks nothing: the check list leads to the line that adds', async ({ browser }) => {
    const { page } = await newDesk(browser)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    await sheet.getByRole('button', { name: 'The form has no questions yet. Add one.' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('listbox', { name: 'Block types' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('[data-block] [data-text="label"]:focus').waitFor()
  })
})
