import { decimal, localized } from '@formwright/kit/decimal'
import type { ControlProps } from '@formwright/kit/control'
import { cellId } from './cell.ts'
import type { Settings } from './field.ts'
import { cellIn } from './inputs.ts'
import type { Answer, Raw } from './rows.ts'

type Props = ControlProps<Settings, Answer, Raw> & { row: Settings['rows'][number] }

/** A row whose cells are filled in: a group with an input for each column. */
export default function InputRow({ row, ...props }: Props) {
  const { block, name, id, raw = {}, problems, describedBy, disabled, locale, set, t, Text } = props
  const { columns, cells, options } = block.settings
  return (
    <div
      id={`${id}-${row.id}`}
      className="fw-card fw-matrix-row"
      role="group"
      aria-labelledby={`${id}-label-${row.id}`}
      aria-describedby={describedBy}
    >
      <div className="fw-matrix-label" id={`${id}-label-${row.id}`}>
        <Text path={`rows.${row.id}.label`} value={row.label} as="span" />
      </div>
      {columns.map((column) => {
        const cell = cellId(row.id, column.id)
        const held = cellIn(raw, row.id, column.id) ?? ''
        const input = {
          id: `${id}-${cell}`,
          name: `${name}.${cell}`,
          disabled,
          // of a matrix that is missing every cell
          'aria-invalid': problems.some(({ part }) => (part ?? cell) === cell) || undefined,
          value: typeof held === 'number' ? localized(decimal(held), locale, false) : held,
          onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
            set({ ...raw, [row.id]: { ...Object(raw[row.id]), [column.id]: currentTarget.value } }),
        }
        return (
          <label className="fw-matrix-cell fw-matrix-input" key={column.id}>
            <span className="fw-matrix-name">{column.label}</span>
            {cells === 'dropdown' ? (
              <select className="fw-input fw-select" {...input}>
                <option value="">{t('choose')}</option>
                {options.map((option) => (
                  <option key={option.id} value={option.id}>
                    {option.label}
                  </option>
                ))}
              </select>
            ) : (
              <input
                className="fw-input"
                type="text"
                inputMode={cells === 'number' ? 'decimal' : undefined}
                autoComplete="off"
                {...input}
              />
            )}
          </label>
        )
      })}
    </div>
  )
}
