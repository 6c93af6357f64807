import { test } from '@japa/runner'
import { viewIn, withView } from './view_in_address.ts'

const FILTERS = [{ field: 'agey01', op: 'between', value: 18, to: 65 }] as const

test.group('The view of submissions in the address', () => {
  test('is read as it was written, beside what else the address says', ({ assert }) => {
    const view = { search: '50 % & "more"', filters: FILTERS }
    const params = withView(new URLSearchParams('submission=one&search=before&version=2'), view)
    assert.deepEqual(viewIn(params), view)
    assert.equal(params.get('submission'), 'one')
    assert.equal(withView(params, { search: '', filters: [] }).toString(), 'submission=one')
  })

  test('a version is a filter', ({ assert }) => {
    const view = viewIn(new URLSearchParams('version=3'))
    assert.deepEqual(view.filters, [{ field: '$version', op: 'eq', value: 3 }])
  })

  test('what is no filter is left out', ({ assert }) => {
    const wrong = [null, 1, 'is', {}, { field: 'a', op: 'toString' }, { field: 'a', op: 'is', value: {} }]
    for (const text of ['', '{', '{}', 'null', JSON.stringify([...wrong, ...FILTERS])]) {
      const { filters } = viewIn(new URLSearchParams({ filter: text }))
      assert.deepEqual(filters, text.includes('agey01') ? FILTERS : [], text)
    }
  })
})
