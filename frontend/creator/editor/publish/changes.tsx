import type { Changes as AllChanges, ChangedSettings, NamedBlock } from '../../../../api_types/drafts.ts'
import { blockName } from '../blocks/block_name.ts'
import { spoken } from '../blocks/references.ts'
import { groupName } from '../blocks/settings_groups.ts'
import { useEditor } from '../use_editor.ts'
import classes from './publish.module.css'

/** Whether two states of a form are the same. */
export function isEmpty({ added, changed, removed, settings }: AllChanges): boolean {
  return added.length + changed.length + removed.length + settings.length === 0
}

interface Line {
  name: string
  /** what of it differs */
  parts?: readonly string[]
}

/** Parts in one line; those of every block have names for the middle of a sentence. */
function listed(parts: readonly string[]): string {
  const words = parts.join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The name of a group says what is in it, but for the one that is named after all of its parts. */
function settingsLine({ group, parts }: ChangedSettings): Line {
  if (group === 'general') return { name: listed(parts) }
  return { name: groupName(group) ?? 'Order of the blocks', parts }
}

/** How two states of a form differ, block by block. */
export function Changes({ changes }: { changes: AllChanges }) {
  const editor = useEditor()
  const name = ({ block_id, label }: NamedBlock) => {
    const row = editor.store.row(block_id)
    return row ? blockName(editor, row) : spoken(editor, label)
  }
  const lines: readonly (readonly [string, readonly Line[]])[] = [
    ['Added', changes.added.map((block) => ({ name: name(block) }))],
    ['Changed', changes.changed.map((block) => ({ name: name(block), parts: block.parts }))],
    ['Removed', changes.removed.map((block) => ({ name: name(block) }))],
    ['Settings', changes.settings.map(settingsLine)],
  ]
  if (isEmpty(changes)) return null
  return (
    <dl className={classes.changes}>
      {lines
        .filter(([, of]) => of.length > 0)
        .map(([title, of]) => (
          <div key={title}>
            <dt>
              {title} ({of.length})
            </dt>
            {of.map((line, index) => (
              <dd key={index}>
                <bdi>{line.name}</bdi>
                {line.parts && line.parts.length > 0 && (
                  <span className={classes.parts}>{listed(line.parts)}</span>
                )}
              </dd>
            ))}
          </div>
        ))}
    </dl>
  )
}
