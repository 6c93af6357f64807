import { test } from '@japa/runner'
import { withView } from './view_in_address.ts'

test.group('The view in the address', () => {
  test('is the same address for the same view, wherever the address was on its way', ({ assert }) => {
    const view = { search: 'survey', sort: 'title' } as const
    for (const before of ['', 'sort=title', 'search=sur', 'search=survey&sort=created'])
      assert.equal(withView(new URLSearchParams(before), view).toString(), 'sort=title&search=survey', before)
  })
})
