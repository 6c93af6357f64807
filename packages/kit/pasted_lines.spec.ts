import { test } from '@japa/runner'
import { bareLinesOf, listedIn } from '@formwright/kit/pasted_lines'

test.group('Pasted lines', () => {
  test('lists of other programs lose what stands before each line, anything else stays as it is', ({
    assert,
  }) => {
    assert.deepEqual(bareLinesOf('•\tRed\r\n•\tSky blue\r\n'), ['Red', 'Sky blue'])
    assert.deepEqual(bareLinesOf('   * Red\n   * Blue'), ['Red', 'Blue'])
    assert.deepEqual(bareLinesOf('o\tRed\n§\tBlue\n☐ Green'), ['Red', 'Blue', 'Green'])
    assert.deepEqual(bareLinesOf('1.\tRed\n2.\tBlue'), ['Red', 'Blue'])
    for (const kept of ['• Red\nBlue', '1. Bundesliga\n2. Bundesliga', '-5\n-4', 'o Red\no Blue', '*\n*'])
      assert.deepEqual(bareLinesOf(kept), kept.split('\n'))
  })

  test('an item is told by its mark', ({ assert }) => {
    assert.deepEqual(listedIn('☐  Yes'), { mark: '☐', text: 'Yes' })
    assert.isUndefined(listedIn('*important*'))
  })
})
