import type { AnswerContext } from '@formwright/kit/answer'
import type { AnySettings } from '@formwright/kit/field'
import type { Problem } from '@formwright/kit/problem'
import type { Value } from '@formwright/kit/value'
import type { Json } from '../document/document.ts'

/**
 * Where an answer stands: the address of its block (`packages/kit/address.ts`). Consumers treat it as opaque.
 */
export type Path = string

/** Ids of blocks whose state or texts a change changed, each once; `start` is the first page. */
export type Changes = Iterable<string>

/** The state of one field at one moment. */
export interface FieldState {
  path: Path
  block: string
  raw: unknown
  answer: unknown
  /** what logic sees of its main part; where it has none, whether there is an answer; null when empty or irrelevant */
  value: Value
  relevant: boolean
  required: boolean
  disabled: boolean
  touched: boolean
  /** its kind threw over what stands in it: nothing has to be answered here */
  failed: true | undefined
  /** parse and validate problems, `required` included; empty while irrelevant or disabled */
  problems: readonly Problem[]
}

/** Where Next leads from a page. `server`: a browser cannot know, because it depends on what stays on the server. */
export type Turn =
  | {
      /** to a page */
      to: 'page'
      /** its id */
      page: string
    }
  | {
      /** it was the last page: the form can be sent */
      to: 'end'
    }
  | {
      /** the server has to be asked */
      to: 'server'
    }

/**
 * What a server tells a browser of that which depends on what only the server knows: outcomes, never values. Made by
 * `serverStateFor`, true for the answers the server was asked with.
 */
export interface ServerState {
  /** by id, those of which the server alone knows something */
  blocks: Readonly<
    Record<
      string,
      {
        /** whether it is shown */
        relevant?: boolean
        /** whether it can be read only */
        disabled?: boolean
        /** whether it must be answered */
        required?: boolean
      }
    >
  >
  /** ids of all relevant pages */
  pages: readonly string[]
}

export interface ResponseOptions extends AnswerContext {
  /** URL parameters of the visit */
  params?: Readonly<Record<string, string>>
  /** ISO calendar day on which the session began: accepted as "today" besides the current one */
  startedOn?: string
  /** what was typed so far, by path */
  raws?: Readonly<Record<Path, unknown>>
  /** on a server: told of texts that have no value because they are too long */
  tooLong?: () => false
  /** in a browser: what the server said last */
  serverState?: ServerState
}

/** A problem with its block, as pages, API and tests speak of it. */
export interface BlockProblem extends Problem {
  block: string
  /** the address of what is meant: of the block, or of one of its parts */
  path: Path
  /** the key of its field, where programs are told */
  key?: string
  /** what a person reads, where programs are told */
  text?: string
}

/** What is stored with a submission: answers and calculations by block id, empties absent. */
export type StoredAnswers = Record<string, Json>

/**
 * One response against a plan, as a page needs it. Changes are incremental: a change costs what depends on it. Every
 * method that changes something returns what it changed.
 */
export interface LiveResponse {
  /** `source`: where it comes from, when that is not where the rest does. */
  setRaw(path: Path, raw: unknown, source?: AnswerContext['source']): Changes

  /** In a browser: takes what the server said, in place of what it said before. */
  applyServerState(state: ServerState): Changes

  /** Ids of the items of a section that repeats, in order; none of any other block. */
  items(section: string): readonly string[]
  /** A new item, at this place or at the end, with this id or one of its own. Nothing once there are as many as can be. */
  addItem(section: string, at?: number, id?: string): Changes
  /** Forgets an item with everything in it. Nothing while there are no more than there have to be. */
  removeItem(section: string, item: string): Changes
  /** Puts an item in the place `to`, counted without it. */
  moveItem(section: string, item: string, to: number): Changes

  field(path: Path): FieldState | undefined
  /** Any block, also layout and page-breaks. */
  relevant(path: Path): boolean
  /**
   * A resolved text of a block: `label`, `help`, or what `texts` of a public block names; of one item of a section
   * (`section.item`) its title.
   */
  text(path: Path, name: string): string
  /** Settings of a field, as they were written, with the plain texts in them resolved. */
  settings(path: Path, given: AnySettings): AnySettings

  /**
   * Ids of the relevant pages reachable from the first by skips, in order; up to an undecided end. When no page has
   * anything to see, the first one alone: a form always has a page to send it from.
   */
  pages(): string[]
  /** Ids of blocks of a page, in order, relevant or not. */
  blocksOf(page: string): readonly string[]
  /** Where Next leads from this page now. */
  turn(page: string): Turn
  /** The ending's block id, or null for the built-in one; undefined in a browser when only the server knows. */
  ending(): string | null | undefined

  /** Problems of the relevant fields of one page, or of all reachable pages, in order. */
  problems(page?: string): BlockProblem[]
  /** Those of one field. */
  problemsOf(path: Path): BlockProblem[]
  /** Raw values as typed, by path, irrelevant ones too: what a session or a device draft keeps. */
  raws(): Record<Path, unknown>
}

/** A response that can be stored, and what only servers and tests ask for. */
export interface Response extends LiveResponse {
  setAnswer(path: Path, answer: unknown): Changes
  /** As a person clearing it: the default does not come back. */
  clear(path: Path): Changes
  value(block: string): Value
  /** What would be stored if it were sent now. */
  stored(): StoredAnswers
}
