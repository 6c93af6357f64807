import type { PublicBlock } from '../../engine/plan/public_form.ts'
import { Guard } from './guard.tsx'
import { PlainText, Rich } from './plain_text.tsx'
import type { BlockProps } from './visit.ts'
import { useVisit } from './watch.ts'

/** The class that gives a block its share of the row. */
export function widthClass(block: PublicBlock): string {
  return `w-${(block.width ?? 'full').replace('/', '-')}`
}

/** A heading, a paragraph and the like: its texts resolved, nothing to fill in. */
export function LayoutBlock({ visit, block, path }: BlockProps) {
  useVisit(visit, path)
  const drawn = block.unasked || visit.kinds.layouts.has(block.kind)
  if (!drawn || !visit.response.relevant(path)) return null
  return (
    <div className={`block ${widthClass(block)}`} id={`b-${path}`}>
      <LayoutTexts visit={visit} block={block} path={path} />
    </div>
  )
}

/** What the kind draws of a layout block, or what stands in for a question whose kind is gone. */
export function LayoutTexts({ visit, block, path }: BlockProps) {
  const kind = visit.kinds.layouts.get(block.kind)
  const texts = Object.fromEntries((block.texts ?? []).map((name) => [name, visit.response.text(path, name)]))
  return (
    <Guard visit={visit} block={block} path={path}>
      {kind && (
        <kind.Layout
          block={{ id: block.id, settings: block.settings }}
          first={visit.data.form.blocks.find(({ kind }) => kind === block.kind) === block}
          texts={texts}
          t={visit.kindT(block.kind)}
          Text={PlainText}
          Rich={Rich}
        />
      )}
    </Guard>
  )
}
