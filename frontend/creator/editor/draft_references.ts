import type { References } from '../text/references.ts'
import { comparablesFor, namesOf } from './blocks/references.ts'
import type { Topic } from './draft/topics.ts'
import type { EditorModel } from './model.ts'

/** What the texts of a draft may refer to. */
export function draftReferences(editor: EditorModel): References {
  const { store, kinds } = editor
  return {
    names: namesOf(editor),
    subscribe(addresses, listener) {
      // what a part or a section is called is a setting of its block
      const topics = addresses.flatMap((address): Topic[] => {
        const blocks = address.split('.')
        const [first = ''] = blocks
        const settings = blocks.length > 1 || kinds.layouts[store.row(first)?.kind ?? ''] !== undefined
        return blocks.flatMap((id) => [`name:${id}` as const, ...(settings ? [`row:${id}` as const] : [])])
      })
      const leave = topics.map((topic) => store.subscribe(topic, listener))
      return () => leave.forEach((end) => end())
    },
    choices: (block, path) => comparablesFor(editor, block, path),
  }
}
