import { conditions } from './conditions.ts'
import type { Operation } from './expression.ts'
import { functions } from './functions.ts'

/** Every operation of conditions and formulas. */
export const formulas: Readonly<Record<string, Operation>> = { ...conditions, ...functions }
