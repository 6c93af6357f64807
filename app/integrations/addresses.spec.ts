import { test } from '@japa/runner'
import { addressesOf } from '#app/integrations/addresses'

test.group('Addresses in events', () => {
  test('lead to the form and, for its creator, to the submission', ({ assert }) => {
    for (const base of ['https://forms.example', 'https://forms.example/']) {
      assert.deepEqual(addressesOf('feedback-x7', 's1', base), {
        form: { url: 'https://forms.example/forms/feedback-x7' },
        submission: { url: 'https://forms.example/forms/feedback-x7/show/submissions?submission=s1' },
      })
    }
  })

  test('are none where nobody said under which name the server is reached', ({ assert }) => {
    assert.deepEqual(addressesOf('feedback-x7', 's1', ''), { form: {}, submission: {} })
  })
})
