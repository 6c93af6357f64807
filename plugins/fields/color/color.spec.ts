import { test } from '@japa/runner'
import fc from 'fast-check'
import { parse, safeParse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'

const palette = [
  { id: 'red', label: 'Brand red', color: '#DC2626' },
  { id: 'glass', label: 'Glass', color: '#2563eb80' },
]

test.group('color', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: '#1d4ed8' },
      { answer: '#000000' },
      { answer: '#dc2626', settings: { palette, free: false } },
      { answer: '#2563eb80', settings: { palette } },
      { answer: '#00ff0001', settings: { palette, alpha: true } },
    ],
    settings: [{ free: false }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings> = {}): Settings => parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'data', required: false } as const
  const read = (candidate: unknown, part: Partial<Settings> = {}) =>
    answer.parse(candidate, settings(part), context)

  test('a colour has one way to be written')
    .with([
      ['#1D4ED8', '#1d4ed8'],
      [' #1d4ed8 ', '#1d4ed8'],
      ['#ffffffff', '#ffffff'],
      ['#FFFFFF00', '#ffffff00'],
      ['#112233FF', '#112233'],
    ])
    .run(({ assert }, [typed, color]) => assert.equal(read(typed).answer, color))

  test('these are none')
    .with([
      'red',
      '#fff',
      '1d4ed8',
      '#112233f',
      '#112233 44',
      '#12',
      '#12345',
      '#1234567',
      '#ggg',
      'rgb(1,2,3)',
      {},
      0xffffff,
      ['#fff'],
    ])
    .run(({ assert }, typed) => assert.isUndefined(read(typed).answer))

  test('names of the palette are understood, and its colours alone are taken where no other is', ({
    assert,
  }) => {
    assert.equal(read(' Brand red ', { palette }).answer, '#dc2626')
    const judge = (color: string, part: Partial<Settings>) =>
      answer.validate(color, settings({ palette, ...part }), context).map(({ params }) => params?.reason)
    assert.deepEqual(judge('#dc2626', { free: false }), [])
    assert.deepEqual(judge('#dc2627', { free: false }), ['palette'])
    assert.deepEqual(judge('#dc2627', {}), [])
    assert.deepEqual(judge('#dc262780', {}), ['alpha'])
    assert.deepEqual(judge('#2563eb80', {}), [])
    assert.deepEqual(judge('#dc262780', { alpha: true }), [])
  })

  test('a colour input that nobody ticked is no answer', ({ assert }) => {
    const post = (entries: Record<string, string[]>) =>
      answer.parse(answer.fromForm(entries, settings()), settings(), context)
    assert.deepEqual(post({ own: ['#000000'] }), { problems: [] })
    assert.deepEqual(post({ '': ['-'], own: ['#123456'] }), { problems: [] })
    assert.equal(post({ '': ['other'], own: ['#123456'] }).answer, '#123456')
    assert.equal(post({ '': ['other'], own: ['#123456'], alpha: ['128'] }).answer, '#12345680')
  })

  test('what the controls cannot hold is no colour')
    .with([
      { ticked: 'other', own: { toString: 1 } },
      { ticked: 'other', own: ['#123456'] },
      { ticked: 'other', own: '#123456', alpha: { valueOf: 1 } },
      { ticked: { toString: 1 } },
    ])
    .run(({ assert }, held) =>
      assert.deepEqual(read(held, { alpha: true }), { problems: [{ code: 'format' }] }),
    )

  test('every colour with every opacity goes through the control unchanged', ({ assert }) => {
    const both = settings({ alpha: true, palette })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), fc.integer({ min: 0, max: 254 }), (rgb, seen) => {
        const color = `#${rgb.toString(16).padStart(6, '0')}${seen.toString(16).padStart(2, '0')}`
        assert.equal(answer.parse(answer.toRaw(color, both), both, context).answer, color)
      }),
    )
  })

  test('a palette needs colours, and a field needs something to choose', ({ assert }) => {
    const [first] = palette
    assert.isFalse(safeParse(definition.settings, { palette: [{ ...first, color: 'red' }] }).success)
    assert.lengthOf(definition.check?.(settings({ free: false }), { required: false }) ?? [], 1)
    assert.lengthOf(definition.check?.(settings(), { required: false }) ?? [], 0)
  })
})
