import type { ComponentType } from 'react'
import { useReadOnly } from '../../text/read_only.ts'
import { boundLayout } from '../blocks/kinds.ts'
import { textAt } from '../blocks/text_path.ts'
import type { RowView } from '../draft/row_view.ts'
import { useChildren, useEditor } from '../use_editor.ts'
import { Adder, EmptyLine } from './adder.tsx'
import { PageText } from './page_text.tsx'
import classes from './page.module.css'

/** Blocks that follow each other, as the page draws them. */
export interface BlocksProps {
  ids: readonly string[]
  /** the one that the keyboard reaches first */
  first?: string
  /** the page on which they begin */
  page?: number
  /** whether what is around them can be used already; until then nothing of them can */
  live?: boolean
}

/** What a section says above its blocks; of one that repeats the title of its items, too. */
export function SectionTitle(props: { row: RowView }) {
  const { repeats, title, itemTitle } = useSection(props.row)
  return (
    <>
      {title !== undefined && (
        <div className="fw-heading">
          <PageText path={title} value={textAt(props.row.content, title)} as="h2" />
        </div>
      )}
      {repeats && itemTitle !== undefined && (
        <p className={classes.itemTitle}>
          <PageText path={itemTitle} value={textAt(props.row.content, itemTitle)} />
        </p>
      )}
    </>
  )
}

/** The blocks of a section, once; where it repeats they are those of each item. */
export function SectionBody(props: {
  row: RowView
  page: number
  live: boolean
  Blocks: ComponentType<BlocksProps>
}) {
  const { row, live, Blocks } = props
  const { id } = row
  const readOnly = useReadOnly()
  const inside = useChildren(id)
  return (
    <div className={classes.inside} data-inside>
      <div className="blocks">
        {!readOnly && <Adder parent={id} after={null} />}
        <Blocks ids={inside} page={props.page} live={live} />
      </div>
      {inside.length === 0 && live && !readOnly && <EmptyLine section={id} />}
      {live && <SectionEnd row={row} />}
    </div>
  )
}

/** What stands behind the blocks of a section that repeats: the button that adds an item. */
function SectionEnd(props: { row: RowView }) {
  const { repeats, add } = useSection(props.row)
  if (!repeats || add === undefined) return null
  return (
    <p className={classes.addItem}>
      <PageText path={add} value={textAt(props.row.content, add)} />
    </p>
  )
}

function useSection({ kind, content }: RowView) {
  const layout = boundLayout(useEditor().kinds, kind, content)
  return {
    repeats: layout?.repeat !== undefined,
    title: layout?.textPath('title'),
    itemTitle: layout?.textPath('item-title'),
    add: layout?.textPath('add'),
  }
}
