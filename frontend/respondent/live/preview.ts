import type { VisitState } from '../visit.ts'
import type { TurnReply, Refusal } from './send.ts'

/**
 * What a preview shows in place of sending: the ending that these answers lead to, as the server would choose it.
 * Imports nothing, so that pages which are none do not carry it.
 */
export function previewOf(asked: TurnReply | Refusal | undefined): Partial<VisitState> {
  if (!asked || !('ending' in asked)) return { notice: { key: 'notice.unreached' }, focus: { on: 'notice' } }
  return {
    phase: 'sent',
    ending: asked.ending,
    notice: { key: 'sent.preview' },
    restart: undefined,
    focus: { on: 'ending' },
  }
}
