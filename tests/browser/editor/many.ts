import type { Locator, Page } from 'playwright'
import { eventually } from '#tests/browser/eventually'
import type { GivenBlock } from './editor_page.ts'

const KINDS: readonly Omit<GivenBlock, 'id'>[] = [
  { kind: 'text' },
  { kind: 'select', settings: { multiple: true } },
  { kind: 'number' },
  { kind: 'select', settings: { appearance: 'dropdown' } },
  { kind: 'file' },
]

/** The id of one of many blocks. */
export function blockId(index: number): string {
  return `block${String(index).padStart(6, '0')}`
}

/** Fields of all sorts, every fifth with a rule on the one before. */
export function manyBlocks(count: number): GivenBlock[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = KINDS[index % KINDS.length] ?? { kind: 'text' }
    const when = { left: { field: blockId(index - 1) }, op: 'is-not-empty' }
    const rules = index % KINDS.length === 4 && [{ when, do: 'require' }]
    const texts = { key: `key_${index}`, label: `Question ${index}` }
    return { ...kind, id: blockId(index), ...texts, ...(rules && { rules }) }
  })
}

/** A choice with many options between two other fields. */
export function manyOptions(count: number): GivenBlock[] {
  const options = Array.from({ length: count }, (_, index) => ({ id: `o${index}`, label: `Option ${index}` }))
  return [
    { id: 'name01', kind: 'text', key: 'name', label: 'Name' },
    { id: 'choice', kind: 'select', key: 'choice', label: 'Choice', settings: { options, multiple: true } },
    { id: 'last01', kind: 'text', key: 'last', label: 'Last' },
  ]
}

/** The row of an option in the panel, of whose rows only those near what is seen are in the page. */
export async function rowInPanel(page: Page, index: number): Promise<Locator> {
  const settings = page.getByRole('complementary', { name: 'Settings' })
  await settings.getByRole('list').hover()
  const all = settings.getByRole('button', { name: /^Show all/ })
  if ((await all.count()) > 0) await all.click()
  const rows = settings.getByRole('listitem')
  const row = settings.getByRole('textbox', { name: `Label of option ${index + 1}`, exact: true })
  await settings.getByRole('list').hover()
  await eventually(async () => {
    if ((await row.count()) > 0) return
    const last = Number(await rows.last().getAttribute('aria-posinset'))
    await page.mouse.wheel(0, last > index ? -400 : 800)
    throw new Error('The row is not near.')
  })
  return row
}
