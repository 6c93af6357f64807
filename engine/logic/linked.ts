import type { Option } from '@formwright/kit/field'
import type { Operator, ValueType } from '@formwright/kit/value'
import type { Expression } from './interpreter/expression.ts'
import type { Type } from './signatures.ts'

/** What an answer is that has parts only: logic may ask whether there is one, and write it as a person reads it. */
export const WHOLE = 'whole'

/** A part of a field that logic may read, or a field that has parts only, as the compiler knows it. */
export interface Referent {
  /** for messages, in quotes */
  name: string
  type: ValueType | typeof WHOLE
  operators: readonly Operator[]
  /** of choices; absent when any value may occur */
  options?: readonly Option[]
  /** the address its nodes go by, where it was found by another */
  address?: string
  /** a section that repeats, or something in all of its items: then its own value is a list, and the type that of an item */
  items?: Items
}

/** What stands in all items of a section. */
export interface Items {
  /** the section itself, whose value is the number of its items */
  counted: boolean
  /** its value in one item */
  own: Expression
  /** what may be referred to in an item: there fields of the section are values */
  inside: References
  /** the list of what an expression is in each item */
  list(own: Expression): Expression
}

/** What formulas, conditions and texts may refer to. */
export interface References {
  /** `address`: a block, or a part of one */
  find(address: string): Referent | undefined
  /** Why a block that exists cannot be read, or that it or its part does not exist: a sentence. */
  missing(address: string): string
}

/** How a value of this type is compared and computed with: a day and a date-time alike. */
export function comparedAs(type: Referent['type']): Type {
  return type === 'datetime' ? 'date' : type
}

/** Reads a node of the graph by its name; linked to its place in the plan later. */
export function nodeCalled(name: string): Expression {
  return ['ref', name]
}

/** The name of the node that is this for a block: its `value`, its `reading`, whether it is `relevant`; or for its part. */
export function nameOfNode(role: string, address: string): string {
  return `${role}:${address}`
}

/** Reads the value of a block or a part. */
export function valueOf(address: string): Expression {
  return nodeCalled(nameOfNode('value', address))
}

/** Reads what a person sees of the answer of a block, or of a part of it. */
export function readingOf(address: string): Expression {
  return nodeCalled(nameOfNode('reading', address))
}

/** Reads the answer of a block as another question of its kind takes it. */
export function answerOf(address: string): Expression {
  return nodeCalled(nameOfNode('answer', address))
}

/** Reads the choices in the answer of a block as a person sees each of them. */
export function choicesOf(address: string): Expression {
  return nodeCalled(nameOfNode('choices', address))
}

/** Whether that is read of an answer which no person reads: what it is as data. */
export function isData(expression: Expression | undefined): boolean {
  return Array.isArray(expression) && /^(?:answer|choices):/.test(String(expression[1]))
}
