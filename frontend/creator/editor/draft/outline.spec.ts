import { test } from '@japa/runner'
import { Outline } from './outline.ts'

const row = (id: string, position: string, parent: string | null = null, kind = 'text') => ({
  id,
  kind,
  parent,
  position,
})
const isSection = (kind: string) => kind === 'section'

test.group('Outline of the draft', () => {
  test('a section’s blocks stand directly behind it; a list in which nothing changed is the same', ({
    assert,
  }) => {
    const outline = new Outline(isSection)
    const rows = [row('b', 'a1', 's'), row('t', 'a3'), row('s', 'a2', null, 'section'), row('a', 'a0', 's')]
    outline.read([...rows, { ...row('settings.general', ''), kind: 'settings.general' }])
    assert.deepEqual(outline.order, ['s', 'a', 'b', 't'])
    assert.deepEqual(outline.childrenOf(null), ['s', 't'])
    assert.equal(outline.parentOf('a'), 's')
    assert.equal(outline.parentOf('t'), null)
    const [top, inside] = [outline.childrenOf(null), outline.childrenOf('s')]
    outline.read([...rows.filter(({ id }) => id !== 'b'), row('b', 'a5', 's')])
    assert.strictEqual(outline.childrenOf(null), top)
    assert.strictEqual(outline.childrenOf('s'), inside)
    outline.read(rows.map((one) => (one.id === 'b' ? row('b', 'a1') : one)))
    assert.deepEqual(outline.order, ['b', 's', 'a', 't'])
  })

  test('a block whose section went stands at the top', ({ assert }) => {
    const outline = new Outline(isSection)
    outline.read([row('a', 'a0', 'gone'), row('t', 'a1')])
    assert.deepEqual(outline.order, ['a', 't'])
    assert.equal(outline.parentOf('a'), null)
    assert.deepEqual(outline.childrenOf('gone'), [])
  })
})
