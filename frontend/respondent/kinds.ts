import { kinds } from 'virtual:plugins/respond'
import type { MemberFault } from '../../engine/faults.ts'
import { guardedAnswers } from '../../engine/bound/guarded_answers.ts'
import type { Answers } from '../../engine/registry.ts'
import { drawing } from './drawing.ts'
import type { RespondField, RespondLayout } from '@formwright/kit/found'

/** The kinds of one page's blocks, loaded. A kind nobody knows any more is simply not among them. */
export interface Kinds {
  fields: ReadonlyMap<string, RespondField>
  layouts: ReadonlyMap<string, RespondLayout>
  answers: Answers
}

/** Loads the code of one kind; undefined where nobody knows it any more. */
export const loadKind = (name: string) => kinds[name]?.()

/** Loads the code of the kinds named, and of no other. Rejects when `load` does. */
export async function loadKinds(
  names: Iterable<string>,
  load: (name: string) => Promise<RespondField | RespondLayout | undefined> | undefined = loadKind,
): Promise<Kinds> {
  const fields = new Map<string, RespondField>()
  const layouts = new Map<string, RespondLayout>()
  await Promise.all(
    [...new Set(names)].map(async (name) => {
      const kind = await load(name)
      if (!kind) return
      if ('Control' in kind)
        fields.set(name, {
          ...kind,
          Control: drawing(kind.Control),
          answer: guardedAnswers(name, kind.answer, print),
        })
      else layouts.set(name, kind)
    }),
  )
  return { fields, layouts, answers: (kind) => fields.get(kind)?.answer }
}

const print = ({ error }: MemberFault) => console.error(error)
