import { test } from '@japa/runner'
import { nearestLocale } from '#app/respond/request/locale'

test.group('The nearest locale', () => {
  for (const [asked, near] of [
    ['de', 'de'],
    ['en-GB', 'en-GB'],
    ['fr-CA', 'fr-CA'],
    ['ar-EG', 'ar-EG'],
    ['zh-Hant-TW', 'zh-Hant-TW'],
    ['de-x-anything', 'de'],
    ['de-AT-1996-u-ca-buddhist-x-anything', 'de-AT'],
  ] as const) {
    test(`${asked} is written as ${near}`, ({ assert }) => assert.equal(nearestLocale(asked), near))
  }

  test('names that somebody made up lead to one', ({ assert }) => {
    const made = ['qaabc', 'qaabd', 'qabcdefg', 'xyzzy-AQ'].map(nearestLocale)
    assert.lengthOf([...new Set(made)], 1)
  })
})
