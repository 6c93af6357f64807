import { FieldBlock, Messages } from './field_block.tsx'
import { LayoutBlock, LayoutTexts, widthClass } from './layout_block.tsx'
import type { BlockProps, DrawnWith } from './visit.ts'
import { useVisit } from './watch.ts'

const PAGE: DrawnWith = { BlockView, LayoutTexts, Messages, useVisit, widthClass }

/** One block of a page, whatever it is. Page breaks and endings are drawn elsewhere. */
export function BlockView(props: BlockProps) {
  const { family } = props.block
  const Section = props.visit.sections?.Section
  if (family === 'field') return <FieldBlock {...props} />
  if (family === 'content') return <LayoutBlock {...props} />
  return family === 'section' && Section ? <Section {...props} page={PAGE} /> : null
}
