import { createContext } from 'react'

/** The block that the texts inside belong to, and whether it is the one being worked on. */
export const BlockContext = createContext({ id: '', current: false })
