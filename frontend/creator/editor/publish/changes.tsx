import { VisuallyHidden } from '@mantine/core'
import type {
  Changes as AllChanges,
  ChangedPart,
  ChangedSettings,
  NamedBlock,
} from '../../../../api_types/drafts.ts'
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
  parts?: readonly ChangedPart[]
}

/** Names of parts in one line; those of every block are for the middle of a sentence. */
function listed(names: readonly string[]): string {
  const words = names.join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Title, description and language are of the form itself: which of them differs stands below. */
function settingsLine({ group, parts }: ChangedSettings): Line {
  const name = group === 'general' ? 'Form' : groupName(group)
  return { name: name ?? 'Order of the blocks', parts }
}

/** What differs: what has words with these, the rest by name in one line. */
function Parts({ parts }: { parts: readonly ChangedPart[] }) {
  const editor = useEditor()
  const unsaid = parts.filter(({ before }) => before === undefined)
  return (
    <>
      {parts.map(
        ({ name, before, after }, index) =>
          before !== undefined && (
            <span key={index} className={classes.parts}>
              {`${listed([name])}: `}
              <Words text={spoken(editor, before)} />
              <span aria-hidden> → </span>
              <VisuallyHidden component="span"> became </VisuallyHidden>
              <Words text={spoken(editor, after ?? '')} />
            </span>
          ),
      )}
      {unsaid.length > 0 && <span className={classes.parts}>{listed(unsaid.map(({ name }) => name))}</span>}
    </>
  )
}

function Words({ text }: { text: string }) {
  return text.trim() === '' ? <i>nothing</i> : <bdi className={classes.words}>{text}</bdi>
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
                {line.parts && <Parts parts={line.parts} />}
              </dd>
            ))}
          </div>
        ))}
    </dl>
  )
}
