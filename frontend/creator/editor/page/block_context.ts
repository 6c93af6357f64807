import { createContext } from 'react'

/** The block that the texts inside belong to. */
export const BlockContext = createContext('')
