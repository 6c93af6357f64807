import { createContext, useContext } from 'react'

const ReadOnlyContext = createContext(false)
export const ReadOnlyProvider = ReadOnlyContext.Provider

/** Whether this person may look at the form and not change it. */
export function useReadOnly(): boolean {
  return useContext(ReadOnlyContext)
}
