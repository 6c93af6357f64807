import type { PublicBlock } from '../../engine/document/public_form.ts'
import { widthClass } from './field_block.tsx'
import { PlainText } from './plain_text.tsx'
import type { Visit } from './visit.ts'
import { useVisit } from './watch.ts'

/** A heading, a paragraph and the like: its texts resolved, nothing to fill in. */
export function LayoutBlock({ visit, block }: { visit: Visit; block: PublicBlock }) {
  useVisit(visit, block.id)
  const kind = visit.kinds.layouts.get(block.kind)
  if (!kind || !visit.response.relevant(block.id)) return null
  const texts = Object.fromEntries(
    (block.texts ?? []).map((name) => [name, visit.response.text(block.id, name)]),
  )
  return (
    <div className={`block ${widthClass(block)}`} id={`b-${block.id}`}>
      <kind.Layout
        block={{ id: block.id, settings: block.settings }}
        texts={texts}
        t={visit.kindT(block.kind)}
        Text={PlainText}
      />
    </div>
  )
}
