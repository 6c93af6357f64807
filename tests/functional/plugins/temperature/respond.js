import { jsx } from 'react/jsx-runtime'

/** A plain input whose unit is its description. */
export default function Temperature({ block, name, id, raw, problems, describedBy, disabled, set, t }) {
  return jsx('input', {
    className: 'fw-input',
    type: 'text',
    inputMode: 'decimal',
    id,
    name,
    value: raw ?? '',
    placeholder: t('unit', { unit: block.settings.unit }),
    'aria-invalid': problems.length > 0 || undefined,
    'aria-describedby': describedBy,
    disabled,
    onChange: (event) => set(event.currentTarget.value),
  })
}
