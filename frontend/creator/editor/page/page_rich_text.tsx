import { memo, useContext } from 'react'
import type { RichComponent } from '@formwright/kit/control'
import { changeText } from '../blocks/change_block.ts'
import { richPlaceOf } from '../blocks/kinds.ts'
import { InPlaceRichText } from '../../text/in_place_rich_text.tsx'
import { useEditor } from '../use_editor.ts'
import { BlockContext } from './block_context.ts'
import { placeholderOf, textKey, textName } from './page_text.tsx'

/** A rich text of the page that is changed where it stands. */
export const PageRichText: RichComponent = memo(function PageRichText({ path, text }) {
  const editor = useEditor()
  const { id, current } = useContext(BlockContext)
  const kind = editor.store.row(id)?.kind ?? ''
  const place = richPlaceOf(editor.kinds, kind, path)
  if (!place) return null
  return (
    <InPlaceRichText
      block={id}
      text={text}
      place={place}
      path={path}
      name={textName(editor, id, path)}
      placeholder={placeholderOf(editor.kinds, kind, path)}
      reachable={current}
      onText={(next) => changeText(editor, id, path, next)}
      onKey={(event, element) => textKey(event, element, { editor, id, path, multiline: true })}
    />
  )
})
