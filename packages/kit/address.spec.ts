import { test } from '@japa/runner'
import fc from 'fast-check'
import { type Address, addressText, isPartId, parseAddress } from './address.ts'

const letter = fc.constantFrom(...'abcxyz')
const blockId = fc
  .tuple(letter, fc.string({ unit: fc.constantFrom(...'az09'), minLength: 5, maxLength: 31 }))
  .map((parts) => parts.join(''))
const partId = fc
  .tuple(fc.constantFrom(...'az09'), fc.string({ unit: fc.constantFrom(...'az09_-'), maxLength: 39 }))
  .map((parts) => parts.join(''))
const address = fc
  .record({
    block: blockId,
    part: fc.oneof(fc.constant(''), partId),
    item: fc.option(fc.record({ section: blockId, id: blockId }), { nil: undefined }),
  })
  .map(({ item, ...rest }): Address => (item ? { ...rest, item } : rest))

test.group('addresses', () => {
  test('what is written is read as the same', ({ assert }) => {
    fc.assert(fc.property(address, (one) => assert.deepEqual(parseAddress(addressText(one)), one)))
  })

  test('what is read is written as the same, and anything else is refused', ({ assert }) => {
    const near = fc.string({ unit: fc.constantFrom(...'ab0._-A '), maxLength: 60 })
    const texts = fc.oneof(near, fc.string(), address.map(addressText))
    fc.assert(
      fc.property(texts, (text) => {
        const read = parseAddress(text)
        if (read) assert.equal(addressText(read), text)
      }),
    )
  })

  test('an address is read as it is meant')
    .with([
      ['matrix01', { block: 'matrix01', part: '' }],
      ['matrix01.row1', { block: 'matrix01', part: 'row1' }],
      // what could be a block is a part where one stands before it
      ['matrix01.matrix02', { block: 'matrix01', part: 'matrix02' }],
      [
        'guests01.itemid01.matrix01',
        { block: 'matrix01', part: '', item: { section: 'guests01', id: 'itemid01' } },
      ],
      [
        'guests01.itemid01.matrix01.0-a',
        { block: 'matrix01', part: '0-a', item: { section: 'guests01', id: 'itemid01' } },
      ],
      ['', undefined],
      ['short', undefined],
      ['matrix01.', undefined],
      ['.row1', undefined],
      ['matrix01.Row', undefined],
      ['matrix01..row1', undefined],
      ['guests01.itemid01.matrix01.row1.more', undefined],
      ['matrix01\n', undefined],
    ] as const)
    .run(({ assert }, [text, read]) => assert.deepEqual(parseAddress(text), read))

  test('parts are called so that they can be written', ({ assert }) => {
    assert.isTrue(['row1', 'count', '0', 'option-1'].every(isPartId))
    assert.isFalse(['', '-a', 'Row', 'a.b', 'a'.repeat(41)].some(isPartId))
  })
})
