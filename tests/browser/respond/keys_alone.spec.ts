import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright'
import { visit } from '#tests/browser/plugins/visit'
import { block, pageBreak } from '#tests/browser/respond/forms'
import { hasFocus } from '#tests/browser/shell/screen'
import { publishedForm } from '#tests/functional/respond/answering'
import { PHOTO } from '#tests/functional/respond/photo'
import { inWorkspace } from '#tests/functional/respond/rows'

type Place = (within: Locator) => Locator

/**
 * What Tab leads to, and what is pressed there: keys by name, what they write behind a `"`, a file where one is asked for, a
 * place that the focus is led to by what was pressed.
 */
type Keys = readonly [at: Place, ...pressed: (string | typeof PHOTO | Place)[]]

/** A way of answering, by keys alone, and what is stored of it. */
interface Way {
  block: ReturnType<typeof block>
  keys: readonly Keys[]
  stored: unknown
}

type Role = 'button' | 'checkbox' | 'combobox' | 'dialog' | 'radio' | 'slider' | 'textbox'
const the =
  (role: Role, name?: string | RegExp): Place =>
  (within) =>
    within.getByRole(role, name === undefined ? {} : { name }).first()
const chooser: Place = (within) => within.locator('[type=file]')

const lines = (...labels: string[]) => labels.map((label) => ({ id: label.toLowerCase(), label }))
const COLOURS = lines('Red', 'Blue', 'Green')
const TOWNS = Array.from({ length: 25 }, (_, index) => ({ id: `o${index}`, label: `Town ${index}` }))
const GRID = { rows: lines('Food', 'Room'), columns: lines('Good', 'Bad') }
const [FIRST, SECOND] = [
  { ...PHOTO, name: 'first.png' },
  { ...PHOTO, name: 'second.png' },
]
const ask = (kind: string, id: string, settings: object, more: Record<string, unknown> = {}) =>
  block(kind, id, `Asked ${id}`, { settings, ...more })

// How each kind is answered in its plainest shape is every_field.spec.ts's.
const WAYS: Way[] = [
  {
    block: ask('select', 'search', { options: TOWNS, appearance: 'dropdown' }),
    keys: [[the('combobox'), '"town 12', 'Enter']],
    stored: 'o12',
  },
  {
    block: ask('select', 'others', { options: COLOURS, other: true }),
    keys: [
      [the('radio'), 'ArrowUp'],
      [the('textbox'), '"Teal'],
    ],
    stored: { other: 'Teal' },
  },
  {
    block: ask('select', 'looks1', { options: COLOURS, appearance: 'pictures' }),
    keys: [[the('radio'), ' ', 'ArrowRight']],
    stored: 'blue',
  },
  {
    block: ask('email', 'mail01', { confirm: true }),
    keys: [
      [the('textbox'), '"ada@example.com'],
      [the('textbox', /again/), '"ada@example.com'],
    ],
    stored: 'ada@example.com',
  },
  {
    block: ask('date', 'picked', {}, { default: { value: '2026-03-14' } }),
    keys: [[the('button', /^Calendar/), 'Enter', the('dialog'), 'ArrowDown', 'ArrowRight', 'Enter']],
    stored: '2026-03-22',
  },
  {
    block: ask('date', 'clock1', { asks: 'time' }),
    keys: [[the('textbox'), '"715 pm']],
    stored: '19:15',
  },
  {
    block: ask('matrix', 'grid01', { ...GRID, multiple: true }),
    keys: [
      [the('checkbox', /Good/), ' '],
      [the('checkbox', /Bad/), ' '],
    ],
    stored: { food: ['good', 'bad'] },
  },
  {
    block: ask('matrix', 'grid02', { ...GRID, cells: 'dropdown', options: lines('Yes', 'No') }),
    keys: [[the('combobox'), '"N']],
    stored: { food: { good: 'no' } },
  },
  {
    block: ask('rating', 'halves', { half: true }),
    keys: [[the('radio'), ' ', 'ArrowRight', 'ArrowRight']],
    stored: 1.5,
  },
  {
    block: ask('slider', 'range1', { range: true, max: 1000, step: 50 }),
    keys: [
      [the('slider'), 'ArrowRight'],
      [the('slider', /To/), 'ArrowLeft'],
    ],
    stored: { from: 50, to: 950 },
  },
  {
    block: ask('ranking', 'order1', { items: lines('Tea', 'Milk', 'Wine') }),
    keys: [[the('button', 'Move Tea down'), 'ArrowDown']],
    stored: ['milk', 'tea', 'wine'],
  },
  {
    block: ask('color', 'paint1', { palette: [{ id: 'red', label: 'Fire', color: '#dc2626' }], alpha: true }),
    keys: [
      [the('radio', 'Fire'), ' ', 'ArrowDown'],
      [the('slider', 'Opacity'), 'Home'],
    ],
    stored: '#00000000',
  },
  {
    block: ask('rich-text', 'letter', {}),
    keys: [[the('textbox'), '"Dear', 'Control+a', 'Shift+Tab', 'Enter']],
    stored: 'bold',
  },
  {
    block: ask('phone', 'phone1', { country: 'DE' }),
    keys: [
      [the('button', /^Country/), 'Enter', the('combobox'), '"franc', 'Enter', the('textbox'), '"612345678'],
    ],
    stored: '+33612345678',
  },
  {
    block: ask('address', 'home01', { country: 'DE', askCountry: true }),
    keys: [
      [the('combobox', 'Country'), '"France'],
      [the('textbox', 'Street'), '"Rue 1'],
      [the('textbox', 'Postal code'), '"75001'],
      [the('textbox', 'City'), '"Paris'],
    ],
    stored: { street: 'Rue 1', city: 'Paris', postcode: '75001', country: 'FR' },
  },
  {
    block: ask('file', 'photo1', { maxCount: 2 }),
    // whoever takes it back is led to choosing another
    keys: [[chooser, ' ', FIRST, 'Shift+Tab', 'Enter', chooser, 'Enter', SECOND]],
    stored: ['second.png'],
  },
  {
    block: ask('signature', 'signed', {}),
    keys: [[chooser, 'Enter', { ...PHOTO, name: 'ada.png' }]],
    stored: 'uploaded',
  },
]

const ALL = [
  { id: 'hello1', kind: 'welcome', v: 1, settings: { title: 'Hello', startLabel: 'Begin' } },
  ...WAYS.map((one) => one.block),
  pageBreak('second', { title: 'Who comes' }),
  {
    ...{ id: 'people', kind: 'section', v: 1, key: 'people' },
    settings: { title: 'Person', repeating: true, min: 1, max: 3, addLabel: 'Add a person' },
  },
  block('text', 'name01', 'Name', { parent: 'people', required: true }),
  {
    ...{ id: 'ending1', kind: 'ending', v: 2 },
    settings: { title: 'See you', url: 'https://example.com/', buttonLabel: 'See the program' },
  },
]

/**
 * What Tab came to, less than it should be: nothing around it looks otherwise than before, or it stands over or before that
 * which was left. Keeps how everything else looks until the next press.
 */
const ASTRAY = `(() => {
  const around = (one) => [one, one.nextElementSibling, one.parentElement, one.parentElement?.parentElement]
  const looks = (one) => around(one).map((part) => {
    if (!part) return ''
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderTopColor } = getComputedStyle(part)
    return [outlineStyle === 'none' ? '' : outlineStyle + outlineWidth + outlineColor, boxShadow, borderTopColor].join()
  }).join('|')
  const found = []
  const one = document.activeElement
  const name = one.id || one.ariaLabel || one.outerHTML.slice(0, 90)
  const { before, left } = window
  if (before?.get(one) === looks(one)) found.push('not seen: ' + name)
  if (left?.isConnected && left !== document.body) {
    const [from, to] = [left, one].map((each) => each.getBoundingClientRect())
    if (to.width > 1 && from.width > 1 && to.bottom <= from.top) found.push('goes up: ' + name)
  }
  const all = document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')
  window.before = new Map([...all].filter((each) => each !== one).map((each) => [each, looks(each)]))
  return found
})()`

test.group('Keys alone', () => {
  test('other ways of answering, pages, a section and the ending; the focus is seen and goes down the page', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm(ALL)
    const page = await visit(browser, form, true, { reducedMotion: 'reduce' })
    cleanup(() => page.context().close())
    // whoever listens now and then only may miss one: the browser is told each time
    page.on('filechooser', () => undefined)
    const astray: string[] = []
    const tabTo = async (wanted: Locator, key = 'Tab') => {
      for (let presses = 0; presses < 25; presses += 1) {
        await page.evaluate('void (window.left = document.activeElement)')
        await page.keyboard.press(key)
        if (key === 'Tab') astray.push(...(await page.evaluate<string[]>(ASTRAY)))
        if ((await wanted.and(page.locator(':focus')).count()) > 0) return
      }
      throw new Error(`${key} does not lead to ${wanted}.`)
    }
    const enter = async (name: string, key?: string) => {
      await tabTo(page.getByRole('button', { name, exact: true }), key)
      await page.keyboard.press('Enter')
    }

    await enter('Begin')
    // what comes as it is seen is there before anybody gets to it
    for (const { block } of WAYS) await page.locator(`#b-${block.id}`).scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    for (const { block, keys } of WAYS)
      for (const [at, ...pressed] of keys) {
        const question = page.locator(`#b-${block.id}`)
        await tabTo(at(question))
        for (const [index, key] of pressed.entries()) {
          const asked = pressed[index + 1]
          const opened = typeof asked === 'object' && page.waitForEvent('filechooser')
          if (typeof key === 'function') await hasFocus(page, key(question))
          else await press(page, key)
          if (!opened || typeof asked !== 'object') continue
          await (await opened).setFiles(asked)
          await question.getByRole('button', { name: 'Remove' }).waitFor()
        }
      }
    await enter('Next')
    await hasFocus(page, page.getByRole('heading', { name: 'Who comes' }))

    const name = page.getByLabel('Name')
    await enter('Send')
    await page.getByRole('heading', { name: '1 answer needs a look' }).waitFor()
    await hasFocus(page, page.locator('#summary'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await hasFocus(page, name)
    await page.keyboard.type('Ada')
    await enter('Add a person')
    await hasFocus(page, name.nth(1))
    await page.keyboard.type('Bob')
    await enter('Add a person')
    await hasFocus(page, name.nth(2))
    await enter('Remove Person 3', 'Shift+Tab')
    await enter('Back')
    await hasFocus(page, page.getByRole('heading', { level: 1 }))
    // round by the browser's own controls to the end of the page
    await enter('Next', 'Shift+Tab')
    await hasFocus(page, page.getByRole('heading', { name: 'Who comes' }))
    await enter('Send')
    await hasFocus(page, page.getByRole('heading', { name: 'See you' }))
    await page.keyboard.press('Tab')
    await hasFocus(page, page.getByRole('link', { name: 'See the program' }))
    assert.deepEqual(astray, [])

    const [row] = await inWorkspace<{ answers: Record<string, unknown> }>(
      form.creator.workspaceId,
      'select answers from submissions',
    )
    const { people, ...answers } = row?.answers ?? {}
    assert.deepEqual(
      Object(people).map((one: { answers: object }) => one.answers),
      [{ name01: 'Ada' }, { name01: 'Bob' }],
    )
    const expected = WAYS.map(({ block: { id }, stored }) => [id, stored])
    assert.deepEqual(told(answers), Object.fromEntries(expected))
  }).timeout(90_000)
})

async function press(page: Page, key: string | typeof PHOTO): Promise<void> {
  if (typeof key !== 'string') return
  await (key.startsWith('"') ? page.keyboard.type(key.slice(1)) : page.keyboard.press(key))
}

/** The same answers, less what is another each time: of files their names, of a signature how it was made. */
function told({ photo1, signed, letter, order1, ...others }: Record<string, unknown>) {
  const marked = JSON.stringify(letter).includes('"bold"') ? 'bold' : letter
  const names = Array.isArray(photo1) ? photo1.map((file: unknown) => Object(file).name) : photo1
  return {
    ...others,
    photo1: names,
    signed: Object(signed).how,
    letter: marked,
    order1: Object(order1).order,
  }
}
