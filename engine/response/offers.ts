import type { AnySettings } from '@formwright/kit/field'
import type { Value } from '@formwright/kit/value'
import type { PlanBlock } from '../plan/plan.ts'
import type { BoundAnswers } from '../bound/bound_answers.ts'
import type { Input } from './inputs.ts'

/** What is left of a list, and the ids of what is not. */
interface Left {
  items: unknown[]
  gone: ReadonlySet<unknown>
}

/** So many answers of another field are remembered with what they leave of a list. */
const MOST = 20

/** What each answer leaves, by the list and the answer. */
const known = new WeakMap<object, Map<string, Left>>()

function leftOf({ offered }: PlanBlock, settings: AnySettings, by: Value | undefined): Left | undefined {
  const list: unknown = settings[offered?.list ?? '']
  if (offered === undefined || by === undefined || !Array.isArray(list)) return undefined
  const before = known.get(list) ?? new Map<string, Left>()
  known.set(list, before)
  const key = JSON.stringify(by)
  let left = before.get(key)
  if (left === undefined) {
    const chosen = new Set<unknown>([by].flat())
    const gone = new Set<unknown>()
    const items = list.filter((item) => {
      const { id, [offered.by]: names }: { [name: string]: unknown } = { ...Object(item) }
      const isOffered = !Array.isArray(names) || names.length === 0 || names.some((name) => chosen.has(name))
      if (!isOffered) gone.add(id)
      return isOffered
    })
    left = { items, gone }
    if (before.size >= MOST) before.clear()
    before.set(key, left)
  }
  return left
}

/** The settings with the items that are offered by this answer of another field; all where only the server knows it. */
export function offeredSettings(block: PlanBlock, given: AnySettings, by: Value | undefined): AnySettings {
  const left = leftOf(block, given, by)
  return block.offered && left ? { ...given, [block.offered.list]: left.items } : given
}

/** What of an input is offered; what was typed stays with the response. Choices are ids, and objects that are no items. */
export function offeredInput(
  block: PlanBlock,
  input: Input,
  by: Value | undefined,
  answers?: BoundAnswers,
): Input {
  const gone = leftOf(block, block.settings, by)?.gone
  if (!gone) return input
  const choices: unknown[] = [input.answer].flat()
  const left = choices.filter((choice) => !gone.has(choice))
  if (left.length === choices.length) return input
  // of one choice nothing is left
  const answer = left.length > 0 ? left : undefined
  return { raw: answer && answers?.toRaw(answer), answer, problems: input.problems }
}
