import type { AnswerContext, AnswerModule } from '../../plugins/kit/answer.ts'
import type { Problem } from '../../plugins/kit/problem.ts'
import type { Value } from '../../plugins/kit/value.ts'
import type { PlanBlock } from '../plan/plan.ts'
import type { Answers } from '../registry.ts'

/** What stands in a field. */
export interface Input {
  raw: unknown
  /** undefined when empty */
  answer: unknown
  /** of parsing */
  problems: readonly Problem[]
}

const NOTHING: Input = { raw: undefined, answer: undefined, problems: [] }

/** How answers of a block behave. The registry forgot the types; as methods they may be called with them again. */
export type Behaviour = AnswerModule<unknown, unknown, unknown>

/** A value as logic may see it: whatever a plugin returns that is none of these is empty. */
function valueFrom(value: unknown, depth = 0): Value {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (Array.isArray(value) && depth < 4) return value.map((item) => valueFrom(item, depth + 1))
  return null
}

/** One field's plugin with its settings, as the response calls it. */
export class FieldKind {
  readonly #behaviour: Behaviour | undefined
  readonly #settings: PlanBlock['settings']
  readonly #context: AnswerContext
  readonly #fallback: PlanBlock['default']
  readonly #params: Readonly<Record<string, string>>

  constructor(
    block: PlanBlock,
    answers: Answers,
    context: AnswerContext,
    params: Readonly<Record<string, string>>,
  ) {
    this.#behaviour = answers(block.kind)
    this.#settings = block.settings
    this.#fallback = block.default
    this.#context = context
    this.#params = params
  }

  /** What a person typed, or what a program sent. A kind whose plugin is gone keeps what it got and understands nothing. */
  read(raw: unknown, source: AnswerContext['source']): Input {
    if (raw === undefined || raw === null) return NOTHING
    if (this.#behaviour === undefined) return { raw, answer: undefined, problems: [] }
    const { answer, problems } = this.#behaviour.parse(raw, this.#settings, { ...this.#context, source })
    // What was refused stays as it was sent: the answer holds only what was understood of it.
    if (source === 'form' || answer === undefined || problems.length > 0) return { raw, answer, problems }
    return { raw: this.#behaviour.toRaw(answer, this.#settings), answer, problems }
  }

  /** The default: a fixed answer, or a URL parameter as this field reads it. A bad one fills nothing. */
  fallback(): Input {
    if (this.#fallback === undefined) return NOTHING
    const candidate = 'value' in this.#fallback ? this.#fallback.value : this.#param(this.#fallback.param)
    const input = this.read(candidate, 'data')
    if (input.answer === undefined || input.problems.length > 0 || this.judge(input.answer).length > 0)
      return NOTHING
    return input
  }

  #param(name: string): string | undefined {
    return Object.hasOwn(this.#params, name) ? this.#params[name] : undefined
  }

  judge(answer: unknown): readonly Problem[] {
    return this.#behaviour?.validate(answer, this.#settings, this.#context) ?? []
  }

  value(answer: unknown): Value {
    if (answer === undefined || this.#behaviour === undefined) return null
    return valueFrom(
      this.#behaviour.toValue === undefined ? answer : this.#behaviour.toValue(answer, this.#settings),
    )
  }

  text(answer: unknown): string {
    if (answer === undefined || answer === null || this.#behaviour === undefined) return ''
    return this.#behaviour.toText(answer, this.#settings)
  }
}
