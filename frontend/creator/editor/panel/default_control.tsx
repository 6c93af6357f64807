import { useId, useState } from 'react'
import type { BoundField } from '../../../../engine/bound/bound_field.ts'
import type { Problem } from '@formwright/kit/problem'
import { FilledControl, LOCALE, wordsOfProblems } from '../../plugins/filled_control.tsx'
import { SettingFrame } from '../../text/setting_frame.tsx'
import type { RowView } from '../draft/row_view.ts'
import { useTyped } from '../undo/typed.ts'
import { useEditor } from '../use_editor.ts'
import classes from './panel.module.css'

/** Fields that take files have no default. */
const uploadsNothing = () => Promise.reject(new Error('No file can be sent here.'))

/** A fixed answer in parts: given in the control of its kind, as respondents do. Half of one may be. */
export function DefaultControl(props: {
  row: RowView
  field: BoundField
  /** as it is stored */
  value: unknown
  error: string | undefined
  onValue: (value: unknown) => void
}) {
  const { row, field, value } = props
  const plugin = useEditor().kinds.fields[row.kind]
  const id = useId()
  const [now] = useState(() => Date.now())
  const [typed, setTyped] = useTyped<{ raw: unknown; problems: readonly Problem[] }>()
  if (!plugin) return null
  const { answer } = field.parse(value, { locale: LOCALE, now, source: 'data' })
  const { raw, problems } = typed ?? {
    raw: answer === undefined ? undefined : field.toRaw(answer),
    problems: [],
  }
  const wrong = problems.length > 0 ? wordsOfProblems(plugin, problems).join(' ') : props.error
  const set = (raw: unknown) => {
    const read = field.parse(raw, { locale: LOCALE, now, source: 'form' })
    setTyped({ raw, problems: read.problems })
    if (read.problems.length === 0) props.onValue(read.answer)
  }
  return (
    <SettingFrame label="Answer" error={wrong}>
      {(describedBy) => (
        <div
          className={`fw-paper ${classes.answer}`}
          data-page
          role="group"
          aria-label="Answer"
          data-own-undo={problems.length > 0 || undefined}
        >
          <FilledControl
            plugin={plugin}
            field={field}
            block={row.id}
            id={id}
            name={id}
            raw={raw}
            now={now}
            problems={problems}
            describedBy={describedBy}
            upload={uploadsNothing}
            set={set}
          />
        </div>
      )}
    </SettingFrame>
  )
}
