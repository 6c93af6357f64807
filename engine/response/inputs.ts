import type { AnswerContext } from '@formwright/kit/answer'
import type { AnySettings } from '@formwright/kit/field'
import type { Problem } from '@formwright/kit/problem'
import type { Value } from '@formwright/kit/value'
import { BoundAnswers } from '../bound/bound_answers.ts'
import type { PlanBlock } from '../plan/plan.ts'
import type { Answers } from '../registry.ts'

/** What stands in a field. */
export interface Input {
  raw: unknown
  /** none when empty */
  answer?: unknown
  /** of parsing */
  problems: readonly Problem[]
  /** its kind threw over it */
  failed?: true
  /** of its parts, once one of them was asked for */
  values?: Readonly<Record<string, Value | undefined>>
}

const NOTHING: Input = { raw: undefined, problems: [] }

/** Gives the texts of a block by name. */
type Resolved = (name: string) => string

/**
 * Fills answers into the texts in the settings of a field, leaves of them what is offered `by` an answer, says what a rule
 * finds wrong, and what an answer is as data (`ANSWER`, `CHOICES`).
 */
interface SettingTexts {
  settings(block: PlanBlock, given: AnySettings, resolved: Resolved, by: Value | undefined): AnySettings
  offered(block: PlanBlock, input: Input, by: Value | undefined, answers?: BoundAnswers): Input
  problems(block: PlanBlock, problems: readonly Problem[], resolved: Resolved): readonly Problem[]
  data(answers: BoundAnswers, answer: unknown, part: string | undefined): Value | undefined
}

let settingTexts: SettingTexts | undefined

/** How answers come into the texts of settings: public pages load it for forms where some stand there. */
export function pipeSettingsWith(texts: SettingTexts): void {
  settingTexts = texts
}

/** A value as logic may see it: whatever a plugin returns that is none of these is empty. */
function valueFrom(value: unknown, depth = 0): Value {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (Array.isArray(value) && depth < 4) return value.map((item) => valueFrom(item, depth + 1))
  return null
}

/** One field's answers in one response: in its circumstances, with its default. */
export class FieldKind {
  readonly #block: PlanBlock
  readonly #answers: BoundAnswers | undefined
  readonly #context: AnswerContext
  readonly #params: Readonly<Record<string, string>>

  constructor(
    block: PlanBlock,
    answers: Answers,
    context: AnswerContext,
    params: Readonly<Record<string, string>>,
  ) {
    const kind = answers(block.kind)
    this.#answers = kind && new BoundAnswers(kind, block.settings)
    this.#block = block
    this.#context = context
    this.#params = params
  }

  /** What a person typed, or what a program sent. A kind whose plugin is gone keeps what it got and understands nothing. */
  read(raw: unknown, source: AnswerContext['source']): Input {
    if (raw === undefined || raw === null) return NOTHING
    if (this.#answers === undefined) return { ...NOTHING, raw }
    const read = this.#answers.parse(raw, { ...this.#context, source })
    const { answer, problems } = read
    // What was refused stays as it was sent: the answer holds only what was understood of it.
    if (source === 'form' || answer === undefined || problems.length > 0) return { ...read, raw }
    return { ...read, raw: this.#answers.toRaw(answer) }
  }

  /**
   * The default: a fixed answer, or a URL parameter or what answers make of it (`piped`) as this field reads it. A bad one
   * fills nothing. Then it is what leaving the field untouched means.
   */
  fallback(piped?: unknown): Input {
    const filled = this.read(piped ?? this.#given(), 'data')
    if (filled.answer !== undefined && filled.problems.length === 0) {
      const wrong = this.judge(filled.answer, false)
      // half of it stands there to be completed, and is no answer before somebody does
      if (wrong.every(({ code }) => code === 'required'))
        return wrong.length > 0 ? { ...NOTHING, raw: filled.raw } : filled
    }
    return this.read(this.#answers?.untouched(this.#params), 'data')
  }

  #given(): unknown {
    const given = this.#block.default
    if (given === undefined || 'value' in given) return given?.value
    return Object.hasOwn(this.#params, given.param) ? this.#params[given.param] : undefined
  }

  /** What of an input is offered. What was typed stays with the response. */
  offered(input: Input, by: Value | undefined): Input {
    return settingTexts?.offered(this.#block, input, by, this.#answers) ?? input
  }

  judge(answer: unknown, required: boolean): readonly Problem[] {
    return this.#answers?.validate(answer, { ...this.#context, required }) ?? []
  }

  /** The value of a part of what stands in the field; `''` is the main part. */
  value(input: Input, part: string): Value {
    if (input.answer === undefined || this.#answers === undefined) return null
    input.values ??= this.#answers.values(input.answer, this.#context)
    return valueFrom(input.values[part])
  }

  /** What a person reads of an answer, or it is as data (`ANSWER`, `CHOICES`); `resolved` gives the texts of the block by name. */
  text(answer: unknown, resolved: Resolved, part?: string): Value {
    if (answer === undefined || answer === null || this.#answers === undefined) return ''
    const answers = this.#answers.withSettings(this.settings(this.#answers.settings, resolved))
    return settingTexts?.data(answers, answer, part) ?? answers.text(answer, part, this.#context.locale)
  }

  /** Settings of the block, whichever are given, with the texts in them resolved and what is offered `by` an answer. */
  settings(given: AnySettings, resolved: Resolved, by?: Value): AnySettings {
    return settingTexts?.settings(this.#block, given, resolved, by) ?? given
  }

  /** The same problems with the texts of the block in them resolved: the names of rows and the like; without any, what a rule says is wrong. */
  told(problems: readonly Problem[], resolved: Resolved): readonly Problem[] {
    return settingTexts?.problems(this.#block, problems, resolved) ?? problems
  }
}
