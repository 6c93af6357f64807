import { kinds } from 'virtual:plugins/respond'
import type { Answers } from '../../engine/registry.ts'
import type { RespondField, RespondLayout } from '@formwright/kit/found'

/** The kinds of one page's blocks, loaded. A kind nobody knows any more is simply not among them. */
export interface Kinds {
  fields: ReadonlyMap<string, RespondField>
  layouts: ReadonlyMap<string, RespondLayout>
  answers: Answers
}

/** Loads the code of the kinds named, and of no other. */
export async function loadKinds(names: Iterable<string>): Promise<Kinds> {
  const fields = new Map<string, RespondField>()
  const layouts = new Map<string, RespondLayout>()
  await Promise.all(
    [...new Set(names)].map(async (name) => {
      const kind = await kinds[name]?.()
      if (!kind) return
      if ('Control' in kind) fields.set(name, kind)
      else layouts.set(name, kind)
    }),
  )
  return { fields, layouts, answers: (kind) => fields.get(kind)?.answer }
}
