import type { Claim } from '@formwright/kit/answer'
import type {
  AnySettings,
  CheckedBlock,
  FieldDefinition,
  FieldFormula,
  FileLimits,
  Part,
  SettingsProblem,
} from '@formwright/kit/field'
import type { FieldPlugin } from '../registry.ts'
import { BoundAnswers } from './bound_answers.ts'

/**
 * A field block with its kind: what the house asks of it, without a settings argument anywhere. It is made of settings that
 * the kind's own schema filled in; nobody else calls a definition or an answer module.
 */
export class BoundField extends BoundAnswers {
  readonly #plugin: FieldPlugin
  readonly #definition: FieldDefinition
  #parts: readonly Part[] | undefined
  /** null until it was asked for */
  #formula: FieldFormula | undefined | null = null

  constructor(plugin: FieldPlugin, settings: AnySettings) {
    super(plugin.answer, settings)
    this.#plugin = plugin
    this.#definition = plugin.definition
  }

  get kind(): string {
    return this.#definition.kind
  }

  /** Names of the settings that the browser of a respondent may know. */
  get publicSettings(): readonly string[] {
    return this.#definition.publicSettings
  }

  /** The parts of an answer, in the order of their columns. */
  get parts(): readonly Part[] {
    return (this.#parts ??= this.#definition.parts(this.settings))
  }

  /** The part of this id; `''` is the main one. */
  partOf(id: string): Part | undefined {
    return this.parts.find((part) => part.id === id)
  }

  get labelling(): 'control' | 'group' | 'none' {
    return this.#definition.labelling(this.settings)
  }

  /** What its answer is computed from; undefined where people give it. */
  get formula(): FieldFormula | undefined {
    if (this.#formula === null) this.#formula = this.#definition.formula?.(this.settings)
    return this.#formula
  }

  /** Its computed value must stay on the server. */
  get serverOnly(): boolean {
    return this.#definition.serverOnly?.(this.settings) ?? false
  }

  /** Something of it is on the page. */
  get displayed(): boolean {
    return this.#definition.displayed?.(this.settings) ?? true
  }

  /** What files it takes; undefined where it takes none. */
  get files(): FileLimits | undefined {
    return this.#definition.files?.(this.settings)
  }

  /** Its answer must not be kept on a device, in search or in drafts. */
  get secret(): boolean {
    return this.#definition.secret?.(this.settings) ?? false
  }

  /** Creator's regular expressions in its settings. */
  get patterns(): readonly string[] {
    return this.#definition.patterns?.(this.settings) ?? []
  }

  /** Sources its page needs, for the Content Security Policy. */
  get csp(): Readonly<Record<string, readonly string[]>> {
    return this.#definition.csp?.(this.settings) ?? {}
  }

  /** What its kind finds wrong with the settings once the form is to be published. */
  check(block: CheckedBlock): readonly SettingsProblem[] {
    return this.#definition.check?.(this.settings, block) ?? []
  }

  /** An invented answer, as data; undefined where its kind makes up none. */
  sample(): unknown {
    return this.#definition.sample?.(this.settings)
  }

  /** The same field whose options are called so, by id. */
  relabelled(labels: ReadonlyMap<string, string>): BoundField {
    const settings = this.#definition.relabel?.(this.settings, labels)
    return settings === undefined ? this : new BoundField(this.#plugin, settings)
  }

  /** What an answer uses up of what is limited. */
  claims(answer: unknown): readonly Claim[] {
    return this.#plugin.answer.claims?.(answer, this.settings) ?? []
  }
}
