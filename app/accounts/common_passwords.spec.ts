import leaked from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { test } from '@japa/runner'
import { isCommonPassword } from '#app/accounts/common_passwords'

const ADDRESS = 'grace.hopper@example.com'

test.group('Common passwords', () => {
  test('at least the 3,000 most common ones that are long enough are refused, in whatever case', ({
    assert,
  }) => {
    const possible = leaked.filter((password) => password.length >= 8)
    assert.isAbove(possible.length, 3_000)
    assert.deepEqual(
      possible.filter((password) => !isCommonPassword(password.toUpperCase(), ADDRESS)),
      [],
    )
  })

  for (const [password, common] of [
    ['password1', true],
    ['Password1', true],
    ['aaaaaaaaaa', true],
    ['abababab', true],
    ['abcdefghij', true],
    ['987654321', true],
    ['Formwright2026', true],
    ['grace.hopper', true],
    ['Grace.Hopper1!', true],
    ['grace.hopper@example.com', true],
    ['correct horse battery', false],
    ['a formwright of words', false],
    ['gräße früh 7', false],
  ] as const) {
    test(`"${password}" is ${common ? 'refused' : 'taken'}`, ({ assert }) => {
      assert.equal(isCommonPassword(password, ADDRESS), common)
    })
  }
})
