import type { PublicBlock } from '../../engine/plan/public_form.ts'
import type { Visit } from './visit.ts'

/** What stands above a section. */
export function sectionTitle({ response }: Visit, { id, section }: PublicBlock): string {
  return section?.title === undefined ? '' : response.text(id, section.title).trim()
}

/** What one item is called: as its creator wrote it, else numbered. */
export function itemTitle(visit: Visit, block: PublicBlock, item: string, place: number): string {
  const name = block.section?.itemTitle
  const own = name === undefined ? '' : visit.response.text(`${block.id}.${item}`, name).trim()
  if (own !== '') return own
  const title = sectionTitle(visit, block) || visit.t('section.item')
  return visit.t('section.item.numbered', { title, number: place + 1 })
}

/** What a field or section is called where all of them are listed: a field in an item with the item's title before it. */
export function nameOf(visit: Visit, path: string): string {
  const { blocks, response } = visit
  const [id = '', item = '', inner] = path.split('.')
  const block = blocks.get(id)
  const label = response.text(path, 'label')
  if (!block?.section) return label
  if (inner === undefined) return sectionTitle(visit, block) || visit.t('section.item')
  return `${itemTitle(visit, block, item, response.items(id).indexOf(item))}, ${label}`
}
