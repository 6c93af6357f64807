import { test } from '@japa/runner'
import * as v from 'valibot'
import { settingsForm } from '@formwright/kit/settings_form'
import { type Item, type ListEntry, newItem, usedOf } from './list_items.ts'

test('what an item may have besides is shown from the start only where one has it', ({ assert }) => {
  const row = v.object({
    id: v.string(),
    label: v.optional(v.string(), ''),
    required: v.optional(v.pipe(v.boolean(), v.metadata({ advanced: true })), false),
    value: v.optional(v.pipe(v.string(), v.metadata({ advanced: true }))),
  })
  const [entry] = settingsForm(v.object({ rows: v.array(row) }))
  if (!entry?.item) return assert.fail('the list has items')
  const list: ListEntry = { ...entry, item: entry.item }
  const fresh = newItem(list.item.entries, 'fresh')
  const names = (...items: Item[]) => usedOf(list, items).map(({ name }) => name)
  assert.deepEqual(names(fresh), [])
  assert.deepEqual(names(fresh, { ...fresh, required: true }), ['required'])
  assert.deepEqual(names({ ...fresh, value: 'b' }), ['value'])
})
