import { test } from '@japa/runner'
import fc from 'fast-check'
import { decimal } from '@formwright/kit/decimal'
import { halfAway, negative, over, plus, raised, remainder, times, toPlaces, up } from './big_decimal.ts'
import { numberIn, tidy, valueOf } from './numbers.ts'

test.group('Numbers', () => {
  test('there is no -0', ({ assert }) => {
    for (const none of [tidy(-0), negative(0), times(0, -1), toPlaces(-0.4, 0, halfAway), plus(-0, -0)])
      assert.isTrue(Object.is(none, 0))
  })

  test('rounding goes half away from zero, in decimal', ({ assert }) => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), (thousandths) => {
        const size = Math.floor((Math.abs(thousandths) + 5) / 10)
        assert.equal(toPlaces(thousandths / 1000, 2, halfAway), (thousandths < 0 ? -size : size) / 100 + 0)
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

  test('whatever is reckoned with: a finite number of 15 digits, or no value', ({ assert }) => {
    const any = fc
      .oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer(),
        fc.constantFrom(1e308, 1e-307),
      )
      .map((number) => tidy(number) ?? 0)
    fc.assert(
      fc.property(any, any, any, fc.integer({ min: -400, max: 400 }), (a, b, c, places) => {
        const product = times(a, b)
        const results = [product, plus(a, b), over(a, b), remainder(a, b), raised(a, places)]
        if (product !== undefined)
          results.push(plus(product, c), over(c, product), toPlaces(product, places, up))
        for (const result of results) {
          const seen = valueOf(result)
          if (seen === undefined) continue
          assert.isTrue(Number.isFinite(seen) && !Object.is(seen, -0), String(seen))
          assert.equal(seen, tidy(Number(seen)))
        }
      }),
      { numRuns: 2_000 },
    )
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

  test('rounded to be shown: the decimals that are wanted, the number that rounding gives', ({ assert }) => {
    const any = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(fc.oneof(any, fc.integer()), fc.nat(20), (given, places) => {
        const number = tidy(given) ?? 0
        const text = decimal(number, places)
        assert.match(text, new RegExp(`^-?(0|[1-9]\\d*)${places > 0 ? `\\.\\d{${places}}` : ''}$`))
        assert.equal(Number(text), valueOf(toPlaces(number, places, halfAway)))
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
