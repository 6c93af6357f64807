import { Select, Stack, Switch } from '@mantine/core'
import { patchBlock } from '../blocks/change_block.ts'
import { familyOf } from '../blocks/kinds.ts'
import type { RowView } from '../draft/row_view.ts'
import { useEditor } from '../use_editor.ts'
import { isEmptyRichText } from '@formwright/kit/rich/tree'
import { richTextAt } from '../blocks/text_path.ts'
import { Segments } from './segments.tsx'

const WIDTHS = ['full', '3/4', '2/3', '1/2', '1/3', '1/4'].map((value) => ({
  value,
  label: value === 'full' ? 'Full' : value,
}))

/** How a block stands on the page. */
export function DesignTab(props: { row: RowView }) {
  const { row } = props
  const editor = useEditor()
  const family = familyOf(editor.kinds, row.kind)
  const isField = family === 'field'
  const { width, hideLabel, helpBelow } = row.content
  return (
    <Stack gap="sm">
      {family !== 'section' && (
        <Select
          label="Width"
          description="Blocks share a row if they fit. On small screens, each has its own."
          data={WIDTHS}
          allowDeselect={false}
          value={typeof width === 'string' ? width : 'full'}
          onChange={(next) =>
            patchBlock(editor, row.id, { width: next === 'full' || next === null ? undefined : next })
          }
        />
      )}
      {isField && (
        <Switch
          label="Hide label"
          description="Screen readers still read it."
          checked={hideLabel === true}
          onChange={(event) =>
            patchBlock(editor, row.id, { hideLabel: event.currentTarget.checked || undefined })
          }
        />
      )}
      {isField && !isEmptyRichText(richTextAt(row.content, 'help')) && (
        <Segments
          label="Help"
          data={[
            { value: 'above', label: 'Above' },
            { value: 'below', label: 'Below' },
          ]}
          value={helpBelow === true ? 'below' : 'above'}
          onChange={(next) => patchBlock(editor, row.id, { helpBelow: next === 'below' || undefined })}
        />
      )}
      <Segments
        label="Starts as"
        data={[
          { value: 'shown', label: 'Shown' },
          { value: 'hidden', label: 'Hidden' },
          ...(isField ? [{ value: 'disabled', label: 'Disabled' }] : []),
        ]}
        value={typeof row.content.state === 'string' ? row.content.state : 'shown'}
        onChange={(next) => patchBlock(editor, row.id, { state: next === 'shown' ? undefined : next })}
      />
    </Stack>
  )
}
