import type { AnswerContext } from '@formwright/kit/answer'
import type { Problem } from '@formwright/kit/problem'
import type { Value } from '@formwright/kit/value'
import { textIn, withTextIn } from '@formwright/kit/block_text'
import { BoundAnswers } from '../bound/bound_answers.ts'
import type { PlanBlock } from '../plan/plan.ts'
import type { Answers } from '../registry.ts'

/** What stands in a field. */
export interface Input {
  raw: unknown
  /** undefined when empty */
  answer: unknown
  /** of parsing */
  problems: readonly Problem[]
  /** its kind threw over it */
  failed?: true
  /** of its parts, once one of them was asked for */
  values?: Readonly<Record<string, Value | undefined>>
}

const NOTHING: Input = { raw: undefined, answer: undefined, problems: [] }

/** A value as logic may see it: whatever a plugin returns that is none of these is empty. */
function valueFrom(value: unknown, depth = 0): Value {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (Array.isArray(value) && depth < 4) return value.map((item) => valueFrom(item, depth + 1))
  return null
}

/** One field's answers in one response: in its circumstances, with its default. */
export class FieldKind {
  readonly #answers: BoundAnswers | undefined
  /** paths of the texts of its settings that have to be resolved */
  readonly #texts: readonly string[]
  readonly #context: AnswerContext
  readonly #fallback: PlanBlock['default']
  readonly #params: Readonly<Record<string, string>>

  constructor(
    block: PlanBlock,
    answers: Answers,
    context: AnswerContext,
    params: Readonly<Record<string, string>>,
  ) {
    const kind = answers(block.kind)
    this.#answers = kind && new BoundAnswers(kind, block.settings)
    this.#texts = Object.keys(block.texts).filter(isPlainSetting)
    this.#fallback = block.default
    this.#context = context
    this.#params = params
  }

  /** What a person typed, or what a program sent. A kind whose plugin is gone keeps what it got and understands nothing. */
  read(raw: unknown, source: AnswerContext['source']): Input {
    if (raw === undefined || raw === null) return NOTHING
    if (this.#answers === undefined) return { raw, answer: undefined, problems: [] }
    const { answer, problems, failed } = this.#answers.parse(raw, { ...this.#context, source })
    if (failed) return { raw, answer: undefined, problems: [], failed }
    // What was refused stays as it was sent: the answer holds only what was understood of it.
    if (source === 'form' || answer === undefined || problems.length > 0) return { raw, answer, problems }
    return { raw: this.#answers.toRaw(answer), answer, problems }
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
    return this.#answers?.validate(answer, this.#context) ?? []
  }

  /** The value of a part of what stands in the field; `''` is the main part. */
  value(input: Input, part: string): Value {
    if (input.answer === undefined || this.#answers === undefined) return null
    input.values ??= this.#answers.values(input.answer, this.#context)
    return valueFrom(input.values[part])
  }

  /** What a person reads of an answer; `resolved` gives the texts of the block by name. */
  text(answer: unknown, resolved: (name: string) => string, part?: string): string {
    if (answer === undefined || answer === null || this.#answers === undefined) return ''
    let { settings } = this.#answers
    for (const path of this.#texts) settings = withTextIn(settings, path, resolved(path))
    return this.#answers.withSettings(settings).text(answer, part)
  }

  /** The same problems with the texts of the block in them resolved: the names of rows and the like. */
  told(problems: readonly Problem[], resolved: (name: string) => string): readonly Problem[] {
    if (this.#texts.length === 0 || problems.length === 0) return problems
    const written = new Map(this.#texts.map((path) => [textIn(this.#answers?.settings, path), path]))
    const said = <Said extends string | number | undefined>(text: Said): Said | string => {
      const path = written.get(text)
      return path === undefined ? text : resolved(path)
    }
    return problems.map(({ message, params, ...problem }) => ({
      ...problem,
      ...(message !== undefined && { message: said(message) }),
      ...(params && {
        params: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, said(param)])),
      }),
    }))
  }
}

/** Whether this is the path of a plain text in the settings: of rich ones each reference has a name of its own. */
function isPlainSetting(name: string): boolean {
  return !/^(label|help|placeholder)$|:/.test(name)
}
