import { test } from '@japa/runner'
import { textIn, withTextIn } from './block_text.ts'

const red = { id: 'red', label: 'Red' }
const blue = { id: 'blue', label: 'Blue' }
const settings = { title: 'Colours', options: [red, blue], ranges: [{ label: 'Low' }, { label: 'High' }] }

test.group('Paths of texts', () => {
  test('items of a list go by their ids, and those without one by their place', ({ assert }) => {
    assert.equal(textIn(settings, 'title'), 'Colours')
    assert.equal(textIn(settings, 'options.blue.label'), 'Blue')
    assert.equal(textIn(settings, 'ranges.1.label'), 'High')
    for (const path of [
      'options.1.label',
      'options.green.label',
      'title.length',
      'nothing.at.all',
      '__proto__',
    ])
      assert.isUndefined(textIn(settings, path), path)
  })

  test('a text is changed where it stands, and all else stays the same object', ({ assert }) => {
    const changed = withTextIn(settings, 'options.blue.label', 'Azure')
    assert.deepEqual(changed, { ...settings, options: [red, { id: 'blue', label: 'Azure' }] })
    assert.strictEqual(changed.ranges, settings.ranges)
    assert.strictEqual(textIn(changed, 'options.red'), red)
    assert.deepEqual(withTextIn(settings, 'ranges.0.label', 'Lowest').ranges, [
      { label: 'Lowest' },
      { label: 'High' },
    ])
    assert.deepEqual(withTextIn(settings, 'options.green.label', 'Green'), settings)
    assert.deepEqual(withTextIn({}, 'title', 'New'), { title: 'New' })
  })
})
