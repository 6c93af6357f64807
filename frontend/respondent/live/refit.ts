import type { Problem, ProblemCode } from '@formwright/kit/problem'
import type { PageRaws } from '../view.ts'
import type { Visit } from '../visit.ts'
import type { Draft } from './device.ts'

// What a newer version of the form makes of what was kept of an older one: loaded where there is such a thing, which is
// seldom. It imports nothing of what is there already.

/** What was kept as it can be laid over the page, and whether something of it was left out. */
export interface Refitted {
  raws: PageRaws
  lost: boolean
}

/** What the form does not offer any more, nobody could untick. */
const GONE: ProblemCode = 'option-unknown'
/**
 * An answer that was right, and is wrong in such a way now, was given to other settings. What is too long can be cut, and one
 * of several things that are read can be changed or taken away by whoever sees what is wrong with it.
 */
const MISFITS: readonly ProblemCode[] = ['format', 'min', 'max', 'step']

/** Of each answer what its question still takes; nothing of questions that are asked no more, or in another way. */
export function refit(visit: Visit, { raws, kinds, wrong }: Draft): Refitted {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const context = {
    locale: visit.locale,
    now: Date.now(),
    timeZone,
    source: 'form',
    required: false,
  } as const
  let lost = false
  const fitting = Object.entries(raws).flatMap(([path, raw]): [string, unknown][] => {
    const block = visit.blockAt(path)
    if (!block) return []
    const { id, kind, settings } = block
    const answers = visit.kinds.answers(kind)
    if (kinds && kinds[id] !== kind) {
      lost = true
      return []
    }
    if (!answers) return [[path, raw]]
    const { answer, problems } = answers.parse(raw, settings, context)
    const several = answer !== undefined && typeof raw === 'object'
    // of what an earlier release kept nobody knows whether it was right
    const stays = several || !wrong || wrong.includes(path)
    const fits = (found: readonly Problem[]) =>
      !found.some(({ code }) => code === GONE || (!stays && MISFITS.includes(code)))
    const judged = answer === undefined ? [] : answers.validate(answer, settings, context)
    if (fits([...problems, ...judged])) return [[path, raw]]
    lost = true
    return answer !== undefined && fits(judged) ? [[path, answers.toRaw(answer, settings)]] : []
  })
  return { raws: Object.fromEntries(fitting), lost }
}
