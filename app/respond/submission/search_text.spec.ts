import { test } from '@japa/runner'
import { searchable, searchText } from '#app/respond/submission/search_text'

test.group('Text to search in', () => {
  for (const [written, found] of [
    ['Zoë Ångström', 'zoe angstrom'],
    ['  ŁÓDŹ ', 'łodz'],
    ['ﬁne ①②', 'fine 12'],
    ['ﾊﾝｶｸ', 'ハンカク'],
    ['  ', ''],
  ] as const) {
    test(`“${written}” is found as “${found}”`, ({ assert }) => {
      assert.equal(searchable(written), found)
      assert.equal(searchText([written]), found)
    })
  }

  test('is 1 kB of each answer and 8 kB in all, without half a character', ({ assert }) => {
    const long = searchText(['🦊'.repeat(1_000), 'after'])
    const [first = '', second] = long.split('\n')
    assert.isAtMost(Buffer.byteLength(first), 1024)
    assert.isAtLeast(Buffer.byteLength(first), 1020)
    assert.match(first, /^(🦊)+$/u)
    assert.equal(second, 'after')
    const many = searchText(Array.from({ length: 100 }, () => 'ä€🦊'.repeat(50)))
    assert.isAtMost(Buffer.byteLength(many), 8192)
    assert.isAtLeast(Buffer.byteLength(many), 8000)
    assert.isTrue(many.isWellFormed())
    assert.notInclude(many, '\ufffd')
  })

  test('leaves empty answers out', ({ assert }) => {
    assert.equal(searchText(['One', '', ' ', 'Two']), 'one\ntwo')
  })
})
