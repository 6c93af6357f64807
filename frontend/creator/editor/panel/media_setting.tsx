import { TextInput } from '@mantine/core'
import type { BlockMedia } from '../../../../engine/document/document.ts'
import { asideOf } from '../blocks/block_of.ts'
import { patchBlock } from '../blocks/change_block.ts'
import type { RowView } from '../draft/row_view.ts'
import { MediaInput } from '../media/media_input.tsx'
import { useEditor } from '../use_editor.ts'
import { Segments } from './segments.tsx'

const TYPES = ['image/', 'video/']
const PLACES = [
  { value: 'end', label: 'Right' },
  { value: 'start', label: 'Left' },
  { value: 'above', label: 'Above' },
]

/** The picture or film of a question, what it says to those who cannot see it, and where it stands. */
export function MediaSetting(props: { row: RowView }) {
  const { id } = props.row
  const editor = useEditor()
  const { media } = asideOf(props.row)
  // as it stands by then: an upload ends when it ends
  const change = (next: Partial<BlockMedia>, tag?: string) => {
    const row = editor.store.row(id)
    const before = row && asideOf(row).media
    const file = next.file ?? before?.file
    if (file) patchBlock(editor, id, { media: { ...before, ...next, file } }, tag)
  }
  return (
    <>
      <MediaInput
        label="Picture or video"
        data-setting="media"
        place={`${id} media`}
        use="file"
        types={TYPES}
        value={media?.file}
        onChange={(file) => (file ? change({ file }) : patchBlock(editor, id, { media: undefined }))}
      />
      {media && (
        <>
          <TextInput
            label="Alternative text"
            description="Read to people who cannot see it. Empty: it is decoration."
            maxLength={1000}
            value={media.alt ?? ''}
            onChange={(event) => change({ alt: event.currentTarget.value }, `media:${id}:alt`)}
          />
          <Segments
            label="Place"
            data={PLACES}
            value={media.place ?? 'end'}
            onChange={(next) => change({ place: next === 'start' || next === 'above' ? next : undefined })}
          />
        </>
      )}
    </>
  )
}
