import { test } from '@japa/runner'
import fc from 'fast-check'
import { decimal, numberIn } from './decimal.ts'
import { tidy } from './numbers.ts'
import { remainder, round } from './rounding.ts'

test.group('Numbers', () => {
  test('a result is its own 15-digit form', ({ assert }) => {
    const decimals = fc.tuple(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: 0, max: 9 }),
      fc.double(),
    )
    fc.assert(
      fc.property(decimals, ([whole, places, any]) => {
        const number = whole / 10 ** places
        for (const result of [number, number * 3, number + 0.1, number / 7, any]) {
          const expected = Number.isFinite(result) ? Number(result.toPrecision(15)) + 0 : undefined
          if (Number.isInteger(result) && Math.abs(result) < 1e15) assert.equal(tidy(result), result + 0)
          else assert.equal(tidy(result), Number.isFinite(expected) ? expected : undefined)
        }
      }),
      { numRuns: 5_000 },
    )
  })

  test('there is no -0', ({ assert }) => {
    assert.isTrue(Object.is(tidy(-0), 0))
    assert.isTrue(Object.is(round(-0.4), 0))
  })

  test('rounding goes half away from zero, in decimal', ({ assert }) => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), (thousandths) => {
        const size = Math.floor((Math.abs(thousandths) + 5) / 10)
        assert.equal(round(thousandths / 1000, 2), (thousandths < 0 ? -size : size) / 100 + 0)
      }),
    )
  })

  test('what a division leaves is exact in decimals, below the divisor, and has the sign of the dividend', ({
    assert,
  }) => {
    const decimals = fc.record({
      whole: fc.integer({ min: -1e9, max: 1e9 }),
      places: fc.integer({ min: 0, max: 6 }),
    })
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        fc.pre(b.whole !== 0)
        const places = Math.max(a.places, b.places)
        const [dividend, divisor] = [a, b].map(
          ({ whole, places: own }) => BigInt(whole) * 10n ** BigInt(places - own),
        )
        const expected = Number(`${dividend % divisor}e-${places}`)
        assert.equal(remainder(a.whole / 10 ** a.places, b.whole / 10 ** b.places), expected)
      }),
      { numRuns: 2_000 },
    )
    assert.isUndefined(remainder(1, 0))
  })

  test('a number as text is decimal, and reads back', ({ assert }) => {
    assert.equal(decimal(1e-7), '0.0000001')
    assert.equal(decimal(-1.5e22), '-15000000000000000000000')
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        assert.notMatch(decimal(number), /e/)
        assert.equal(Number(decimal(number)), number + 0)
      }),
    )
  })

  test('{text} holds {number}')
    .with([
      { text: ' 1.5 ', number: 1.5 },
      { text: '-1e3', number: -1000 },
      { text: '1,5', number: undefined },
      { text: '', number: undefined },
      { text: '0x10', number: undefined },
      { text: 'Infinity', number: undefined },
      { text: '1e999', number: undefined },
    ])
    .run(({ assert }, { text, number }) => {
      assert.equal(numberIn(text), number)
    })
})
