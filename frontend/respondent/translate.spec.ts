import { test } from '@japa/runner'
import { translator } from './translate.ts'

test.group('Texts of the page', () => {
  test('numbers in them are whole, as the language writes them', ({ assert }) => {
    const texts = { least: 'At least {min}' }
    assert.equal(translator('en', texts)('least', { min: 0.0005 }), 'At least 0.0005')
    assert.equal(translator('de', texts)('least', { min: 1234.56789 }), 'At least 1.234,56789')
  })
})
