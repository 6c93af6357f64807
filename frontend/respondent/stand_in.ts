import type { createElement, ReactNode } from 'react'
import type { PageData } from './view.ts'
import type { Guarded } from './visit.ts'

/** What creators are told in a preview of that which a plugin threw; respondents are told nothing of it. */
export function faultOf({ faultWords }: PageData, kind: string, error: unknown): string {
  const words = faultWords?.[kind]
  return words ? words + error : ''
}

/**
 * What stands in for a block that cannot be drawn: a plain input for a question, nothing for a text, and for creators what
 * its plugin threw. Imports nothing, so that pages on which nothing fails do not carry it: what draws is handed in.
 */
export function standIn(
  draw: typeof createElement,
  { visit, block, path, field, id, describedBy }: Guarded,
  thrown?: readonly [unknown],
): ReactNode {
  const help = (text?: string) => text && draw('p', { className: 'help', key: text }, text)
  const fault = help(thrown ? faultOf(visit.data, block.kind, thrown[0]) : visit.broken[block.id])
  if (!field) return fault
  const input = draw('input', {
    key: path,
    className: 'fw-input',
    type: 'text',
    id,
    name: `f.${path}`,
    'aria-label': visit.response.text(path, 'label'),
    'aria-describedby': describedBy,
    value: typeof field.raw === 'string' ? field.raw : '',
    disabled: field.disabled,
    onChange: (event: { currentTarget: HTMLInputElement }) => visit.set(path, event.currentTarget.value),
  })
  return [help(visit.t('kind.broken')), fault, input]
}
