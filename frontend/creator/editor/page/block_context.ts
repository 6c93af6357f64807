import { createContext } from 'react'

/** The block that the texts inside belong to, and whether it is the one being worked on. */
export const BlockContext = createContext({ id: '', current: false })

/**
 * Texts of a field in which answers stand, as they are written, by path. Its control is drawn with settings in which they
 * say what those answers are called: what is edited is what is written.
 */
export const WrittenTexts = createContext<ReadonlyMap<string, string>>(new Map())
