import type { Claim, FileReference, FormEntries } from '#kit/answer'
import type { Problem } from '#kit/problem'
import { plugins } from '#app/plugins/registry'
import type { Block } from '#engine/document/document'
import { readBlock } from '#engine/document/reading'
import type { Answers } from '#engine/registry'

/** How answers of a kind behave, for the engine. */
export const answersOf: Answers = (kind) => plugins.registry().field(kind)?.answer

/** A field block with its plugin, settings filled in: what the public side asks of it. */
export interface Field {
  /** with the defaults of its kind */
  settings: unknown
  secret: boolean
  /** its answer is computed: nothing is read from a post */
  computed: boolean
  /** present when it takes files */
  files: { maxCount: number; maxBytes: number; accept: readonly string[] } | undefined
  fromForm(entries: FormEntries): unknown
  toText(answer: unknown): string
  claims(answer: unknown): Claim[]
  /** What is wrong with one file, by name, size and content. */
  judgeFile(file: FileReference): Problem[]
}

const fields = new WeakMap<Block, Field>()

/** The field of a block of a compiled document, or undefined when the block is no field or its plugin is gone. */
export function fieldOf(block: Block): Field | undefined {
  const known = fields.get(block)
  if (known) return known
  const kind = plugins.registry().field(block.kind)
  if (!kind) return undefined
  const { definition, answer } = kind
  // Made by the kind's own schema; only the registry has forgotten their type.
  const settings = readBlock(block, plugins.registry()).read.settings as never
  const field: Field = {
    settings,
    secret: definition.secret?.(settings) ?? false,
    computed: definition.formula !== undefined,
    files: definition.files?.(settings),
    fromForm: (entries) => answer.fromForm(entries, settings),
    toText: (given) => answer.toText(given as never, settings),
    claims: (given) => answer.claims?.(given as never, settings) ?? [],
    judgeFile: (file) => {
      const context = { locale: 'en', now: 0, source: 'data' } as const
      const parsed = answer.parse([file], settings, context)
      if (parsed.problems.length > 0 || parsed.answer === undefined) return parsed.problems
      return answer.validate(parsed.answer, settings, context)
    },
  }
  fields.set(block, field)
  return field
}
