import type { Visit, VisitState } from '../visit.ts'

/** What a preview shows in place of sending: the ending that these answers lead to. */
export function previewOf({ response, blocks }: Visit): Partial<VisitState> {
  const block = blocks.get(response.ending() ?? '')
  const texts = Object.fromEntries(
    (block?.texts ?? []).map((name) => [name, response.text(block?.id ?? '', name)]),
  )
  return {
    phase: 'sent',
    ending: { texts, ...(block && { block: { id: block.id, kind: block.kind, settings: block.settings } }) },
    notice: { key: 'sent.preview' },
    focus: { on: 'ending' },
  }
}
