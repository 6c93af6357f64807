import { createContext } from 'react'
import type { FormerLabel } from './conditions.ts'

/** What removed questions were called, for what still asks them: conditions and formulas below say it. */
export const FormerLabels = createContext<FormerLabel>(() => undefined)
