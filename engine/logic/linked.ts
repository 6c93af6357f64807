import type { Option } from '../../plugins/kit/field.ts'
import type { Operator, ValueType } from '../../plugins/kit/value.ts'
import type { Expression } from './interpreter/expression.ts'

/** A block that logic may read, as the compiler knows it. */
export interface Referent {
  id: string
  /** for messages, in quotes */
  name: string
  type: ValueType
  operators: readonly Operator[]
  /** of choices; absent when any value may occur */
  options?: readonly Option[]
}

/** What formulas, conditions and texts may refer to. */
export interface References {
  find(id: string): Referent | undefined
  /** Why a block that exists cannot be read, or that it does not exist: a sentence. */
  missing(id: string): string
}

/** Reads a node of the graph by its name; linked to its place in the plan later. */
export function nodeCalled(name: string): Expression {
  return ['ref', name]
}

/** The name of the node that is this for a block: its `value`, its `reading`, whether it is `relevant`. */
export function nameOfNode(role: string, id: string): string {
  return `${role}:${id}`
}

/** Reads the value of a block. */
export function valueOf(id: string): Expression {
  return nodeCalled(nameOfNode('value', id))
}

/** Reads what a person sees of the answer of a block. */
export function readingOf(id: string): Expression {
  return nodeCalled(nameOfNode('reading', id))
}
