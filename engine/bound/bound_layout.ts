import type { AnySettings, Permissions, SettingsProblem } from '@formwright/kit/field'
import type { LayoutDefinition, LayoutRole, Repeat } from '@formwright/kit/layout'
import type { BlockText } from '@formwright/kit/block_text'
import { Faults, type MemberFault, type ReportFault } from '../faults.ts'
import {
  orNothing,
  usableBlockText,
  usableProblem,
  usableRepeat,
  usableSources,
  usableText,
} from './usable.ts'

/** A layout block with its kind: what the house asks of it, without a settings argument anywhere. */
export class BoundLayout {
  readonly #definition: LayoutDefinition
  /** with every default, as the kind's own schema made them */
  readonly settings: AnySettings
  readonly #faults: Faults

  constructor(definition: LayoutDefinition, settings: AnySettings, report?: ReportFault) {
    this.#definition = definition
    this.settings = settings
    this.#faults = new Faults(definition.kind, report)
  }

  get kind(): string {
    return this.#definition.kind
  }

  /** of its kind */
  get version(): number {
    return this.#definition.version
  }

  get role(): LayoutRole {
    return this.#definition.role
  }

  /** The texts that a creator writes into it, in the order in which they are read. */
  get texts(): readonly BlockText[] {
    return this.#faults.list('texts', () => this.#definition.texts(this.settings), usableBlockText)
  }

  /** The setting that holds the text of this role. */
  textPath(role: NonNullable<BlockText['role']>): string | undefined {
    return this.texts.find((text) => text.role === role)?.path
  }

  /** Names of the settings that the browser of a respondent may know. */
  get publicSettings(): readonly string[] {
    return this.#definition.publicSettings
  }

  /** What its kind finds wrong with the settings once the form is to be published. */
  get check(): readonly SettingsProblem[] {
    return this.#faults.list('check', () => this.#definition.check?.(this.settings) ?? [], usableProblem)
  }

  /** Of endings: where to go instead of showing it. */
  get redirect(): string | undefined {
    return this.#ask('redirect', (kind, settings) => kind.redirect?.(settings), usableText)
  }

  /** The same kind with other settings. */
  withSettings(settings: AnySettings): BoundLayout {
    return new BoundLayout(this.#definition, settings)
  }

  /** Of sections: how often it repeats; undefined where it only holds its blocks together. */
  get repeat(): Repeat | undefined {
    return this.#ask('repeat', (kind, settings) => kind.repeat?.(settings), usableRepeat)
  }

  /** Sources its page needs, for the Content Security Policy. */
  get csp(): Readonly<Record<string, readonly string[]>> {
    return this.#ask('csp', (kind, settings) => kind.csp?.(settings), usableSources) ?? {}
  }

  /** Features of the browser that its page uses, for the Permissions-Policy. */
  get permissions(): Permissions {
    return this.#ask('permissions', (kind, settings) => kind.permissions?.(settings), usableSources) ?? {}
  }

  /** What its kind threw for these settings, whatever it is asked. */
  get faults(): readonly MemberFault[] {
    for (const member of ['texts', 'check', 'redirect', 'repeat', 'csp', 'permissions'] as const)
      void this[member]
    return this.#faults.all
  }

  #ask<T>(
    member: string,
    ask: (kind: LayoutDefinition, settings: AnySettings) => T | undefined,
    fits: (given: T) => boolean,
  ): T | undefined {
    return this.#faults.ask(member, () => ask(this.#definition, this.settings), undefined, orNothing(fits))
  }
}
