import { test } from '@japa/runner'
import { translator } from './translate.ts'

test.group('Texts of the page', () => {
  test('numbers in them are whole, as the language writes them, or whoever reads it', ({ assert }) => {
    const texts = { least: 'At least {min}' }
    assert.equal(translator('en', 'en', texts)('least', { min: 0.0005 }), 'At least 0.0005')
    assert.equal(translator('de', 'de', texts)('least', { min: 1234.56789 }), 'At least 1.234,56789')
    assert.equal(translator('en', 'de', texts)('least', { min: 1234.5 }), 'At least 1.234,5')
  })
})
