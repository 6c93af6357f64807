import type { AnswerContext, AnswerModule } from '#kit/answer'
import type { ValueType } from '#kit/value'
import type { Block, FormDocument, Json } from '#engine/document/document'
import { type FieldCapabilities, readBlock } from '#engine/document/reading'
import type { Registry } from '#engine/registry'

/**
 * An invented answer to each field of a form that can have one, by block; calculations are left to who computes. Each
 * is what the kind makes up, or what fits its type, and valid under its settings; where neither is (a pattern), it is
 * at least an answer that the kind can read. The document is whole.
 */
export function sampleAnswers(
  { blocks }: FormDocument,
  registry: Registry,
  context: AnswerContext,
): Record<string, Json> {
  const samples: Record<string, Json> = {}
  for (const block of blocks) {
    const sample = sampleOf(block, registry, context)
    if (sample !== undefined) samples[block.id] = sample
  }
  return samples
}

function sampleOf(block: Block, registry: Registry, context: AnswerContext): Json | undefined {
  const { field, settings } = readBlock(block, registry).read
  // As methods, a kind's own functions may be called with what its own modules made.
  const behaviour: AnswerModule<unknown, unknown, unknown> | undefined = registry.field(block.kind)?.answer
  if (!field || !behaviour || field.formula) return undefined
  const read = [field.sample?.(settings), ofType(field, settings, context.now)].flatMap((candidate) => {
    const { answer, problems } = behaviour.parse(candidate, settings, context)
    return answer === undefined || problems.length > 0 ? [] : [answer]
  })
  // Patterns of a draft were never judged, and may run for ever.
  const isJudged = (field.patterns?.(settings) ?? []).length === 0
  const valid = read.find((answer) => isJudged && behaviour.validate(answer, settings, context).length === 0)
  const sample = valid ?? read[0]
  return sample === undefined ? undefined : JSON.parse(JSON.stringify(sample))
}

/** For kinds that make up nothing: something of the type that logic sees. */
function ofType(field: FieldCapabilities, settings: object, now: number): unknown {
  const first = field.options?.(settings)[0]?.id
  const samples: Record<ValueType, unknown> = {
    text: 'Example',
    number: 1,
    boolean: true,
    date: new Date(now).toISOString().slice(0, 10),
    choice: first,
    choices: first === undefined ? undefined : [first],
    files: undefined,
  }
  return samples[field.logic.type(settings)]
}
