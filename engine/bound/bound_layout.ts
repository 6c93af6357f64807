import type { AnySettings, Permissions } from '@formwright/kit/field'
import type { LayoutDefinition, LayoutRole, Repeat } from '@formwright/kit/layout'
import type { BlockText } from '@formwright/kit/block_text'

/** A layout block with its kind: what the house asks of it, without a settings argument anywhere. */
export class BoundLayout {
  readonly #definition: LayoutDefinition
  /** with every default, as the kind's own schema made them */
  readonly settings: AnySettings

  constructor(definition: LayoutDefinition, settings: AnySettings) {
    this.#definition = definition
    this.settings = settings
  }

  get kind(): string {
    return this.#definition.kind
  }

  get role(): LayoutRole {
    return this.#definition.role
  }

  /** The texts that a creator writes into it, in the order in which they are read. */
  get texts(): readonly BlockText[] {
    return this.#definition.texts(this.settings)
  }

  /** The setting that holds the text of this role. */
  textPath(role: NonNullable<BlockText['role']>): string | undefined {
    return this.texts.find((text) => text.role === role)?.path
  }

  /** Names of the settings that the browser of a respondent may know. */
  get publicSettings(): readonly string[] {
    return this.#definition.publicSettings
  }

  /** Of endings: where to go instead of showing it. */
  get redirect(): string | undefined {
    return this.#definition.redirect?.(this.settings)
  }

  /** Of sections: how often it repeats; undefined where it only holds its blocks together. */
  get repeat(): Repeat | undefined {
    return this.#definition.repeat?.(this.settings)
  }

  /** Sources its page needs, for the Content Security Policy. */
  get csp(): Readonly<Record<string, readonly string[]>> {
    return this.#definition.csp?.(this.settings) ?? {}
  }

  /** Features of the browser that its page uses, for the Permissions-Policy. */
  get permissions(): Permissions {
    return this.#definition.permissions?.(this.settings) ?? {}
  }
}
