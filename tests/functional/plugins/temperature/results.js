import { jsx } from 'react/jsx-runtime'

/** Each of its parts in a way of its own: degrees with their unit, how they feel as it is. */
export function Cell({ answer, settings, part, value }) {
  return jsx('span', { children: part === '' ? `${answer} °${settings.unit}` : `It feels ${value}` })
}

export function Answer({ answer, settings }) {
  return jsx('p', { className: 'fw-result', children: `${answer} degrees ${settings.unit}` })
}
