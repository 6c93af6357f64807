import { kinds } from 'virtual:plugins/respond'
import { type AnswerFault, guardedAnswers } from '../../engine/bound/guarded_answers.ts'
import type { Answers } from '../../engine/registry.ts'
import type { RespondField, RespondLayout } from '@formwright/kit/found'

/** The kinds of one page's blocks, loaded. A kind nobody knows any more is simply not among them. */
export interface Kinds {
  fields: ReadonlyMap<string, RespondField>
  layouts: ReadonlyMap<string, RespondLayout>
  answers: Answers
}

/**
 * Loads the code of the kinds named, and of no other. Rejects when one cannot be loaded, unless `failed` is given, which
 * is told: that kind is then not among them.
 */
export async function loadKinds(
  names: Iterable<string>,
  failed?: (kind: string, error: unknown) => void,
): Promise<Kinds> {
  const fields = new Map<string, RespondField>()
  const layouts = new Map<string, RespondLayout>()
  await Promise.all(
    [...new Set(names)].map(async (name) => {
      const kind = await kinds[name]?.().catch((error: unknown) => {
        if (!failed) throw error
        failed(name, error)
      })
      if (!kind) return
      const report = ({ error }: AnswerFault) => console.error(error)
      if ('Control' in kind) fields.set(name, { ...kind, answer: guardedAnswers(name, kind.answer, report) })
      else layouts.set(name, kind)
    }),
  )
  return { fields, layouts, answers: (kind) => fields.get(kind)?.answer }
}
