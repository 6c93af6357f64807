import { test } from '@japa/runner'
import { translateFrom } from './translate.ts'

test.group('Texts of a plugin in the creators’ app', () => {
  const t = translateFrom({
    left_one: '{count} place left',
    left_other: '{count} places left',
    plain: 'Plain',
  })

  test('are chosen by their count, as on the public page', ({ assert }) => {
    assert.equal(t('left', { count: 1 }), '1 place left')
    assert.equal(t('left', { count: 2_000 }), '2,000 places left')
  })

  test('show their key where there is none', ({ assert }) => {
    assert.equal(t('plain'), 'Plain')
    assert.equal(t('gone', { count: 2 }), 'gone')
  })
})
