import * as v from 'valibot'
import type { AnySettings } from '@formwright/kit/field'
import type { Hook, HookRequest } from '@formwright/kit/hook'
import type {
  ChoicePowers,
  ChoicesAsked,
  Deliver,
  Delivery,
  HookPowers,
  IntegrationDefinition,
  IntegrationEvent,
  Powers,
  Preview,
} from '@formwright/kit/integration'
import type { Mail } from '@formwright/kit/mail'
import { secretNames, withoutSecrets } from '@formwright/kit/secret_settings'
import { fillTemplates } from '@formwright/kit/template_settings'
import { type ReportFault, tellable } from '../../engine/faults.ts'
import { type Refusal, refusalsOf } from '@formwright/kit/refusals'
import { faultPlace } from './fault_place.ts'
import { unhurried, unhurriedCalls, unhurriedPowers } from './unhurried.ts'

/** Settings whose schema only their plugin knows. */
type Settings = Record<string, unknown>

/** The settings were stored by a newer version of the plugin than the one that is installed. */
export class NewerSettingsError extends Error {}

/** The stored settings cannot be read by their plugin; the message says why, and quotes nothing of them. */
export class UnreadSettingsError extends Error {}

/** Settings that can be used, or what is wrong with them. */
type SettingsCheck = { bound: BoundIntegration } | { refusals: readonly Refusal[] }

/** Longest text of a fault, or of another sentence, that is shown; and most of them. */
const LONGEST_FAULT = 1_000
const LONGEST_SENTENCE = 100_000
const MOST_REFUSALS = 1_000
/** Longest name of a receiver: hosts are no longer, and an index of the database has them. */
const LONGEST_ENDPOINT = 255

const isText = (given: unknown): given is string => typeof given === 'string'
/** Whether it is a text that a page can show, or a database can keep. */
const isLine = (given: unknown, longest = LONGEST_SENTENCE): given is string =>
  isText(given) && given.length <= longest && !given.includes('\0')
const areRefusals = (given: readonly Refusal[]): boolean =>
  Array.isArray(given) &&
  given.length <= MOST_REFUSALS &&
  given.every(({ path, message }) => isLine(path) && isLine(message))

/** An installed kind of integration: what it is, whatever its settings are. */
export class InstalledIntegration {
  readonly definition: IntegrationDefinition
  /** names of the settings that nobody is shown */
  readonly secretNames: readonly string[]
  readonly #deliver: Deliver<object>
  readonly #folder: string
  /** told of what the definition threw when it was asked about settings */
  readonly #report: ReportFault

  constructor(
    definition: IntegrationDefinition,
    deliver: Deliver<object>,
    folder: string,
    report: ReportFault = () => undefined,
  ) {
    this.definition = definition
    this.#report = report
    this.secretNames = secretNames(definition.settings)
    this.#deliver = deliver
    this.#folder = folder
  }

  /** Settings as somebody typed them, bound; or what is wrong with them. They may still lack something. */
  read(settings: Settings): SettingsCheck {
    return this.ask<SettingsCheck>(
      'settings',
      ({ settings: schema }) => {
        const read = v.safeParse(schema, settings)
        if (read.success) return { bound: this.#bind(read.output) }
        return { refusals: refusalsOf(read.issues, schema) }
      },
      (message) => ({ refusals: [{ path: '', message }] }),
    )
  }

  /** The same, where they lack nothing. */
  check(settings: Settings): SettingsCheck {
    const read = this.read(settings)
    const refusals = 'bound' in read ? read.bound.missing() : []
    return refusals.length > 0 ? { refusals } : read
  }

  /**
   * Stored settings, lifted to today's shape and completed. Throws an UnreadSettingsError, which says why, when that cannot
   * be done.
   */
  bind(stored: { v: number; settings: Settings }): BoundIntegration {
    const { kind, version } = this.definition
    if (stored.v > version) throw new NewerSettingsError()
    const unread = (why: string) => {
      // in our own words: the library's would quote what is stored
      throw new UnreadSettingsError(`The stored settings of an integration "${kind}" cannot be read: ${why}`)
    }
    return this.ask(
      'lifts',
      ({ lifts, settings: schema }) => {
        let { settings } = stored
        for (let from = stored.v; from < version; from++) {
          const lift = lifts?.[from]
          if (!lift) return unread(`it has no lift from version ${from}.`)
          settings = lift(settings)
        }
        const read = v.safeParse(schema, settings)
        if (read.success) return this.#bind(read.output)
        return unread(
          refusalsOf(read.issues, schema)
            .map(({ message }) => message)
            .join(' '),
        )
      },
      unread,
    )
  }

  /**
   * What its code threw: which plugin, which version and where in its folder it failed, for the server's log; and with
   * the error's own words, which may quote secrets and answers.
   */
  fault(error: unknown): { place: string; reason: string } {
    const { kind, version } = this.definition
    const { message } = tellable(error)
    const where = faultPlace(this.#folder, error) ?? 'in deliver.ts'
    const failed = `The integration "${kind}" (version ${version}) failed ${where}`
    return { place: `${failed}.`, reason: `${failed}: ${message}`.slice(0, LONGEST_FAULT) }
  }

  /** The same of what is counted and logged: by its place, for its own words may quote what nobody is to read there. */
  noted(member: string, error: unknown): { place: string; reason: string } {
    const fault = this.fault(error)
    this.#report({ kind: this.definition.kind, member, error: new Error(fault.place) })
    return fault
  }

  /**
   * What a member of the definition answers; where it throws, or answers what does not fit, what `failed` makes of the
   * fault, which is counted and logged.
   */
  ask<T>(
    member: string,
    answer: (definition: IntegrationDefinition) => T,
    failed: (place: string) => T,
    fits: (given: T) => boolean = () => true,
  ): T {
    try {
      const given = answer(this.definition)
      if (!fits(given)) throw new TypeError('It answered something that cannot be used.')
      return given
    } catch (error) {
      if (error instanceof UnreadSettingsError) throw error
      return failed(this.noted(member, error).place)
    }
  }

  #bind(settings: Settings): BoundIntegration {
    return new BoundIntegration(this, this.#deliver, settings)
  }
}

/** An integration with its settings: whatever is asked of it, it answers for these very settings. */
export class BoundIntegration {
  readonly installed: InstalledIntegration
  /** of today's shape; what is secret is left out */
  readonly settings: Readonly<Settings>
  /** the values of secret settings that are set */
  readonly secretValues: readonly string[]
  readonly #settings: Settings
  readonly #deliver: Deliver<object>

  constructor(installed: InstalledIntegration, deliver: Deliver<object>, settings: Settings) {
    this.installed = installed
    this.#deliver = deliver
    this.#settings = settings
    const secret = new Set(installed.secretNames)
    this.settings = Object.fromEntries(Object.entries(settings).filter(([name]) => !secret.has(name)))
    this.secretValues = Object.values(this.secretSettings()).flatMap((value) =>
      typeof value === 'string' && value !== '' ? [value] : [],
    )
  }

  /** What must still be set before it can work. */
  missing(): readonly Refusal[] {
    return this.installed.ask(
      'missing',
      (definition) => definition.missing?.(this.#settings) ?? [],
      (message) => [{ path: '', message }],
      areRefusals,
    )
  }

  /** What is wrong where another integration of its form is set like that one. */
  clash(other: BoundIntegration): readonly Refusal[] {
    return this.installed.ask(
      'clash',
      (definition) => {
        const found = definition.clash?.(this.#settings, other.#settings)
        return found ? [found] : []
      },
      (message) => [{ path: '', message }],
      areRefusals,
    )
  }

  /** Whether it works with a connection, as it is set. */
  needsConnection(): boolean {
    return this.installed.ask(
      'connection.needed',
      ({ connection }) => connection !== undefined && (connection.needed?.(this.#settings) ?? true),
      () => true,
      (given) => typeof given === 'boolean',
    )
  }

  /** What a setting can be, as the plugin answers it, which may be anything. */
  async choices(
    name: string,
    asked: Omit<ChoicesAsked<object>, 'settings'>,
    powers: ChoicePowers,
  ): Promise<unknown> {
    return this.#deliver.choices?.(
      name,
      { ...asked, settings: this.#withoutSecrets() },
      unhurriedCalls(powers),
    )
  }

  /** What the plugin made for a setting at the service, which may be anything. */
  async createChoice(name: string, label: string, powers: ChoicePowers): Promise<unknown> {
    return this.#deliver.createChoice?.(
      name,
      { label, settings: this.#withoutSecrets() },
      unhurriedCalls(powers),
    )
  }

  /** One line on how it is set. */
  summary(): string {
    return this.installed.ask(
      'summary',
      (definition) => definition.summary(this.#settings),
      (fault) => fault,
      (given) => isLine(given),
    )
  }

  /** Names its receiver; empty where the integration stands for itself. */
  endpoint(): string {
    return this.installed.ask(
      'endpoint',
      (definition) => definition.endpoint?.(this.#settings) ?? '',
      () => '',
      (given) => isLine(given, LONGEST_ENDPOINT),
    )
  }

  /** The secret ones among its settings, by name. */
  secretSettings(): Readonly<Settings> {
    const secret = new Set(this.installed.secretNames)
    return Object.fromEntries(Object.entries(this.#settings).filter(([name]) => secret.has(name)))
  }

  /** What is sent of this event. It is kept as it is, so the plugin makes it without secrets. Throws what the plugin throws. */
  body(event: IntegrationEvent): string {
    const body = this.#deliver.body(event, this.#settingsFor(event))
    if (!isText(body)) throw new Error('body answered something that is no text.')
    // Postgres keeps no U+0000 in text
    return body.replaceAll('\0', '\ufffd')
  }

  /** What will arrive, for its creator. */
  preview(event: IntegrationEvent): Preview {
    const settings = this.#settingsFor(event)
    if (this.#deliver.preview) return this.#deliver.preview(event, settings)
    return { format: 'code', text: this.body(event) }
  }

  /** Whether it delivers by mail. */
  get mails(): boolean {
    return this.installed.definition.mail === true
  }

  /** How many deliveries may go in one attempt. */
  get batch(): number {
    return this.#deliver.deliverBatch ? (this.installed.definition.batch ?? 1) : 1
  }

  /** One attempt of these deliveries, oldest first: what the plugin answered for each, which may be anything. */
  async deliver(
    deliveries: readonly Omit<Delivery<object>, 'settings'>[],
    lent: Powers,
  ): Promise<readonly unknown[]> {
    const powers = { ...unhurriedPowers(lent), mail: unhurried((mail: Mail) => lent.mail(mail)) }
    const [first, ...others] = deliveries.map((delivery) => ({ ...delivery, settings: this.#settings }))
    if (!first) return []
    if (others.length === 0 || !this.#deliver.deliverBatch)
      return [await this.#deliver.deliver(first, powers)]
    const answers: unknown = await this.#deliver.deliverBatch([first, ...others], powers)
    if (Array.isArray(answers) && answers.length === deliveries.length) return answers
    throw new Error('deliverBatch answered something else than an outcome for each delivery.')
  }

  /** The hook that is called so, if there is one. */
  hook(path: string): Hook | undefined {
    return this.installed.definition.hooks?.find((hook) => hook.path === path)
  }

  /** The secrets with which a request of this hook may be verified; `own` are those that the core made. */
  hookSecrets({ verification: { secret } }: Hook, own: readonly string[]): readonly string[] {
    if (secret === undefined) return own
    return Object.entries(this.secretSettings()).flatMap(([name, value]) =>
      name === secret && typeof value === 'string' ? [value] : [],
    )
  }

  /** Hands the plugin a request of its service: what it answers may be anything. */
  async receive(request: Omit<HookRequest<object>, 'settings'>, powers: HookPowers): Promise<unknown> {
    return this.#deliver.receive?.({ ...request, settings: this.#settings }, unhurriedPowers(powers))
  }

  #settingsFor(event: IntegrationEvent): object {
    return fillTemplates(this.installed.definition.settings, this.#withoutSecrets(), event)
  }

  #withoutSecrets(): AnySettings {
    return withoutSecrets(this.installed.definition.settings, this.#settings)
  }
}
