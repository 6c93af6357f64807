import { test } from '@japa/runner'
import { cutText, plainText } from './message_text.ts'

test.group('text of messages', () => {
  test('control characters and halves of characters go, lines and tabs stay', ({ assert }) => {
    assert.equal(plainText('a\u0000\u001b\u0085b\r\n\tc 👩🏽‍🌾 \ud83d'), 'ab\n\tc 👩🏽‍🌾 \ufffd')
  })

  test('a text is cut before the character that has no room')
    .with([
      { text: 'abc', most: 3, cut: 'abc' },
      { text: 'abcd', most: 3, cut: 'ab…' },
      // seven units each
      { text: '👩🏽‍🌾👩🏽‍🌾', most: 13, cut: '👩🏽‍🌾…' },
      { text: 'e\u0301e\u0301e\u0301', most: 4, cut: 'e\u0301…' },
      // one sign that alone is too long
      { text: `a${'\u0301'.repeat(50)}`, most: 5, cut: `a${'\u0301'.repeat(3)}…` },
      { text: '👩🏽‍🌾', most: 2, cut: '…' },
    ])
    .run(({ assert }, { text, most, cut }) => {
      assert.equal(cutText(text, most), cut)
    })

  test('no half of an escape is left', ({ assert }) => {
    for (const most of [3, 4, 5, 6]) assert.equal(cutText('a&amp;b&amp;', most, /&[a-z]*$/), 'a…')
    assert.equal(cutText('a&amp;b&amp;', 7, /&[a-z]*$/), 'a&amp;…')
  })
})
