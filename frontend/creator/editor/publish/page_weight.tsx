import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PageWeight } from '../../../../api_types/drafts.ts'
import { weightQuery } from '../../../api/draft.ts'
import { blockName } from '../blocks/block_name.ts'
import type { RowView } from '../draft/row_view.ts'
import { focusBlock } from '../page/focus.ts'
import { useEditor } from '../use_editor.ts'
import classes from './publish.module.css'

/** Kinds that add less are not worth a line. */
const LEAST_BYTES = 512

/** What respondents load of the form's page, folded, with the blocks that make it heavy. */
export function Weight(props: { slug: string; revision: number; onGo: () => void }) {
  const { data: weight, error } = useQuery(weightQuery(props.slug, props.revision))
  const heavy = weight?.kinds.filter(({ bytes, later }) => bytes + later >= LEAST_BYTES) ?? []
  return (
    // there before the figure is: the button below it stays where somebody is about to press
    <details className={classes.note}>
      <summary>Page weight{weight && `: ${inKb(weight.bytes)}`}</summary>
      <Text size="xs" c="dimmed">
        {error
          ? error.message
          : 'Scripts and styles that everyone loads, compressed. Pictures and films come on top.'}
      </Text>
      {heavy.length > 0 && (
        <ul className={classes.weights} aria-label="What makes the page heavy">
          {heavy.map((one) => (
            <HeavyKind key={one.kind} weight={one} onGo={props.onGo} />
          ))}
        </ul>
      )}
    </details>
  )
}

/** A kind that weighs, with what it is in this form: a press leads to its first block. */
function HeavyKind(props: { weight: PageWeight['kinds'][number]; onGo: () => void }) {
  const { kind, bytes, later } = props.weight
  const editor = useEditor()
  const rows = editor.store.rows().filter((row) => row.kind === kind)
  const [first] = rows
  if (!first) return null
  return (
    <li>
      <button
        type="button"
        className={classes.link}
        onClick={() => {
          props.onGo()
          editor.selection.only(first.id)
          requestAnimationFrame(() => focusBlock(first.id))
        }}
      >
        {blockName(editor, first)}
      </button>
      {others(rows)}
      <span className={classes.weight}>
        {inKb(bytes)}
        {later > 0 && `, and up to ${inKb(later)} once used`}
      </span>
    </li>
  )
}

function others({ length }: readonly RowView[]): string {
  return length > 1 ? ` and ${length - 1} more` : ''
}

function inKb(bytes: number): string {
  return `${(bytes / 1024).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} KB`
}
