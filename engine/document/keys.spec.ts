import { test } from '@japa/runner'
import { keyFrom, newBlockId } from './keys.ts'

test.group('Keys', () => {
  test('{label} becomes {key}')
    .with([
      { label: 'First name', key: 'first_name' },
      { label: '  Größe (cm)  ', key: 'grosse_cm' },
      { label: '2. Frage', key: 'frage' },
      { label: 'Äpfel & Birnen', key: 'apfel_birnen' },
      { label: '名前', key: 'field' },
      { label: '', key: 'field' },
      { label: 'x'.repeat(100), key: 'x'.repeat(64) },
      { label: 'Taken', key: 'taken_3' },
    ])
    .run(({ assert }, { label, key }) => {
      assert.equal(keyFrom(label, new Set(['taken', 'taken_2'])), key)
    })

  test('a long key stays in its limits when it is numbered', ({ assert }) => {
    const long = 'x'.repeat(64)
    assert.equal(keyFrom(long, new Set([long])), `${'x'.repeat(62)}_2`)
  })

  test('ids fit their pattern and follow their source of chance', ({ assert }) => {
    for (let count = 0; count < 100; count++) assert.match(newBlockId(), /^[a-z][a-z0-9]{11}$/)
    assert.equal(
      newBlockId(() => 0),
      'aaaaaaaaaaaa',
    )
    assert.equal(
      newBlockId(() => 0.999),
      'z99999999999',
    )
  })
})
