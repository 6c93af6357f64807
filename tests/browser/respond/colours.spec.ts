import { test } from '@japa/runner'
import fc from 'fast-check'
import { block, OPTIONS } from '#tests/browser/respond/forms'
import { publishedForm } from '#tests/functional/respond/answering'
import { contrast, type Rgb } from '../../../frontend/respondent/colour.ts'
import { themeStyle } from '../../../frontend/respondent/theme.ts'

/** So many accents for each theme and scheme: they are tried on one page, which only says other colours. */
const ACCENTS = 40

const blocks = [
  block('text', 'name01', 'Name', { required: true, help: 'As in your passport', placeholder: 'Ada' }),
  block('select', 'colour', 'Colour', { required: true, settings: { options: OPTIONS } }),
  block('select', 'many01', 'Several', { settings: { options: OPTIONS, multiple: true } }),
  block('select', 'land01', 'Country', { settings: { options: OPTIONS, appearance: 'dropdown' } }),
  { id: 'para01', kind: 'paragraph', v: 1, settings: { text: 'More at https://example.org' } },
  block('file', 'photo1', 'Photo'),
  block('scale', 'nps001', 'Recommended', {
    settings: { min: 0, max: 10, nps: true, colour: 'red-to-green' },
  }),
]

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)
/** An accent; every other time own colours beside it. */
const COLOURS = fc.oneof(
  fc.record({ accent: colour }),
  fc.record({ accent: colour, ground: colour, ink: colour, button: colour }),
)

/** What is drawn, as the browser computed it: a part of the page, the colour of which property, and least contrast. */
const DRAWN: readonly [part: string, property: string, least: number][] = [
  ['h1', 'color', 4.5],
  ['.description', 'color', 4.5],
  ['.label', 'color', 4.5],
  ['.star', 'color', 4.5],
  ['.help', 'color', 4.5],
  ['.message', 'color', 4.5],
  ['.summary a', 'color', 4.5],
  ['#c-name01', 'color', 4.5],
  ['select', 'color', 4.5],
  ['.fw-limits', 'color', 4.5],
  ['button.solid', 'color', 4.5],
  ['.fw-choice:has(:checked)', 'color', 4.5],
  ['.fw-choice:not(:has(:checked))', 'color', 4.5],
  ['.fw-tone-low', 'color', 4.5],
  ['.fw-tone-middle', 'color', 4.5],
  ['.fw-tone-high:not(:has(:checked))', 'color', 4.5],
  ['.fw-tone-high:has(:checked)', 'color', 4.5],
  ['select', 'border-bottom-color', 3],
  ['#c-name01:focus', 'border-bottom-color', 3],
  ['[type=radio]:not(:checked)', 'border-top-color', 3],
  ['[type=checkbox]:not(:checked)', 'border-top-color', 3],
  ['[type=radio]:checked', 'border-top-color', 3],
  ['[type=checkbox]:checked', 'border-top-color', 3],
]

/** In the page: gives it other colours; then reads the colour of each part, and that which lies behind it. */
const READ = `([style, drawn]) => {
  const [sheet] = (document.adoptedStyleSheets = [document.adoptedStyleSheets[0] ?? new CSSStyleSheet()])
  sheet.replaceSync(style)
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const parts = (colour) => {
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = colour
    pen.fillRect(0, 0, 1, 1)
    return [...pen.getImageData(0, 0, 1, 1).data]
  }
  const behind = (element) => {
    const colour = parts(getComputedStyle(element).backgroundColor)
    return colour[3] === 0 ? behind(element.parentElement) : colour
  }
  return drawn.map(([part, property]) => {
    const element = document.querySelector(part)
    if (!element) throw new Error(part)
    const colour = parts(getComputedStyle(element).getPropertyValue(property))
    return [colour, behind(property === 'color' ? element : element.parentElement)]
  })
}`

test.group('Colours of a page, as they are drawn', () => {
  for (const theme of ['default', 'simple', 'notion'] as const) {
    test(`${theme}: any accent and own colours can be read and seen, light and dark`, async ({
      assert,
      browser,
    }) => {
      const look = { theme, size: 'md', radius: 'small' } as const
      const form = await publishedForm(blocks, {
        general: { title: 'Trip', description: 'In May.', language: 'en' },
        appearance: { ...look, accent: '#3B82F6' },
      })
      const context = await browser.newContext({ reducedMotion: 'reduce' })
      const page = await context.newPage()
      await page.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${form.slug}`)
      await page.locator('html[data-live]').waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Send' }).click()
      await page.locator('.summary').waitFor()
      for (const group of ['Colour', 'Several'])
        await page.getByRole('group', { name: group }).getByLabel('Blue').check()
      await page.getByRole('group', { name: 'Recommended' }).getByLabel('9').check()
      await page.getByLabel('Name').focus()
      // where the device chooses the colours, nothing else shows the focus
      const outline = `getComputedStyle(document.activeElement).outlineStyle`
      assert.equal(await page.evaluate(outline), 'solid')
      const low: string[] = []
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const colours of fc.sample(COLOURS, ACCENTS)) {
          const read = await page.evaluate<[Rgb, Rgb][]>(
            `(${READ})(${JSON.stringify([themeStyle({ theme, ...colours }), DRAWN])})`,
          )
          for (const [at, [colour, behind]] of read.entries()) {
            const [part, property, least] = DRAWN[at]
            const found = contrast(colour, behind)
            if (found < least)
              low.push(`${JSON.stringify(colours)} ${colorScheme} ${part} ${property}: ${found.toFixed(2)}`)
          }
        }
      }
      assert.deepEqual(low, [])
      await context.close()
    })
  }
})
