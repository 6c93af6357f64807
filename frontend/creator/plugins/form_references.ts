import { useMemo } from 'react'
import type { KeyedComparable } from '../logic/conditions.ts'
import type { References } from '../text/references.ts'
import { useDraftFields } from './draft_fields.ts'

/** What texts beside the editor may refer to: the answers of a form as its draft has it, and those in its sections. */
export function useFormReferences(slug: string): References {
  const fields = useDraftFields(slug)
  return useMemo(() => referencesTo(fields), [fields])
}

function referencesTo(fields: readonly KeyedComparable[]): References {
  const byAddress = new Map(fields.map((field) => [field.id, field]))
  const byKey = new Map(fields.map((field) => [field.key, field]))
  return {
    names: {
      nameOf: (address) => byAddress.get(address),
      idOf(key, part) {
        const found = byKey.get(part === '' ? key : `${key}.${part}`)
        return found?.id.split('.')[0]
      },
      addressIn(section, key) {
        const owner = fields.find(({ id }) => id === section)
        const found = owner && byKey.get(`${owner.key}.${key}`)
        return found?.id.slice(section.length + 1)
      },
    },
    // a changed draft makes another set of references
    subscribe: () => () => undefined,
    choices: () => fields,
  }
}
