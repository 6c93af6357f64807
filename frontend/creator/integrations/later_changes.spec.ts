import { test } from '@japa/runner'
import { withLaterChanges } from './later_changes.ts'

const editable = (name: string, settings: Record<string, unknown>) => ({
  ...{ name, settings, events: [], condition: null, connection_id: null },
})

test.group('Changes made while an integration was saved', () => {
  test('what was changed or taken out since stays so, anything else is as it was saved', ({ assert }) => {
    const sent = editable('A', { url: 'a', note: 'n', secret: 's' })
    const saved = editable('A', { url: 'a', note: 'n' })
    const now = editable('B', { url: 'b', secret: 's' })
    assert.deepEqual(withLaterChanges(saved, sent, now), editable('B', { url: 'b' }))
  })
})
