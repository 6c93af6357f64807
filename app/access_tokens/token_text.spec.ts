import { test } from '@japa/runner'
import { newToken, tokenBegin, tokenFault, tokenHash } from '#app/access_tokens/token_text'

test.group('Text of an access token', () => {
  test('has a prefix, 160 bits and a checksum, and is never the same', ({ assert }) => {
    const tokens = Array.from({ length: 100 }, newToken)
    for (const token of tokens) {
      assert.match(token, /^fw_[0-9a-f]{48}$/)
      assert.isUndefined(tokenFault(token))
    }
    assert.lengthOf([...new Set(tokens)], 100)
  })

  test('one that was cut, lengthened or mistyped is no token', ({ assert }) => {
    const token = newToken()
    const mistyped = token.slice(0, 20) + (token[20] === 'a' ? 'b' : 'a') + token.slice(21)
    assert.equal(tokenFault(mistyped), 'checksum')
    for (const text of [token.slice(0, -1), `${token}0`, token.toUpperCase(), '', 'fw_', ` ${token}`])
      assert.equal(tokenFault(text), 'shape', text)
  })

  test('what is kept of it tells nothing of the rest', ({ assert }) => {
    const token = newToken()
    assert.match(tokenHash(token), /^[0-9a-f]{64}$/)
    assert.equal(tokenBegin(token), token.slice(0, 7))
  })
})
