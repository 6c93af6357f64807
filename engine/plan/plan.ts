import type { LayoutRole, Repeat } from '@formwright/kit/layout'
import type { Json } from '../document/document.ts'
import type { Expression } from '../logic/interpreter/expression.ts'
import type { OperationSet } from '../logic/interpreter/operations/set.ts'

/** Changes when the meaning of plans changes; part of the key under which they are kept. */
export const PLAN_FORMAT = 11

/**
 * A compiled form: JSON, made by `compile`, run by the interpreter. The engine's own; consumers treat it as opaque.
 *
 * Every other expression in it is a constant, `['node', n]`, `['own', n]` for a node that each item of a section has by
 * itself, or `['server']`: a browser's plan says so where only the server knows.
 */
export interface Plan {
  format: number
  /** in topological order: a node reads only nodes before it */
  nodes: readonly Expression[]
  /** of each node, the place of the section whose items have it each by itself, or -1; absent where no section repeats */
  sections?: readonly number[]
  /** the sets of operations that the nodes need */
  uses: readonly OperationSet[]
  /** in document order */
  blocks: readonly PlanBlock[]
  /** in order, the first is `start`, or a welcome with `start` behind it */
  pages: readonly PlanPage[]
  /** id of the page that is a welcome, which nobody counts */
  welcome?: string
  /** id of the ending, null for the built-in one */
  ending: Expression
}

export interface BrowserPlan extends Plan {
  for: 'browser'
}
export interface ServerPlan extends Plan {
  for: 'server'
}

export interface PlanBlock {
  id: string
  kind: string
  family: 'field' | LayoutRole
  /** place among the pages; of a page-break the page it begins, of a welcome the first; -1 for endings */
  page: number
  /** place of the section that repeats in which it stands */
  section?: number
  /** of sections that repeat */
  repeat?: Repeat
  /** of fields, for their answers; a browser's plan has the public ones */
  settings: { [name: string]: Json }
  relevant: Expression
  disabled: Expression
  required: Expression
  /** the value of its main part; where it has none, whether there is an answer; null when empty or irrelevant */
  value: Expression
  /** the answer is computed, not given */
  computed: boolean
  /** what its text `offered` says it offers: items of this list in the settings, by the ids that they name there */
  offered?: { list: string; by: string }
  /** null where its text `default` says it */
  default?: { value: Json } | { param: string }
  /**
   * resolved texts by name: `label`, `help`, `placeholder`, `default`, `offered`, `error` (what a rule says is wrong, empty
   * while nothing is), or the path of a text in the settings; that of an
   * item is each item's own. A default may be a value of another type, and what decides
   * what is offered is one choice or several.
   */
  texts: { [name: string]: Expression }
}

export interface PlanPage {
  id: string
  /** whether there is something to see on it, were it reached */
  visible: Expression
  /** whether it is reached and visible */
  relevant: Expression
  /** where Next leads: the place of a page; their number is the end, higher ones are endings, in order */
  next: Expression
}
