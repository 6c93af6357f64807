import { test } from '@japa/runner'
import fc from 'fast-check'
import { parse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer, { placedIn, placesOf } from './answer.ts'
import definition, { type Settings } from './field.ts'
import { moved, type Order, stepOf } from './order.ts'

const ITEMS = ['Tea', 'Coffee', 'Milk, cold', 'Water'].map((label, index) => ({
  id: 'abcd'.charAt(index),
  label,
}))
const ranked = (...order: string[]) => ({ order, first: order[0], places: placesOf(order) })

test.group('ranking', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: ranked('item-3', 'item-1', 'item-2') },
      { answer: ranked('c', 'a'), settings: { items: ITEMS, top: 2 } },
      { answer: ranked('d', 'c', 'b', 'a'), settings: { items: ITEMS, top: 9 } },
    ],
    settings: [{ items: ITEMS, top: 1 }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings> = {}): Settings =>
    parse(definition.settings, { items: ITEMS, ...part })
  const context = { locale: 'en', now: 0, source: 'data', required: false } as const
  const read = (candidate: unknown, part: Partial<Settings> = {}) =>
    answer.parse(candidate, settings(part), context)

  test('an order comes as ids, as labels, as places, or as JSON of these', ({ assert }) => {
    const wanted = { answer: ranked('c', 'a'), problems: [] }
    for (const candidate of [
      ['c', 'a'],
      ['Milk, cold', 'Tea'],
      { a: 2, c: '1' },
      '["c","a"]',
      '{"c":1,"a":2}',
      // what was worked out is worked out again
      { order: ['c', 'a'], first: 'd', places: { d: 1 } },
    ])
      assert.deepEqual(read(candidate, { top: 2 }), wanted, JSON.stringify(candidate))
    for (const nothing of ['', {}, [], { a: '', b: ' ', c: null }])
      assert.deepEqual(read(nothing), { problems: [] }, JSON.stringify(nothing))
  })

  test('what is wrong is said where it is', ({ assert }) => {
    const of = (candidate: unknown, part: Partial<Settings> = {}) =>
      read(candidate, part).problems.map(({ code, part: at }) => [code, at])
    assert.deepEqual(of(['a', 'x']), [['option-unknown', undefined]])
    assert.deepEqual(of(['a', 'Tea']), [['duplicate', undefined]])
    assert.deepEqual(of({ a: 1, b: 1 }), [
      ['duplicate', 'a'],
      ['duplicate', 'b'],
    ])
    for (const place of [0, 5, 1.5, 'first', true])
      assert.deepEqual(of({ b: place }), [['format', 'b']], `${place}`)
    assert.deepEqual(of({ b: 3 }, { top: 2 }), [['format', 'b']])
    assert.deepEqual(of({ x: 1 }), [['option-unknown', undefined]])
    assert.deepEqual(of('tea'), [['format', undefined]])
  })

  test('all places are filled, or none', ({ assert }) => {
    const judge = (order: string[], part: Partial<Settings> = {}) =>
      answer.validate(ranked(...order), settings(part), context)
    assert.deepEqual(judge(['a', 'b']), [{ code: 'too-few', params: { min: 4, reason: 'all' } }])
    assert.deepEqual(judge(['a'], { top: 2 }), [{ code: 'too-few', params: { min: 2, reason: 'top' } }])
    assert.deepEqual(judge(['a', 'b'], { top: 1 }), [{ code: 'too-many', params: { max: 1 } }])
    assert.deepEqual(judge(['d', 'a', 'b', 'c']), [])
    assert.deepEqual(judge(['d', 'a'], { top: 2 }), [])
  })

  test('what is moved stands where it was moved to, and all places stay in a row', ({ assert }) => {
    const orders = fc
      .record({ size: fc.integer({ min: 2, max: 8 }), count: fc.integer({ min: 1, max: 8 }), seed: fc.nat() })
      .chain(({ size, count }) => {
        const ids = Array.from({ length: size }, (_, index) => `i${index}`)
        const places = Math.min(size, count)
        return fc.record({
          shown: fc.shuffledSubarray(ids, { minLength: size }),
          // where all are ranked there are all or none
          had: places === size ? fc.constantFrom(0, size) : fc.integer({ min: 0, max: places }),
          count: fc.constant(places),
          index: fc.nat(size - 1),
          to: fc.nat(size - 1),
        })
      })
    fc.assert(
      fc.property(orders, ({ shown, had, count, index, to }) => {
        const order: Order = { placed: shown.slice(0, had), rest: shown.slice(had), count }
        const id = shown[index]
        const next = moved(order, id, to)
        assert.lengthOf(new Set(next), next.length)
        assert.isAtMost(next.length, count)
        if (next.includes(id)) assert.equal(next.indexOf(id), to)
        const others = (ids: readonly string[]) => ids.filter((one) => one !== id)
        assert.deepEqual(
          others(next),
          others(shown).slice(0, others(next).length),
          'the others keep their order',
        )
        if (count === shown.length) assert.lengthOf(next, count)
        for (const by of [-1, 1] as const) {
          const step = stepOf(order, id, by)
          if (step !== undefined) assert.notDeepEqual(moved(order, id, step), order.placed, `${id} ${by}`)
        }
      }),
    )
  })

  test('places that are typed make an order', ({ assert }) => {
    assert.deepEqual(placedIn({ a: '3', b: '', c: 1 }, settings()), ['c', 'a'])
    assert.deepEqual(placedIn({ a: 'x', d: '-1', constructor: 1 }, settings()), [])
  })

  test('the summary says how often each came first, and its mean place', ({ assert }) => {
    const summary = definition.summary?.(settings())
    const all = [ranked('a', 'b', 'c', 'd'), ranked('a', 'd', 'b', 'c'), ranked('b', 'a', 'c', 'd')]
    const state = all.reduce<unknown>(
      (before, one) => summary?.add(before, answer.values(one, settings(), context)),
      summary?.start(),
    )
    const [first, tea] = summary?.finish(state) ?? []
    assert.deepEqual(first.counts, { a: 2, b: 1 })
    assert.deepEqual(tea, { part: 'a', answered: 3, numbers: { min: 1, max: 2, mean: 1.33333333333333 } })
  })
})
