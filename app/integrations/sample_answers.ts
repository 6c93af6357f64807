import type { AnswerContext } from '@formwright/kit/answer'
import type { Part } from '@formwright/kit/field'
import type { ValueType } from '@formwright/kit/value'
import type { Block, FormDocument, Json } from '#engine/document/document'
import { outlineOf } from '#engine/document/outline'
import { readBlock } from '#engine/document/reading'
import type { Registry } from '#engine/registry'
import { itemsIn } from '#engine/response/stored'
import type { Steps } from '#engine/steps'

/**
 * An invented answer to each field of a form that can have one, by block, of sections that repeat a few items; calculations are left to who computes. Each
 * is what the kind makes up, or what fits its type, and valid under its settings; where neither is (a pattern), it is
 * at least an answer that the kind can read. The document is whole.
 */
export function* sampleSteps(
  { blocks }: FormDocument,
  registry: Registry,
  context: AnswerContext,
): Steps<Record<string, Json>> {
  const samples: Record<string, Json> = {}
  for (const { block, inItems } of outlineOf(blocks, registry)) {
    yield
    const sample = inItems
      ? yield* sampleItems(block, inItems, registry, context)
      : sampleOf(block, registry, context)
    if (sample !== undefined) samples[block.id] = sample
  }
  return samples
}

/** So many items are invented, if there may be: one would not look like a list. */
const ITEMS = 2

function* sampleItems(
  section: Block,
  inItems: readonly Block[],
  registry: Registry,
  context: AnswerContext,
): Steps<Json> {
  const { min = 0, max = ITEMS } = readBlock(section, registry).read.layout?.repeat ?? {}
  const answers: { [block: string]: Json } = {}
  for (const block of inItems) {
    const sample = sampleOf(block, registry, context)
    if (sample !== undefined) answers[block.id] = sample
    yield
  }
  const count = Math.min(max, Math.max(min, ITEMS))
  return Array.from({ length: count }, (_, index) => ({ id: `item${index + 1}`, answers }))
}

function sampleOf(block: Block, registry: Registry, context: AnswerContext): Json | undefined {
  const { field } = readBlock(block, registry).read
  if (!field || field.formula) return undefined
  const read = [field.sample(), ofType(field.parts[0], context.now)].flatMap((candidate) => {
    const { answer, problems } = field.parse(candidate, context)
    return answer === undefined || problems.length > 0 ? [] : [answer]
  })
  const required = block.required === true
  const valid = read.find((answer) => field.validate(answer, { ...context, required }).length === 0)
  const sample = valid ?? read[0]
  return sample === undefined ? undefined : JSON.parse(JSON.stringify(sample))
}

/** For kinds that make up nothing, and whose answer is one value: something of its type. */
function ofType(part: Part | undefined, now: number): unknown {
  if (part?.id !== '') return undefined
  const first = part.options?.[0]?.id
  const moment = new Date(now).toISOString()
  const samples: Record<ValueType, unknown> = {
    text: 'Example',
    number: 1,
    boolean: true,
    date: moment.slice(0, 10),
    time: moment.slice(11, 16),
    datetime: moment.slice(0, 16),
    choice: first,
    choices: first === undefined ? undefined : [first],
    file: undefined,
  }
  return samples[part.type]
}

/** The samples with what was computed of them, in items too. */
export function withSamples(
  computed: Readonly<Record<string, Json>>,
  samples: Record<string, Json>,
  { blocks }: FormDocument,
  registry: Registry,
): Record<string, Json> {
  const answers = { ...computed, ...samples }
  for (const { block, inItems } of outlineOf(blocks, registry)) {
    if (!inItems) continue
    const own = new Map(itemsIn(computed[block.id]).map((item) => [item.id, item.answers]))
    answers[block.id] = itemsIn(samples[block.id]).map((item) => {
      return { id: item.id, answers: { ...own.get(item.id), ...item.answers } }
    })
  }
  return answers
}
