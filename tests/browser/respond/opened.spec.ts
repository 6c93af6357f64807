import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings, COLOURS, showIn } from '#tests/browser/axe'
import { heldPhoto } from '#tests/browser/plugins/held_photo'
import { visit } from '#tests/browser/plugins/visit'
import { block } from '#tests/browser/respond/forms'
import { misplaced } from '#tests/browser/respond/misplaced'
import { publishedForm } from '#tests/functional/respond/answering'

const TOWNS = Array.from({ length: 24 }, (_, index) => ({
  id: `town-${index}`,
  label: `Town ${index} on the river`,
  group: index < 10 ? 'Near' : 'Far',
}))

const blocks = [
  {
    ...block('date', 'stay01', 'Stay', {
      settings: { range: true, min: '2026-03-05', weekdays: { sunday: false } },
    }),
    default: { value: { from: '2026-03-14', to: '2026-03-17' } },
  },
  block('phone', 'phone1', 'Phone', { settings: { country: 'DE' } }),
  block('select', 'towns1', 'Towns', {
    settings: { options: TOWNS, appearance: 'dropdown', multiple: true },
  }),
  block('file', 'photo1', 'Photo', { settings: { accept: ['image/*'], crop: 'free' } }),
]

/** What comes over a page, each with how it is opened. */
const OPENED: readonly [name: string, open: (page: Page) => Promise<unknown>][] = [
  [
    'calendar',
    async (page) => {
      await page.getByRole('button', { name: 'Calendar' }).first().click()
      await page.getByRole('dialog', { name: 'Calendar' }).waitFor()
    },
  ],
  [
    'countries',
    async (page) => {
      await page.getByRole('button', { name: 'Country' }).click()
      await page.getByRole('option').first().waitFor()
    },
  ],
  [
    'options',
    async (page) => {
      const box = page.getByRole('combobox', { name: 'Towns' })
      await box.fill('Town 1')
      await page.getByRole('option', { name: 'Town 1 on the river' }).waitFor()
      for (const key of ['Enter', 'ArrowDown', 'Enter', 'ArrowDown']) await box.press(key)
    },
  ],
  [
    'crop',
    async (page) => {
      await page.getByLabel('Photo', { exact: true }).setInputFiles(await heldPhoto(page))
      await page.getByRole('slider', { name: 'Place of the frame' }).waitFor()
    },
  ],
]

test.group('What opens over a page', () => {
  for (const theme of ['default', 'simple', 'notion']) {
    test(`${theme}: calendar, countries, options and crop can be read, light and dark, and fit`, async ({
      assert,
      browser,
      cleanup,
    }) => {
      const form = await publishedForm(blocks, {
        appearance: { theme, size: 'md', radius: 'full', accent: '#F59E0B' },
      })
      const page = await visit(browser, form, true, { reducedMotion: 'reduce' })
      cleanup(() => page.context().close())
      for (const [name, open] of OPENED) {
        await open(page)
        for (const scheme of ['light', 'dark'] as const) {
          await showIn(page, scheme)
          assert.deepEqual(await axeFindings(page, COLOURS), [], `${name} ${scheme}`)
        }
        assert.deepEqual(await misplaced(page), [], name)
        await page.keyboard.press('Escape')
      }
    }).timeout(60_000)
  }
})
