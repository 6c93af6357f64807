import { useMemo } from 'react'
import type { KeyedComparable } from '../logic/conditions.ts'
import { useDraft, useEditor, useOrder } from './use_editor.ts'
import { comparablesFor } from './blocks/references.ts'

/**
 * What a block's conditions and formulas may speak of: the fields and their parts, with operators and options. `path` where
 * they stand.
 */
export function useComparables(self?: string, path?: string): KeyedComparable[] {
  const editor = useEditor()
  const { store } = editor
  const names = useDraft('keys', store.namesVersion)
  const order = useOrder()
  const settings = useDraft('settings', store.settingsVersion)
  return useMemo(() => {
    void [names, order, settings]
    return comparablesFor(editor, self, path)
  }, [editor, self, path, names, order, settings])
}
