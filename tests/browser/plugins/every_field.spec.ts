import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { send, visit } from '#tests/browser/plugins/visit'
import { block } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { PHOTO } from '#tests/functional/respond/photo'
import { inWorkspace } from '#tests/functional/respond/rows'

type Way = 'live' | 'plain'
type Fill = (question: Locator, way: Way) => Promise<unknown>

/** Keys by name, or what they write behind a `"`; a file where the browser asks for one. */
type Keys = readonly [at: (question: Locator) => Locator, ...pressed: (string | typeof PHOTO)[]]

/** A question, how it is answered as it should not and as it should be, and what is stored of that. */
interface Question {
  block: ReturnType<typeof block>
  /** what is said of none, where it is not the usual */
  missing?: string
  wrong?: { fill: Fill; says: RegExp }
  fill: Fill
  /** the same by keys alone: what takes the focus, and what is pressed there */
  keys: readonly Keys[]
  stored: unknown
  /** what is stored without a script, where it is something else */
  storedPlain?: unknown
}

const box: Keys[0] = (question) => question.getByRole('textbox').first()
const first =
  (role: 'radio' | 'checkbox' | 'switch' | 'combobox' | 'spinbutton'): Keys[0] =>
  (question) =>
    question.getByRole(role).first()
const labelled =
  (label: string): Keys[0] =>
  (question) =>
    question.getByLabel(label, { exact: true })
const chooser: Keys[0] = (question) =>
  question
    .locator('[type=file]')
    .or(question.getByRole('button', { name: /choose/i }))
    .first()

const lines = (...labels: string[]) => labels.map((label) => ({ id: label.toLowerCase(), label }))
const COLOURS = lines('Red', 'Blue', 'Green')
const GRID = { rows: lines('Food', 'Room'), columns: lines('Good', 'Bad') }

const ask = (kind: string, id: string, label: string, settings: object = {}) =>
  block(kind, id, label, { required: true, settings })
const type =
  (text: string): Fill =>
  (question) =>
    question.getByRole('textbox').first().fill(text)
const choose =
  (...labels: string[]): Fill =>
  async (question) => {
    for (const label of labels) await question.getByLabel(label, { exact: true }).check()
  }
const cell = (question: Locator, row: string, column: string) =>
  question
    .getByRole('group', { name: row })
    .or(question.getByRole('radiogroup', { name: row }))
    .getByLabel(column)

const QUESTIONS: Question[] = [
  {
    block: ask('text', 'name01', 'Name', { minLength: 3 }),
    wrong: { fill: type('A'), says: /at least 3 characters/ },
    fill: type('Ada'),
    keys: [[box, '"Ada']],
    stored: 'Ada',
  },
  {
    block: ask('textarea', 'essay1', 'Essay', { maxLength: 5 }),
    wrong: { fill: type('abcdef'), says: /5 characters/ },
    fill: type('a\nb'),
    keys: [[box, '"a', 'Enter', '"b']],
    stored: 'a\nb',
  },
  {
    block: ask('formatted-text', 'plate1', 'Plate', { mask: 'AA-000' }),
    wrong: { fill: type('AB1'), says: /Write it like AB-123/ },
    fill: type('xy123'),
    keys: [[box, '"xy123']],
    stored: 'xy-123',
  },
  {
    block: ask('rich-text', 'letter', 'Letter', { maxLength: 5 }),
    wrong: { fill: type('abcdef'), says: /5 characters/ },
    fill: type('Dear'),
    keys: [[box, '"Dear']],
    stored: {
      type: 'doc',
      text: 'Dear',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Dear' }] }],
    },
  },
  {
    block: ask('code', 'query1', 'Query', { maxLength: 5, language: 'sql' }),
    wrong: { fill: type('abcdef'), says: /5 characters/ },
    fill: type('a\n  b'),
    keys: [[box, '"a', 'Enter', '"  b', 'Escape']],
    stored: 'a\n  b',
  },
  {
    block: ask('email', 'mail01', 'Mail'),
    wrong: { fill: type('ada'), says: /email address/ },
    fill: type('ada@example.com'),
    keys: [[box, '"ada@example.com']],
    stored: 'ada@example.com',
  },
  {
    block: ask('url', 'site01', 'Site'),
    wrong: { fill: type('nowhere'), says: /address/ },
    fill: type('https://example.com'),
    keys: [[box, '"https://example.com']],
    stored: 'https://example.com',
  },
  {
    block: ask('phone', 'phone1', 'Telephone', { country: 'DE' }),
    wrong: { fill: type('12'), says: /number/ },
    fill: type('030 1234567'),
    keys: [[box, '"030 1234567']],
    stored: '+49301234567',
  },
  {
    block: ask('number', 'amount', 'Amount', { max: 10 }),
    wrong: { fill: type('ten'), says: /number/ },
    fill: type('2.5'),
    keys: [[box, '"2.5']],
    stored: 2.5,
  },
  {
    block: ask('date', 'when01', 'Day', { min: '2026-01-01' }),
    wrong: { fill: dayOf('2025-12-31', '12/31/2025'), says: /2026/ },
    fill: dayOf('2026-03-14', '3/14/2026'),
    keys: [[box, '"3/14/2026']],
    stored: '2026-03-14',
  },
  {
    block: ask('select', 'single', 'Single', { options: COLOURS, other: true }),
    wrong: { fill: choose('Other'), says: /answer/ },
    fill: choose('Blue'),
    keys: [[first('radio'), 'ArrowDown']],
    stored: 'blue',
  },
  {
    block: ask('select', 'many01', 'Several', { options: COLOURS, multiple: true, minSelections: 2 }),
    wrong: { fill: choose('Red'), says: /at least 2/ },
    fill: choose('Red', 'Green'),
    keys: [
      [labelled('Red'), ' '],
      [labelled('Green'), ' '],
    ],
    stored: ['red', 'green'],
  },
  {
    block: ask('select', 'menu01', 'Menu', { options: COLOURS, appearance: 'dropdown' }),
    fill: (question) => question.getByRole('combobox').selectOption({ label: 'Green' }),
    keys: [[first('combobox'), '"G']],
    stored: 'green',
  },
  {
    block: ask('checkbox', 'agree1', 'Agreed'),
    missing: 'Tick this box to continue.',
    fill: (question) => question.getByRole('checkbox').check(),
    keys: [[first('checkbox'), ' ']],
    stored: true,
  },
  {
    block: ask('checkbox', 'adult1', 'Adult', { appearance: 'yes-no' }),
    fill: choose('No'),
    keys: [[first('radio'), 'ArrowDown']],
    stored: false,
  },
  {
    block: ask('toggle', 'newses', 'News'),
    missing: 'Turn this on to continue.',
    fill: (question) => question.getByRole('switch').check(),
    keys: [[first('switch'), ' ']],
    stored: true,
  },
  {
    block: ask('rating', 'stars1', 'Stars'),
    fill: choose('4 of 5'),
    keys: [[first('radio'), 'ArrowRight', 'ArrowRight', 'ArrowRight']],
    stored: 4,
  },
  {
    block: ask('scale', 'scale1', 'Scale', { min: 1, max: 5 }),
    fill: choose('3'),
    keys: [[first('radio'), 'ArrowRight', 'ArrowRight']],
    stored: 3,
  },
  {
    block: ask('slider', 'volume', 'Volume', { max: 50 }),
    wrong: { fill: typeNumber('60'), says: /50/ },
    fill: typeNumber('40'),
    keys: [[first('spinbutton'), '"40']],
    stored: 40,
  },
  {
    block: ask('matrix', 'grid01', 'Rated', { ...GRID, everyRow: true }),
    wrong: { fill: (question) => cell(question, 'Food', 'Good').check(), says: /Room/ },
    fill: (question) => cell(question, 'Room', 'Bad').check(),
    keys: [
      [(question) => cell(question, 'Food', 'Good'), ' '],
      [(question) => cell(question, 'Room', 'Good'), 'ArrowRight'],
    ],
    stored: { food: 'good', room: 'bad' },
  },
  {
    block: ask('matrix', 'grid02', 'Counted', { ...GRID, cells: 'number' }),
    wrong: { fill: (question) => cell(question, 'Food', 'Good').fill('ten'), says: /number/ },
    fill: (question) => cell(question, 'Food', 'Good').fill('10'),
    keys: [[(question) => cell(question, 'Food', 'Good'), '"10']],
    stored: { food: { good: 10 } },
  },
  {
    block: ask('ranking', 'order1', 'Order', { items: lines('Tea', 'Milk', 'Wine'), top: 2 }),
    wrong: { fill: rank('Milk', '1'), says: /2 places/ },
    fill: rank('Tea', '2'),
    keys: ['Milk', 'Tea'].map((item): Keys => [
      (question) => question.getByRole('button', { name: `Move ${item} up` }),
      'Enter',
    ]),
    stored: { order: ['milk', 'tea'], first: 'milk', places: { milk: 1, tea: 2 } },
  },
  {
    block: ask('address', 'home01', 'Home', { country: 'DE', askCountry: false }),
    wrong: { fill: addressWith('ABC'), says: /postal code/i },
    fill: addressWith('10117'),
    keys: [
      [(question) => question.getByLabel('Street'), '"Allee 1'],
      [(question) => question.getByLabel('Postal code'), '"10117'],
      [(question) => question.getByLabel('City'), '"Berlin'],
    ],
    stored: { street: 'Allee 1', city: 'Berlin', postcode: '10117', country: 'DE' },
  },
  {
    block: ask('color', 'paint1', 'Paint', { palette: [{ id: 'red', label: 'Fire', color: '#dc2626' }] }),
    fill: choose('Fire'),
    keys: [[labelled('Fire'), ' ']],
    stored: '#dc2626',
  },
  {
    block: ask('signature', 'signed', 'Signature'),
    missing: 'Sign here, or type your name.',
    fill: (question) => question.getByLabel('Type your name').fill('Ada'),
    keys: [[labelled('Type your name'), '"Ada']],
    stored: { how: 'typed', text: 'Ada' },
  },
  {
    block: ask('file', 'photo1', 'Photo'),
    wrong: { fill: attach('empty.png', Buffer.of()), says: /empty/ },
    fill: attach('ada.png', PHOTO.buffer),
    keys: [[chooser, ' ', { ...PHOTO, name: 'ada.png' }]],
    stored: ['ada.png'],
  },
  {
    block: ask('camera', 'scan01', 'Scan'),
    missing: 'Take or choose a picture.',
    wrong: { fill: attach('empty.png', Buffer.of()), says: /not sent|not a picture/ },
    fill: attach('paper.png', PHOTO.buffer),
    // a page with a script makes a JPEG of it
    keys: [[chooser, ' ', { ...PHOTO, name: 'paper.png' }]],
    stored: ['paper.jpg'],
    storedPlain: ['paper.png'],
  },
]

function dayOf(iso: string, typed: string): Fill {
  return (question, way) =>
    way === 'live'
      ? question.getByPlaceholder('MM/DD/YYYY').fill(typed)
      : question.getByLabel(/^Day/).fill(iso)
}

function typeNumber(text: string): Fill {
  return (question) => question.getByRole('spinbutton').fill(text)
}

function rank(item: string, place: string): Fill {
  return async (question, way) => {
    if (way === 'live') return question.getByRole('button', { name: `Move ${item} up` }).click()
    return question.getByRole('spinbutton', { name: item }).fill(place)
  }
}

function addressWith(postcode: string): Fill {
  return async (question) => {
    await question.getByLabel('Street').fill('Allee 1')
    await question.getByLabel('Postal code').fill(postcode)
    await question.getByLabel('City').fill('Berlin')
  }
}

function attach(name: string, buffer: Buffer): Fill {
  return async (question) => {
    const wrong = question.getByRole('button', { name: 'Remove' })
    if (await wrong.isVisible()) await wrong.click()
    await question.locator('[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  }
}

const question = (page: Page, { block: { id } }: Question) => page.locator(`#b-${id}`)

/** Answers a question; what comes as it is seen has been asked for. */
async function answer(page: Page, one: Question, fill: Fill, way: Way): Promise<void> {
  const shown = question(page, one)
  await shown.scrollIntoViewIfNeeded()
  await fill(shown, way)
}

/** The answers to each of the form's submissions, less what is another for each. */
async function stored({ creator }: PublishedForm): Promise<Record<string, unknown>[]> {
  const sql = 'select answers from submissions order by received_at'
  const rows = await inWorkspace<{ answers: Record<string, unknown> }>(creator.workspaceId, sql)
  return rows.map(({ answers: { photo1, scan01, signed, ...others } }) => {
    const { at: _at, ...signature } = Object(signed)
    const names = (files: unknown) =>
      Array.isArray(files) ? files.map((file: unknown) => Object(file).name) : files
    return { ...others, signed: signature, photo1: names(photo1), scan01: names(scan01) }
  })
}

// What the palette has besides, and what is dropped in, is asked by every_preset.spec.ts.
test.group('Every field', () => {
  for (const way of ['live', 'plain'] as const) {
    test(`${way}: nothing, what it should not be, and what it should be`, async ({
      assert,
      browser,
      cleanup,
    }) => {
      const form = await publishedForm(QUESTIONS.map((one) => one.block))
      const page = await visit(browser, form, way === 'live')
      cleanup(() => page.context().close())
      await send(page)
      await page.getByRole('heading', { name: `${QUESTIONS.length} answers need a look` }).waitFor()
      for (const one of QUESTIONS)
        await question(page, one)
          .getByText(one.missing ?? 'Please answer this.')
          .waitFor()
      if (way === 'live') assert.deepEqual(await axeFindings(page), [])
      // each is led to where it can be mended, by keys
      for (const one of QUESTIONS) {
        const link = page.locator('#summary').getByRole('link', { name: one.block.label, exact: true })
        await link.press('Enter')
        await question(page, one).locator(':focus').first().waitFor()
      }

      const judged = QUESTIONS.filter(({ wrong }) => wrong)
      for (const one of QUESTIONS) await answer(page, one, one.wrong?.fill ?? one.fill, way)
      await send(page)
      await page.getByRole('heading', { name: `${judged.length} answers need a look` }).waitFor()
      for (const one of judged)
        if (one.wrong) assert.match(await question(page, one).locator('.message').innerText(), one.wrong.says)
      if (way === 'live') assert.deepEqual(await axeFindings(page), [])

      for (const one of judged) await answer(page, one, one.fill, way)
      if (way === 'live') {
        // what is typed is kept by the device, files by the server once they are there
        for (const one of QUESTIONS.filter(({ block: { kind } }) => kind === 'file' || kind === 'camera'))
          await question(page, one).getByRole('button', { name: 'Remove' }).waitFor()
        await page.reload()
        await page.locator('html[data-live]').waitFor({ state: 'attached' })
      }
      await send(page)
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
      const expected = QUESTIONS.map(({ block: { id }, ...one }) => [
        id,
        way === 'plain' ? (one.storedPlain ?? one.stored) : one.stored,
      ])
      assert.deepEqual(await stored(form), [Object.fromEntries(expected)])
    })
  }

  test('by keys alone', async ({ assert, browser, cleanup }) => {
    const form = await publishedForm(QUESTIONS.map((one) => one.block))
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    // whoever listens now and then only may miss one: the browser is told each time
    page.on('filechooser', () => undefined)
    // what comes as it is seen is there before anybody gets to it
    for (const one of QUESTIONS) await question(page, one).scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    for (const one of QUESTIONS)
      for (const [at, ...pressed] of one.keys) {
        await tabTo(page, at(question(page, one)), one.block.label)
        const asked = pressed.find((key) => typeof key !== 'string')
        const opened = asked && page.waitForEvent('filechooser')
        for (const key of pressed) await press(page, key)
        if (!asked) continue
        await (await opened)?.setFiles(asked)
        await question(page, one).getByRole('button', { name: 'Remove' }).waitFor()
      }
    await tabTo(page, page.getByRole('button', { name: 'Send' }), 'Send')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Thank you|a look$/ }).waitFor()
    assert.deepEqual(await page.locator('.message').allInnerTexts(), [])
    const expected = QUESTIONS.map(({ block: { id }, stored: answered }) => [id, answered])
    assert.deepEqual(await stored(form), [Object.fromEntries(expected)])
  })
})

/** Goes on by Tab until something has the focus. */
async function tabTo(page: Page, wanted: Locator, what: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) > 0 && (await wanted.and(focused).count()) > 0) return
  }
  throw new Error(`Tab does not lead to ${what}.`)
}

async function press(page: Page, key: Keys[number]): Promise<void> {
  if (typeof key !== 'string') return
  await (key.startsWith('"') ? page.keyboard.type(key.slice(1)) : page.keyboard.press(key))
}
