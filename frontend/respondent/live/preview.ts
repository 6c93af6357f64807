import type { VisitState } from '../visit.ts'
import { ask } from './send.ts'

/** What a preview shows in place of sending: the ending that these answers lead to, as the server would choose it. */
export async function previewOf(server: string, question: object): Promise<Partial<VisitState>> {
  const asked = await ask(server, question)
  if (!asked?.ending) return { notice: { key: 'notice.unreached' }, focus: { on: 'notice' } }
  return {
    phase: 'sent',
    ending: asked.ending,
    notice: { key: 'sent.preview' },
    restart: undefined,
    focus: { on: 'ending' },
  }
}
