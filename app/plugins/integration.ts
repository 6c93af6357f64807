import { basename } from 'node:path'
import * as v from 'valibot'
import type {
  Deliver,
  Delivery,
  IntegrationDefinition,
  IntegrationEvent,
  Outcome,
  Powers,
} from '../../plugins/kit/integration.ts'
import { type Refusal, refusalsOf } from '../../plugins/kit/refusals.ts'

/** Settings whose schema only their plugin knows. */
type Settings = Record<string, unknown>

/** The settings were stored by a newer version of the plugin than the one that is installed. */
export class NewerSettingsError extends Error {}

/** Longest text of a fault that is shown. */
const LONGEST_FAULT = 1_000

/** An installed kind of integration: what it is, whatever its settings are. */
export class InstalledIntegration {
  readonly definition: IntegrationDefinition
  readonly #deliver: Deliver<object>
  readonly #folder: string

  constructor(definition: IntegrationDefinition, deliver: Deliver<object>, folder: string) {
    this.definition = definition
    this.#deliver = deliver
    this.#folder = folder
  }

  /** Settings as somebody typed them, bound; or what is wrong with them. */
  check(settings: Settings): { bound: BoundIntegration } | { refusals: readonly Refusal[] } {
    const read = v.safeParse(this.definition.settings, settings)
    if (!read.success) return { refusals: refusalsOf(read.issues, this.definition.settings) }
    const refusals = this.definition.missing?.(read.output) ?? []
    return refusals.length > 0 ? { refusals } : { bound: this.#bind(read.output) }
  }

  /** Stored settings, lifted to today's shape and completed. Throws when that cannot be done. */
  bind(stored: { v: number; settings: Settings }): BoundIntegration {
    const { kind, version, lifts, settings: schema } = this.definition
    if (stored.v > version) throw new NewerSettingsError()
    let { settings } = stored
    for (let from = stored.v; from < version; from++) {
      const lift = lifts?.[from]
      if (!lift) throw new Error(`${kind} has no lift from version ${from}.`)
      settings = lift(settings)
    }
    return this.#bind(v.parse(schema, settings))
  }

  /**
   * What its code threw: which plugin, which version and where in its folder it failed, for the server's log; and with
   * the error's own words, which may quote secrets and answers.
   */
  fault(error: unknown): { place: string; reason: string } {
    const { kind, version } = this.definition
    const stack = error instanceof Error ? (error.stack ?? '') : ''
    const frame = stack.split('\n').find((line) => line.includes(`${this.#folder}/`))
    const place = frame && /([^/\\()]+):(\d+):\d+\)?$/.exec(frame)
    const where = place ? `in ${basename(place[1] ?? '')}, line ${place[2]}` : 'in deliver.ts'
    const words = error instanceof Error ? error.message : String(error)
    const failed = `The integration "${kind}" (version ${version}) failed ${where}`
    return { place: `${failed}.`, reason: `${failed}: ${words}`.slice(0, LONGEST_FAULT) }
  }

  #bind(settings: Settings): BoundIntegration {
    return new BoundIntegration(this, this.#deliver, settings)
  }
}

/** An integration with its settings: whatever is asked of it, it answers for these very settings. */
export class BoundIntegration {
  readonly installed: InstalledIntegration
  /** whole and of today's shape */
  readonly settings: Readonly<Settings>
  readonly #settings: Settings
  readonly #deliver: Deliver<object>

  constructor(installed: InstalledIntegration, deliver: Deliver<object>, settings: Settings) {
    this.installed = installed
    this.#deliver = deliver
    this.#settings = settings
    this.settings = { ...settings }
  }

  /** One line on how it is set. */
  summary(): string {
    return this.installed.definition.summary(this.#settings)
  }

  /** Names its receiver; empty where the integration stands for itself. */
  endpoint(): string {
    return this.installed.definition.endpoint?.(this.#settings) ?? ''
  }

  /** What is sent of this event. */
  body(event: IntegrationEvent): string {
    return this.#deliver.body(event, this.#settings)
  }

  /** One attempt: what the plugin answered, which may be anything. */
  deliver(delivery: Omit<Delivery<object>, 'settings'>, powers: Powers): Promise<Outcome> {
    return this.#deliver.deliver({ ...delivery, settings: this.#settings }, powers)
  }
}
