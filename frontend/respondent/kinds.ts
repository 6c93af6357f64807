import { fields, layouts } from 'virtual:plugins/respond'
import type { Answers } from '../../engine/registry.ts'
import type { RespondField, RespondLayout } from '../../plugins/kit/found.ts'

/** The kinds of one page's blocks, loaded. A kind nobody knows any more is simply not among them. */
export interface Kinds {
  fields: ReadonlyMap<string, RespondField>
  layouts: ReadonlyMap<string, RespondLayout>
  answers: Answers
}

/** Loads the code of the kinds named, and of no other. */
export async function loadKinds(names: Iterable<string>): Promise<Kinds> {
  const loadedFields = new Map<string, RespondField>()
  const loadedLayouts = new Map<string, RespondLayout>()
  await Promise.all(
    [...new Set(names)].map(async (name) => {
      const [field, layout] = [fields[name], layouts[name]]
      if (field) loadedFields.set(name, await field())
      else if (layout) loadedLayouts.set(name, await layout())
    }),
  )
  return {
    fields: loadedFields,
    layouts: loadedLayouts,
    answers: (kind) => loadedFields.get(kind)?.answer,
  }
}
