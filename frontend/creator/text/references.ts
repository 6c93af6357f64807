import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import { addressesIn } from '../../../engine/logic/references.ts'
import type { ChipName, Names } from './names.ts'

/** A field, or a part of one, whose answer can stand in a text. */
export interface ReferenceChoice extends ChipName {
  /** its address */
  id: string
}

/** What the texts of a place may refer to: of the draft in the editor, of the form beside it. */
export interface References {
  names: Names
  /** Tells when what these addresses are called may have changed. */
  subscribe(addresses: readonly string[], listener: () => void): () => void
  /** In order; for a text of a block that stands at `path` of its settings. */
  choices(block: string, path?: string): readonly ReferenceChoice[]
}

const ReferencesContext = createContext<References | null>(null)
export const ReferencesProvider = ReferencesContext.Provider

/** What texts may refer to where this component stands. */
export function useReferences(): References {
  const references = useContext(ReferencesContext)
  if (!references) throw new Error('This belongs where references are provided.')
  return references
}

/** What the references of a text are called; `named` changes when one of them is called otherwise. */
export function useNames(text: string): { names: Names; named: string } {
  const references = useReferences()
  const { names } = references
  const addresses = useMemo(() => addressesIn(text), [text])
  const subscribe = useCallback(
    (listener: () => void) => references.subscribe(addresses, listener),
    [references, addresses],
  )
  const named = useSyncExternalStore(subscribe, () =>
    addresses
      .map((id) => {
        const name = names.nameOf(id)
        return name ? `${name.key} ${name.label}` : ''
      })
      .join('\n'),
  )
  return { names, named }
}
