import type { AnswerContext, Claim } from '@formwright/kit/answer'
import { type BlockText, textIn, withTextIn } from '@formwright/kit/block_text'
import type {
  AnySettings,
  CheckedBlock,
  CodeWay,
  FieldDefinition,
  FieldFormula,
  FileLimits,
  Limit,
  Offered,
  Part,
  Permissions,
  SettingsProblem,
} from '@formwright/kit/field'
import { isRichText, type RichText } from '@formwright/kit/rich/tree'
import { piecesOf } from '@formwright/kit/stored_text'
import { type Summary, summaryOf } from '@formwright/kit/summary'
import type { ValueType } from '@formwright/kit/value'
import type { FieldPlugin } from '../registry.ts'
import { BoundAnswers } from './bound_answers.ts'
import { Faults, type MemberFault, type ReportFault } from '../faults.ts'
import {
  fewOptions,
  orNothing,
  shortSummary,
  usableBlockText,
  usableBoolean,
  usableClaim,
  usableFiles,
  usableFormula,
  usableJson,
  usableLabelling,
  usableLimit,
  usableListed,
  usableOffered,
  usablePart,
  usablePartSummary,
  usableProblem,
  usableSettings,
  usableSources,
  usableSummary,
  usableText,
  usableWay,
} from './usable.ts'

/**
 * A field block with its kind: what the house asks of it, without a settings argument anywhere. It is made of settings that
 * the kind's own schema filled in; nobody else calls a definition or an answer module.
 */
export class BoundField extends BoundAnswers {
  readonly #plugin: FieldPlugin
  readonly #definition: FieldDefinition
  readonly #report: ReportFault | undefined
  readonly #faults: Faults
  #parts: readonly Part[] | undefined
  #limits: readonly Limit[] | undefined
  #texts: ReadonlyMap<string, BlockText> | undefined
  #pipedTexts: readonly PipedText[] | undefined
  /** null until it was asked for */
  #formula: FieldFormula | undefined | null = null

  /** `report` is told of what a member of the definition throws; it has answered nothing then. */
  constructor(plugin: FieldPlugin, settings: AnySettings, report?: ReportFault) {
    super(plugin.answer, settings)
    this.#plugin = plugin
    this.#definition = plugin.definition
    this.#report = report
    this.#faults = new Faults(plugin.definition.kind, report)
  }

  get kind(): string {
    return this.#definition.kind
  }

  /** of its kind */
  get version(): number {
    return this.#definition.version
  }

  /** Names of the settings that the browser of a respondent may know. */
  get publicSettings(): readonly string[] {
    return this.#definition.publicSettings
  }

  /** What of the items of public lists stays on the server. */
  get withheldSettings(): readonly string[] {
    return this.#definition.withheldSettings ?? []
  }

  /** The parts of an answer, in the order of their columns. */
  get parts(): readonly Part[] {
    return (this.#parts ??= this.#faults.list(
      'parts',
      () => this.#definition.parts(this.settings),
      usablePart,
      fewOptions,
    ))
  }

  /** The part of this id; `''` is the main one. */
  partOf(id: string): Part | undefined {
    return this.parts.find((part) => part.id === id)
  }

  /** Whether a person can write its answer into a plain input. */
  get typed(): boolean {
    const type = this.partOf('')?.type
    return type !== undefined && TYPED.has(type)
  }

  /** Whether an answer is one value, of more than the two that a yes or no has: each can be given once. */
  get single(): boolean {
    const type = this.partOf('')?.type
    return type !== undefined && SINGLE.has(type)
  }

  /** The field whose answer decides what it offers, by its address, and how. */
  get offered(): (Offered & { address: string | undefined }) | undefined {
    const offered = this.#ask('offered', (kind, settings) => kind.offered?.(settings), usableOffered)
    const pieces = offered ? piecesOf(String(this.settings[offered.of] ?? '')) : []
    const [address] = pieces.flatMap((piece) => ('address' in piece ? piece.address : []))
    return offered && { ...offered, address }
  }

  /** The text at a path of its settings that a creator writes. */
  textAt(path: string): BlockText | undefined {
    this.#texts ??= new Map(this.texts.map((text) => [text.path, text]))
    return this.#texts.get(path)
  }

  /** The texts that a creator writes into its settings, in the order in which they are read. */
  get texts(): readonly BlockText[] {
    return this.#faults.list('texts', () => this.#definition.texts?.(this.settings) ?? [], usableBlockText)
  }

  /** The items of a list whose texts are changed below the control; none where that list has none. */
  get listedBelow(): { list: string; text: string } | undefined {
    return this.#ask('listedBelow', (kind, settings) => kind.listedBelow?.(settings), usableListed)
  }

  /** Texts of its settings in which answers may stand, and something does that has to be resolved. */
  get pipedTexts(): readonly PipedText[] {
    return (this.#pipedTexts ??= this.#piped())
  }

  #piped(): PipedText[] {
    return this.#textsUnder('braces').flatMap(({ path, piping }) => {
      const text = piping ? textIn(this.settings, path) : undefined
      return (typeof text === 'string' && text.includes('{')) || isRichText(text) ? [{ path, text }] : []
    })
  }

  /** The first text that says nothing although something to choose or to fill in is called so. */
  get missingName(): BlockText | undefined {
    return this.#textsUnder('blank').find(({ path, names }) => {
      const text = names ? textIn(this.settings, path) : undefined
      return typeof text === 'string' && text.trim() === ''
    })
  }

  /** Texts of the settings that have such a text in them: of thousands few do, and the others are not asked for. */
  #textsUnder(sought: 'braces' | 'blank'): readonly BlockText[] {
    const names = Object.keys(this.settings).filter((name) => holds(this.settings[name], sought))
    if (names.length === 0) return []
    return this.texts.filter(({ path }) => names.includes(path.split('.')[0] ?? ''))
  }

  /** The same field whose plain texts say what `resolve` makes of them, where answers may stand in them. */
  withTexts(resolve: (path: string, text: string) => string): BoundField {
    let { settings } = this
    for (const { path, text } of this.pipedTexts)
      if (typeof text === 'string') settings = withTextIn(settings, path, resolve(path, text))
    return settings === this.settings ? this : new BoundField(this.#plugin, settings, this.#report)
  }

  get labelling(): 'control' | 'group' | 'none' {
    return this.#faults.ask(
      'labelling',
      () => this.#definition.labelling(this.settings),
      'none',
      usableLabelling,
    )
  }

  /** Whether its control shows a placeholder while it is empty. */
  get placeholder(): boolean {
    const own = this.#ask('placeholder', (kind, settings) => kind.placeholder?.(settings), usableBoolean)
    return own ?? this.labelling === 'control'
  }

  /** What its answer is computed from; undefined where people give it. */
  get formula(): FieldFormula | undefined {
    if (this.#formula === null)
      this.#formula = this.#ask('formula', (kind, settings) => kind.formula?.(settings), usableFormula)
    return this.#formula
  }

  /** Its computed value must stay on the server. */
  get serverOnly(): boolean {
    return this.#ask('serverOnly', (kind, settings) => kind.serverOnly?.(settings), usableBoolean) ?? false
  }

  /** Something of it is on the page. */
  get displayed(): boolean {
    return this.#ask('displayed', (kind, settings) => kind.displayed?.(settings), usableBoolean) ?? true
  }

  /** What files it takes; undefined where it takes none. */
  get files(): FileLimits | undefined {
    return this.#ask('files', (kind, settings) => kind.files?.(settings), usableFiles)
  }

  /** What many of its answers say together: a fold over the values of their parts. */
  get summary(): Summary {
    const own = this.#ask('summary', (kind, settings) => kind.summary?.(settings), usableSummary)
    return own ? this.#guarded(own) : summaryOf(this.parts)
  }

  /** How a code goes to where its answer says, which counts once that code was typed; undefined where none is asked for. */
  get confirms(): CodeWay | undefined {
    return this.#ask('confirms', (kind, settings) => kind.confirms?.(settings), usableWay)
  }

  /** Its answer must not be kept on a device, in search or in drafts. */
  get secret(): boolean {
    return this.#ask('secret', (kind, settings) => kind.secret?.(settings), usableBoolean) ?? false
  }

  /** Values that may be given so many times only. */
  get limits(): readonly Limit[] {
    return (this.#limits ??= this.#faults.list(
      'limits',
      () => this.#definition.limits?.(this.settings) ?? [],
      usableLimit,
    ))
  }

  /** Creator's regular expressions in its settings. */
  get patterns(): readonly string[] {
    return this.#faults.list('patterns', () => this.#definition.patterns?.(this.settings) ?? [], usableText)
  }

  /** Sources its page needs, for the Content Security Policy. */
  get csp(): Readonly<Record<string, readonly string[]>> {
    return this.#ask('csp', (kind, settings) => kind.csp?.(settings), usableSources) ?? {}
  }

  /** Features of the browser that its page uses, for the Permissions-Policy. */
  get permissions(): Permissions {
    return this.#ask('permissions', (kind, settings) => kind.permissions?.(settings), usableSources) ?? {}
  }

  /** What its kind finds wrong with the settings once the form is to be published. */
  check(block: CheckedBlock): readonly SettingsProblem[] {
    return this.#faults.list(
      'check',
      () => this.#definition.check?.(this.settings, block) ?? [],
      usableProblem,
    )
  }

  /** An invented answer, as data; undefined where its kind makes up none. */
  sample(): unknown {
    return this.#ask('sample', (kind, settings) => kind.sample?.(settings), usableJson)
  }

  /** The same field whose options are called so, by id. */
  relabelled(labels: ReadonlyMap<string, string>): BoundField {
    const settings = this.#ask('relabel', (kind, own) => kind.relabel?.(own, labels), usableSettings)
    return settings === undefined ? this : new BoundField(this.#plugin, settings, this.#report)
  }

  /** Whether its answers may claim anything at all. */
  get claiming(): boolean {
    return this.#plugin.answer.claims !== undefined || this.limits.length > 0
  }

  /** What an answer uses up of what is limited. */
  claims(answer: unknown): readonly Claim[] {
    const own = this.#faults.list(
      'claims',
      () => this.#plugin.answer.claims?.(answer, this.settings) ?? [],
      usableClaim,
    )
    const { limits } = this
    if (limits.length === 0) return own
    const given = this.values(answer, NOWHERE)['']
    const values = new Set(Array.isArray(given) ? given : [given])
    const limited = limits.filter(({ value }) => values.has(value))
    const claims = limited.map(({ value, limit, problem }) => {
      // the page that is told of it said that there was room
      const params = { ...problem.params, usedUp: value }
      return { key: value, limit, problem: { ...problem, params } }
    })
    return [...own, ...claims]
  }

  /**
   * Why its block cannot be used: its kind threw where page and answers depend on it. Such a block is treated as one of a
   * kind that is not installed.
   */
  get unusable(): MemberFault | undefined {
    for (const member of VITAL) void this[member]
    return VITAL.map((member) => this.#faults.of(member)).find((fault) => fault !== undefined)
  }

  /** What its kind threw for these settings, whatever it is asked. */
  get faults(): readonly MemberFault[] {
    for (const member of [...VITAL, ...OTHERS]) void this[member]
    this.sample()
    this.relabelled(NO_LABELS)
    return this.#faults.all
  }

  /** What a member answers that a kind may do without. */
  #ask<T>(
    member: string,
    ask: (kind: FieldDefinition, settings: AnySettings) => T | undefined,
    fits: (given: T) => boolean = () => true,
  ): T | undefined {
    return this.#faults.ask(member, () => ask(this.#definition, this.settings), undefined, orNothing(fits))
  }

  /** A fold of the kind's own: what it cannot take in is left out. */
  #guarded(own: Summary): Summary {
    const ask = <T>(answer: () => T, nothing: T) => this.#faults.ask('summary', answer, nothing, usableJson)
    return {
      start: () => ask(() => own.start(), undefined),
      // called for each of thousands of submissions: what it holds by then is looked at when it is merged
      add: (state, values) => this.#faults.ask('summary', () => own.add(state, values), state),
      merge: (one, other) => ask(() => own.merge(one, other), one),
      finish: (state) =>
        this.#faults.list('summary', () => own.finish(state), usablePartSummary, shortSummary),
    }
  }
}

/** Members without which nobody knows what an answer is, or who may see it. */
const VITAL = ['parts', 'labelling', 'formula', 'serverOnly', 'displayed', 'files', 'secret'] as const
const OTHERS = [
  'listedBelow',
  'placeholder',
  'texts',
  'summary',
  'confirms',
  'limits',
  'offered',
  'patterns',
  'csp',
  'permissions',
] as const
const TYPED_TYPES: readonly ValueType[] = ['text', 'number', 'date', 'time', 'datetime']
const TYPED: ReadonlySet<string> = new Set(TYPED_TYPES)
const SINGLE: ReadonlySet<string> = new Set<ValueType>([...TYPED_TYPES, 'choice'])
const NOWHERE: AnswerContext = { locale: 'en', now: 0, source: 'data' }
const NO_LABELS: ReadonlyMap<string, string> = new Map()

/** A text of the settings of a field, with references or escaped braces in it. */
export interface PipedText {
  path: string
  text: string | RichText
}

/** Whether some text in a setting has a brace, or a rich text; or says nothing. A plain loop: lists of options are long. */
function holds(setting: unknown, sought: 'braces' | 'blank'): boolean {
  const open = [setting]
  for (const value of open) {
    if (typeof value === 'string') {
      if (sought === 'braces' ? value.includes('{') : value.trim() === '') return true
    } else if (typeof value === 'object' && value !== null) {
      if (sought === 'braces' && 'type' in value && value.type === 'doc') return true
      open.push(...Object.values(value))
    }
  }
  return false
}
