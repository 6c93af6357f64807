import type { SubmissionColumn, SubmissionRow, VersionSettings } from '../../../api_types/submissions.ts'
import type { FieldResults } from '@formwright/kit/found'
import { filePath } from '../../api/submissions.ts'
import { fields } from '../plugins/fields.ts'
import { PluginBoundary } from '../plugins/plugin_boundary.tsx'
import { translateFrom } from '../plugins/translate.ts'
import { cellText, itemsText } from './cell_text.ts'

/** What every cell of a table draws with. The same object until something of it changed. */
export interface CellDrawing {
  slug: string
  results: ReadonlyMap<string, FieldResults>
  settings: VersionSettings
}

/** Instead of what nobody is to read over somebody's shoulder, until its kind draws it. */
const HIDDEN = '••••••••'

/** The part of a plugin that draws cells: the faults of all are told above the table. */
export const CELL = 'Cell'

/**
 * One cell, as its kind draws it. While the kind's code is on its way, and for a kind that is not installed any more,
 * it stands there as text: nothing moves when the code comes.
 */
export function AnswerCell(props: {
  row: SubmissionRow
  column: SubmissionColumn
  index: number
  drawing: CellDrawing
}) {
  const { row, column, drawing } = props
  const value = row.cells[props.index] ?? null
  if (value === null) return null
  if (column.counts === 'items' && typeof value === 'number') return itemsText(value)
  const results = drawing.results.get(column.kind)
  const plugin = fields[column.kind]
  const settings = drawing.settings[row.version]?.[column.block]
  const text = settings && plugin?.definition.secret?.(settings) ? HIDDEN : cellText(value, column.type)
  if (!results || !plugin || !settings) return text
  return (
    <PluginBoundary
      drawn={{ family: 'fields', part: CELL, definition: plugin.definition }}
      of={value}
      instead={() => text}
    >
      <results.Cell
        answer={row.answers[column.block] ?? value}
        settings={settings}
        part={column.part}
        value={value}
        fileUrl={(id) => filePath(drawing.slug, row.id, id)}
        t={translateFrom(plugin.texts)}
      />
    </PluginBoundary>
  )
}
