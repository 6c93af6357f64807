import type { AnswerContext, ParseResult } from '@formwright/kit/answer'
import type { AnyAnswerModule } from '@formwright/kit/found'
import type { Plan } from '../plan/plan.ts'
import type { Answers } from '../registry.ts'
import type { Steps } from '../steps.ts'
import { prepare } from './prepared.ts'
import type { LiveResponse, Path } from './response.ts'

/** What a kind made of what it was given, by the settings it was asked with. */
type Read = Map<unknown, Map<unknown, ParseResult<unknown>>>

/**
 * The same kinds, which read nothing twice: for responses to one request, in whose circumstances what is read comes out the
 * same wherever it stands.
 */
export function remembering(answers: Answers): Answers {
  const kinds = new Map<string, AnyAnswerModule | undefined>()
  return (kind) => {
    if (!kinds.has(kind)) kinds.set(kind, remembered(answers(kind)))
    return kinds.get(kind)
  }
}

function remembered(module: AnyAnswerModule | undefined): AnyAnswerModule | undefined {
  if (!module) return undefined
  const read: Record<AnswerContext['source'], Read> = { form: new Map(), data: new Map() }
  return {
    ...module,
    parse(candidate, settings, context) {
      const known = read[context.source].get(settings) ?? new Map<unknown, ParseResult<unknown>>()
      read[context.source].set(settings, known)
      const found = known.get(candidate) ?? module.parse(candidate, settings, context)
      known.set(candidate, found)
      return found
    },
  }
}

/** Reads what was given, each answer in a step, by kinds that remember it: a response that is begun with them finds it read. */
export function* readAhead(
  plan: Plan,
  answers: Answers,
  raws: Readonly<Record<Path, unknown>>,
  context: AnswerContext,
): Steps<void> {
  const { places } = prepare(plan)
  for (const [path, raw] of Object.entries(raws)) {
    const block = plan.blocks[places.get(path.slice(path.lastIndexOf('.') + 1)) ?? -1]
    if (block?.family !== 'field' || block.computed || raw === undefined || raw === null) continue
    answers(block.kind)?.parse(raw, block.settings, context)
    yield
  }
}

/** Judges the fields of a response, each in a step: problems and what is stored are told of what is known then. */
export function* judgeAhead({ blocks }: Plan, response: LiveResponse): Steps<void> {
  for (const { id, family, section } of blocks) {
    if (family !== 'field') continue
    const outer = section === undefined ? undefined : blocks[section].id
    const before = outer === undefined ? [''] : response.items(outer).map((item) => `${outer}.${item}.`)
    for (const path of before) {
      response.field(path + id)
      yield
    }
  }
}
