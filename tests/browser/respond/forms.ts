import type { Settings } from '#tests/functional/respond/answering'
import { publishedForm } from '#tests/functional/respond/answering'

export const pageBreak = (id: string, settings: Record<string, unknown> = {}) => ({
  id,
  kind: 'page-break',
  v: 1,
  settings,
})

/** A block of any kind. */
export function block(kind: string, id: string, label: string, more: Record<string, unknown> = {}) {
  return { id, kind, v: 1, key: id, label, settings: {}, ...more }
}

export const OPTIONS = [
  { id: 'red', label: 'Red' },
  { id: 'blue', label: 'Blue' },
  { id: 'other-colour', label: 'Another colour' },
]

/**
 * The form of the journeys: text; a file and a required choice that reveals a question on its page; a page skipped by
 * a condition; a calculation shown.
 */
export function journey(settings: Settings = {}) {
  return publishedForm(
    [
      block('text', 'name01', 'Your name', { required: true }),
      pageBreak('second', { title: 'About colours' }),
      block('file', 'photo1', 'A photo'),
      block('select', 'colour', 'Your colour', {
        required: true,
        settings: { options: OPTIONS, appearance: 'list' },
      }),
      block('text', 'why001', 'Why another?', {
        required: true,
        state: 'hidden',
        rules: [
          { when: { left: { field: 'colour' }, op: 'is', right: { value: 'other-colour' } }, do: 'show' },
        ],
      }),
      {
        ...pageBreak('third1'),
        rules: [{ when: { left: { field: 'colour' }, op: 'is', right: { value: 'red' } }, do: 'hide' }],
      },
      block('text', 'notred', 'Only for those who are not red'),
      pageBreak('fourth'),
      block('number', 'amount', 'How many'),
      block('calculation', 'total1', 'Twice as many', { settings: { formula: '{#amount} * 2' } }),
    ],
    settings,
  )
}
