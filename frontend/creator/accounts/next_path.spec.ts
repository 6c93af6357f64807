import { test } from '@japa/runner'
import { nextPath, signInPath } from './next_path.ts'

const next = (path: string) => nextPath(new URLSearchParams({ next: path }))

test.group('Where signing in leads', () => {
  test('back to where the person was', ({ assert }) => {
    const search = signInPath({ pathname: '/forms/a/show/submissions', search: '?search=Ada%20%26%20co' })
    assert.equal(
      nextPath(new URL(search, 'https://example.com').searchParams),
      '/forms/a/show/submissions?search=Ada%20%26%20co',
    )
    assert.equal(signInPath({ pathname: '/home', search: '' }), '/login')
    assert.equal(nextPath(new URLSearchParams()), '/home')
  })

  test('never to another site', ({ assert }) => {
    for (const path of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/\n\\evil.example',
      '\\\\evil.example',
      '/.//evil.example',
      '/a/..//evil.example',
      'javascript:alert(1)',
    ]) {
      assert.equal(next(path), '/home', path)
    }
  })
})
