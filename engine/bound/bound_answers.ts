import type { AnswerContext, FormEntries, JudgeContext, ParseResult } from '@formwright/kit/answer'
import type { AnySettings } from '@formwright/kit/field'
import type { AnyAnswerModule } from '@formwright/kit/found'
import type { Problem } from '@formwright/kit/problem'
import { readable } from '@formwright/kit/text'
import type { Value } from '@formwright/kit/value'

/**
 * How the answers of one block behave: the answer module of its kind with the block's settings. A browser that fills a form
 * in knows this half of a field; whoever has the definition too has a `BoundField`.
 */
export class BoundAnswers {
  readonly #answers: AnyAnswerModule
  /** with every default, as the kind's own schema made them */
  declare readonly settings: AnySettings

  constructor(answers: AnyAnswerModule, settings: AnySettings) {
    this.#answers = answers
    this.settings = settings
  }

  /** The answers of the same kind with other settings. */
  withSettings(settings: AnySettings): BoundAnswers {
    return settings === this.settings ? this : new BoundAnswers(this.#answers, settings)
  }

  /** The entries of a post as a raw value. */
  fromForm(entries: FormEntries): unknown {
    return this.#answers.fromForm(entries, this.settings)
  }

  /** The raw value that shows an answer. */
  toRaw(answer: unknown): unknown {
    return this.#answers.toRaw(answer, this.settings)
  }

  /** Anything as a canonical answer, or what is wrong with it. */
  parse(candidate: unknown, context: AnswerContext): ParseResult<unknown> {
    return this.#answers.parse(candidate, this.settings, context)
  }

  /** What it means to leave the control as it was drawn, with these parameters of the link; undefined where that is no answer. */
  untouched(params: Readonly<Record<string, string>>): unknown {
    return this.#answers.untouched?.(this.settings, params)
  }

  /** What is wrong with an answer under these settings. */
  validate(answer: unknown, context: JudgeContext): readonly Problem[] {
    return this.#answers.validate(answer, this.settings, context)
  }

  /** The values of its parts by id; what is empty may be absent. */
  values(answer: unknown, context: AnswerContext): Readonly<Record<string, Value | undefined>> {
    return this.#answers.values(answer, this.settings, context)
  }

  /** What a person reads of an answer or a part of it, in the notation of a locale or of data; a list where it is several things. */
  toText(answer: unknown, part?: string, locale?: string): string | readonly string[] {
    return this.#answers.toText(answer, this.settings, part, locale)
  }

  /** The same in one text, of several things with commas between. */
  text(answer: unknown, part?: string, locale?: string): string {
    return readable(this.toText(answer, part, locale), locale)
  }
}
