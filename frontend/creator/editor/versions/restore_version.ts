import type { VersionRows } from '../../../../api_types/versions.ts'
import { toast } from '../../../design/toasts.tsx'
import type { Op } from '../draft/row.ts'
import { same } from '../draft/same.ts'
import type { EditorModel } from '../model.ts'
import { undo } from '../undo/undo.ts'

/** Takes away what was said of the restoring before. */
const lastMessage = new WeakMap<EditorModel, () => void>()

/**
 * Makes the draft what a version was, in one step that can be undone, and says so. `published`: it is the version that is
 * published, so that nothing is left to publish.
 */
export function restoreVersion(editor: EditorModel, { number, rows }: VersionRows, published: boolean): void {
  const { store, selection } = editor
  const wanted = new Set(rows.map(({ block_id }) => block_id))
  const ops: Op[] = store
    .order()
    .filter((id) => !wanted.has(id))
    .map((id) => ({ op: 'remove', id }))
  for (const { block_id: id, kind, parent, position, content } of rows) {
    const row = store.row(id)
    const there =
      row?.kind === kind && row.parent === parent && row.position === position && same(row.content, content)
    if (!there) ops.push({ op: 'put', id, kind, parent, position, content })
  }
  selection.clear()
  store.apply(ops)
  const step = store.newestStep()
  const next = published ? ', which is published.' : '. Publish it to show it to respondents.'
  lastMessage.get(editor)?.()
  const message = toast.success(`The draft is now like version ${number}${next}`, {
    label: 'Undo',
    click: () => {
      if (store.newestStep() === step) undo(editor, 'button')
      else toast.warning('This was not undone: the form was changed since. Undo those changes first.')
    },
  })
  lastMessage.set(editor, message)
}
