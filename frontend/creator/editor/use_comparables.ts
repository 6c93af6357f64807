import { useMemo } from 'react'
import type { KeyedComparable } from '../logic/conditions.ts'
import { useDraft, useEditor, useReferences } from './use_editor.ts'
import { ask } from './blocks/ask.ts'
import { isObject } from './blocks/json.ts'
import { fullSettings } from './blocks/kinds.ts'

/** The fields that a block's conditions may compare, with the operators and options of their kinds. */
export function useComparables(self?: string): KeyedComparable[] {
  const { store, kinds } = useEditor()
  const references = useReferences(self)
  const version = useDraft('settings', store.settingsVersion)
  return useMemo(() => {
    void version
    return references.flatMap(({ id, key, label, kind }): KeyedComparable[] => {
      const definition = kinds.fields[kind]?.definition
      const stored = store.row(id)?.content.settings
      if (!definition) return []
      const settings = fullSettings(kinds, kind, isObject(stored) ? stored : {})
      const options = definition.options && ask(definition.options, settings)
      return [
        {
          id,
          key,
          label,
          type: ask(definition.logic.type, settings),
          operators: ask(definition.logic.operators, settings),
          ...(options && { options }),
        },
      ]
    })
  }, [references, version, store, kinds])
}
