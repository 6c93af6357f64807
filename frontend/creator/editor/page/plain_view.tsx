import { boundLayout } from '../blocks/kinds.ts'
import { spoken } from '../blocks/references.ts'
import { textAt } from '../blocks/text_path.ts'
import type { RowView } from '../draft/row_view.ts'
import { useEditor } from '../use_editor.ts'

/** A block until it is made live: its texts, so that it can be read and found, and the room of its control. */
export function PlainView(props: { row: RowView }) {
  const editor = useEditor()
  const { kinds } = editor
  const { content } = props.row
  const paths = boundLayout(kinds, props.row.kind, content)?.texts.map(({ path }) => path) ?? []
  const [heading = '', ...more] = ['label', ...paths, 'help'].flatMap(
    (path) => spoken(editor, textAt(content, path)) || [],
  )
  return (
    <>
      <div className="label" data-awaited>
        {heading}
      </div>
      {more.map((text, index) => (
        <p key={index} className="help">
          {text}
        </p>
      ))}
      {typeof content.key === 'string' && <div className="fw-input" />}
    </>
  )
}
