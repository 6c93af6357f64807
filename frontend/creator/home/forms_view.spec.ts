import { test } from '@japa/runner'
import type { Form } from '../../../api_types/forms.ts'
import { formsToShow } from './forms_view.ts'

function form(title: string, more: Partial<Form> = {}): Form {
  return {
    id: title,
    workspace_id: 'w',
    slug: title.toLowerCase().replaceAll(' ', '-'),
    title,
    description: null,
    look: { theme: 'default', accent: '#3B82F6' },
    state: 'draft',
    published_version: null,
    has_unpublished_changes: false,
    has_password: false,
    submissions: 0,
    last_submission_at: null,
    updated_at: '2026-01-01T00:00:00.000Z',
    created_at: '2026-01-01T00:00:00.000Z',
    role: 'owner',
    ...more,
  }
}

test.group('Forms to show', () => {
  test('finds every word, whatever case and accents', ({ assert }) => {
    const forms = [form('Café survey'), form('Cafe menu'), form('Survey of staff')]
    assert.deepEqual(
      formsToShow(forms, 'CAFE sur', 'title').map((one) => one.title),
      ['Café survey'],
    )
  })

  test('sorts titles as people count, and forms without an answer last', ({ assert }) => {
    const forms = [
      form('Form 10', { last_submission_at: '2026-02-01T00:00:00.000Z' }),
      form('Form 2'),
      form('form 1', { last_submission_at: '2026-03-01T00:00:00.000Z' }),
    ]
    assert.deepEqual(
      formsToShow(forms, '', 'title').map((one) => one.title),
      ['form 1', 'Form 2', 'Form 10'],
    )
    assert.deepEqual(
      formsToShow(forms, '', 'answered').map((one) => one.title),
      ['form 1', 'Form 10', 'Form 2'],
    )
  })
})
