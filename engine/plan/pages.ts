import type { BlockText } from '@formwright/kit/block_text'
import { FIRST_PAGE } from '../document/document.ts'
import { isBlank } from '../logic/interpreter/empty.ts'
import type { ReadBlock } from '../document/reading.ts'

/** A page while the form is compiled. */
export interface Page {
  id: string
  /** the page-break that begins it, or the welcome that it is; none for the first page of questions */
  start?: ReadBlock
  /** fields and content, in order */
  blocks: ReadBlock[]
}

/** The pages of a form and its endings, each in order. */
export interface Layout {
  pages: Page[]
  endings: ReadBlock[]
}

/** Lays blocks out in pages. Endings stand on none, and a welcome is one before all, wherever they are. */
export function layOut(blocks: readonly ReadBlock[]): Layout {
  const layout: Layout = { pages: [{ id: FIRST_PAGE, blocks: [] }], endings: [] }
  const welcome = blocks.find(isWelcome)
  if (welcome) layout.pages.unshift({ id: welcome.block.id, start: welcome, blocks: [] })
  for (const read of blocks) {
    if (isWelcome(read)) continue
    if (read.family === 'ending') layout.endings.push(read)
    else if (read.family === 'page-break') layout.pages.push({ id: read.block.id, start: read, blocks: [] })
    else layout.pages[layout.pages.length - 1].blocks.push(read)
  }
  return layout
}

/** Whether a block is the screen that a form begins with. */
export function isWelcome({ family }: Pick<ReadBlock, 'family'>): boolean {
  return family === 'welcome'
}

/**
 * Whether a block puts anything on its page. A calculation that is not displayed does not, nor does one whose plugin is
 * gone, nor a section that has no title and no items that one could add: what stands in it does.
 */
export function isDisplayed({ field, layout, family, settings, unasked }: ReadBlock): boolean {
  if (field !== undefined) return field.displayed
  // that it cannot be answered is said there
  if (unasked) return true
  if (layout === undefined || family !== 'section') return layout !== undefined
  const says = ({ role, path }: BlockText) => role === 'title' && !isBlank(String(settings[path] ?? ''))
  return layout.repeat !== undefined || layout.texts.some(says)
}
