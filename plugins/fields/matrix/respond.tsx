import { useRef } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { useLive } from '@formwright/kit/input'
import { chosenIn, CLEAR } from './choices.ts'
import type { Settings } from './field.ts'
import InputRow from './input_row.tsx'
import './respond.css'
import type { Answer, Raw } from './rows.ts'

type Props = ControlProps<Settings, Answer, Raw>

/** With more columns than these the rows are cards on every screen: inputs need more room than ticks. */
const FITTING = { choice: 7, other: 4 }

/**
 * Every row is a group of its own with the labels of the columns in it: read by a screen reader, and on small screens
 * by everybody, as a card. Where there is room the labels stand once above.
 */
export default function Matrix(props: Props) {
  const { block, Text } = props
  const { rows, columns, cells } = block.settings
  const filledIn = cells !== 'choice'
  const Line = filledIn ? InputRow : Row
  const live = useLive()
  return (
    <div
      className={
        columns.length > FITTING[filledIn ? 'other' : 'choice'] ? 'fw-matrix' : 'fw-matrix fw-matrix-wide'
      }
    >
      <div className="fw-matrix-table">
        <div className="fw-matrix-row fw-matrix-head">
          <span className="fw-matrix-label" />
          {columns.map(({ id, label }) => (
            <Text key={id} path={`columns.${id}.label`} value={label} as="div" />
          ))}
        </div>
        {rows.map((row) => (
          <Line key={row.id} row={row} live={live} {...props} />
        ))}
      </div>
    </div>
  )
}

type RowProps = Props & { row: Settings['rows'][number]; live: boolean }

function Row(props: RowProps) {
  const { row, live, block, name, id, raw, problems, describedBy, disabled, set, t } = props
  const { columns, multiple, everyRow } = block.settings
  const group = useRef<HTMLDivElement>(null)
  const chosen = chosenIn(raw ?? {}, row.id)
  const put = (ids: readonly string[]) => set({ ...raw, [row.id]: ids })
  const choose = (column: string, ticked: boolean) => {
    if (!multiple) return put([column])
    put(columns.map((one) => one.id).filter((one) => (one === column ? ticked : chosen.includes(one))))
  }
  const clear = () => {
    // The button goes with the choice.
    group.current?.querySelector('input')?.focus()
    put([])
  }
  const wrong = problems.some(({ part }) => part === row.id)
  const clearable = !multiple && !everyRow && !disabled
  return (
    <div
      ref={group}
      id={`${id}-${row.id}`}
      className={wrong ? 'fw-card fw-matrix-row fw-matrix-wrong' : 'fw-card fw-matrix-row'}
      role={multiple ? 'group' : 'radiogroup'}
      aria-labelledby={`${id}-label-${row.id}`}
      aria-describedby={describedBy}
    >
      <RowLabel {...props} clear={clearable && live && chosen.length > 0 ? clear : undefined} />
      {columns.map((column) => (
        <label className="fw-matrix-cell" key={column.id}>
          <input
            className="fw-tick"
            type={multiple ? 'checkbox' : 'radio'}
            id={`${id}-${row.id}-${column.id}`}
            name={`${name}.${row.id}`}
            value={column.id}
            checked={chosen.includes(column.id)}
            aria-invalid={(multiple && wrong) || undefined}
            disabled={disabled}
            onChange={(event) => choose(column.id, event.currentTarget.checked)}
          />
          <span className="fw-matrix-name">{column.label}</span>
        </label>
      ))}
      {clearable && !live && (
        <label className="fw-matrix-cell fw-scriptless">
          <input
            className="fw-tick"
            type="radio"
            id={`${id}-${row.id}-clear`}
            name={`${name}.${row.id}`}
            value={CLEAR}
          />
          <span>{t('clear.plain')}</span>
        </label>
      )}
    </div>
  )
}

/** What a row asks; with it what takes its answer back, where there is one to take. */
function RowLabel({ row, id, t, Text, clear }: RowProps & { clear?: () => void }) {
  return (
    <div className="fw-matrix-label" id={`${id}-label-${row.id}`}>
      <Text path={`rows.${row.id}.label`} value={row.label} as="span" />
      {clear && (
        <button
          type="button"
          className="fw-clear"
          aria-label={t('clear.row', { row: row.label })}
          onClick={clear}
        >
          {t('clear')}
        </button>
      )}
    </div>
  )
}
