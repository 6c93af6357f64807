import { test } from '@japa/runner'
import { slugFrom, slugProblem } from '#app/forms/slugs'

test.group('Addresses of forms', () => {
  test('a title becomes an address that is allowed', ({ assert }) => {
    for (const title of [
      'Straßenfest 2027!',
      'Ünïcode  — Café',
      '日本語',
      '',
      '---',
      'x'.repeat(500),
      'A/B\n<b>',
    ]) {
      const slug = slugFrom(title)
      assert.isUndefined(slugProblem(slug), `${title} → ${slug}`)
    }
    assert.equal(
      slugFrom('Straßenfest 2027!', () => 'abc123'),
      'strassenfest-2027-abc123',
    )
    assert.equal(
      slugFrom('日本語', () => 'abc123'),
      'form-abc123',
    )
  })

  test('what cannot be an address says why', ({ assert }) => {
    const refused = [
      'ab',
      'a'.repeat(81),
      'Big',
      'a_b',
      'create',
      'preview',
      '-abc',
      'abc-',
      'a--b',
      '0198c1d2-0000-7000-8000-000000000000',
    ]
    for (const slug of refused) assert.isString(slugProblem(slug), slug)
    for (const slug of ['abc', 'my-form', '2027']) assert.isUndefined(slugProblem(slug), slug)
  })
})
