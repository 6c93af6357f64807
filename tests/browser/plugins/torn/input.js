import { jsx } from 'react/jsx-runtime'

/** A plain input. */
export function Input({ id, name, raw, set }) {
  const onChange = (event) => set(event.currentTarget.value)
  return jsx('input', { className: 'fw-input', id, name, value: raw ?? '', onChange })
}
