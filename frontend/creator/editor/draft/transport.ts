import * as v from 'valibot'
import { ApiError } from '../../../api/api_error.ts'
import { draftChanges, saveDraft } from '../../../api/draft.ts'
import { UnsavedError, type RefusedOp, type Timing, type Transport } from './saver.ts'

const named = v.object({ ops: v.array(v.object({ index: v.number(), message: v.string() })) })

/** The draft of one form on the server. */
export function transportOf(formId: string): Transport {
  return {
    patch: ({ base, ops }, { leaving }) => understood(saveDraft(formId, base, [...ops], leaving)),
    changes: (since) => understood(draftChanges(formId, since)),
  }
}

/** The clock of the page. */
export const pageTiming: Timing = {
  now: () => Date.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** The changes a refusal names, with the parts of their content that it speaks of. */
function refusedOps({ details, errors }: ApiError): RefusedOp[] {
  const read = v.safeParse(named, details)
  if (!read.success) return []
  return read.output.ops.map(({ index, message }) => {
    const place = `ops.${index}.content.`
    const parts = Object.entries(errors).flatMap(([path, [first]]) =>
      path.startsWith(place) && first ? [[path.slice(place.length), first]] : [],
    )
    return { index, message, ...(parts.length > 0 && { parts: Object.fromEntries(parts) }) }
  })
}

async function understood<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError)
      throw new UnsavedError(error.message, error.status === 0 ? undefined : error.status, refusedOps(error))
    throw error
  }
}
