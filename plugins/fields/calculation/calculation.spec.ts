import { test } from '@japa/runner'
import { fileURLToPath } from 'node:url'
import { parse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import { renderedHtml } from '@formwright/kit/conform/rendered'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'

test.group('calculation', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: 12.5 },
      { answer: 'Gold', settings: { type: 'text' } },
      { answer: '2024-02-29', settings: { type: 'date', dateStyle: 'full' } },
      { answer: false, settings: { type: 'boolean' } },
    ],
    settings: [{ decimals: 2, prefix: '$', grouping: true }, { private: true }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings>): Settings => parse(definition.settings, part)

  test('what is shown is rounded half away from zero')
    .with([
      [1.005, 2, '1.01'],
      [-1.005, 2, '-1.01'],
      [2.5, 0, '3'],
      [-0.001, 2, '0.00'],
      [7, 2, '7.00'],
      [1_000_000, 15, '1000000.000000000000000'],
      [0.1, 15, '0.100000000000000'],
      [1e19, 2, '10000000000000000000.00'],
      [1e21, 0, '1000000000000000000000'],
      [-1.5e-7, 7, '-0.0000002'],
      [1e-7, undefined, '0.0000001'],
      [1e300, 2, `1${'0'.repeat(300)}.00`],
      [999.995, 2, '1000.00'],
    ] as const)
    .run(({ assert }, [number, decimals, text]) => {
      assert.equal(answer.toText(number, settings({ decimals })), text)
    })

  test('no number is shown as anything else than a decimal number')
    .with([undefined, 0, 2, 15, 400])
    .run(async ({ assert }, decimals) => {
      for (const number of [0, 1e6, -1e19, 1e21, 1e308, 1e-7, -1e-300, 0.1, 123456789012345]) {
        const part = { decimals, grouping: true }
        assert.match(String(answer.toText(number, { ...settings({}), ...part })), /^-?\d+(\.\d+)?$/)
        const file = fileURLToPath(new URL('respond.tsx', import.meta.url))
        const props = {
          block: { settings: { ...settings({}), ...part } },
          id: 'a',
          answer: number,
          locale: 'en',
        }
        assert.match(await renderedHtml(file, props, {}), />-?[\d,]+(\.\d+)?</)
      }
    })

  test('a result is written as the respondent does')
    .with([
      [1234.5, 'de', { currency: 'EUR', decimals: 2, grouping: true }, '1.234,50\u00a0€'],
      [-1234.5, 'en', { currency: 'EUR', decimals: 2, grouping: true }, '-€1,234.50'],
      [-0.001, 'en', { currency: 'EUR', decimals: 2 }, '€0.00'],
      [-1234.5, undefined, { currency: 'EUR' }, '-€1234.5'],
      [0.5, 'fr', { decimals: 2, suffix: ' %' }, '0,50 %'],
      [1500, 'en', { prefix: 'R', suffix: 'each', grouping: true }, 'R1,500\u00a0each'],
      ['2024-02-29', 'de', { type: 'date' }, '29.02.2024'],
      ['2024-02-29', 'en-US', { type: 'date', dateStyle: 'long' }, 'February 29, 2024'],
      ['2024-02-29', 'ar-SA', { type: 'date', dateStyle: 'short' }, '٢٩\u200f/٢\u200f/٢٠٢٤'],
      ['2024-02-29', 'de', { type: 'text' }, '2024-02-29'],
      [true, 'de', { type: 'boolean', yesLabel: 'Ja', noLabel: 'Nein' }, 'Ja'],
      [false, undefined, { type: 'boolean' }, 'No'],
    ] as const)
    .run(({ assert }, [result, locale, part, text]) => {
      assert.equal(answer.toText(result, settings(part), '', locale), text)
    })

  test('what is no day is no value of a date', ({ assert }) => {
    const context = { locale: 'en', now: 0, source: 'data' } as const
    assert.deepEqual(answer.values('Gold', settings({ type: 'date' }), context), {})
    assert.deepEqual(answer.values('2024-02-29', settings({ type: 'date' }), context), { '': '2024-02-29' })
  })

  test('private ones are neither shown nor sent', ({ assert }) => {
    assert.isTrue(definition.serverOnly?.(settings({ private: true })))
    assert.isFalse(definition.displayed?.(settings({ private: true })))
    assert.isFalse(definition.displayed?.(settings({ shown: false })))
    assert.notInclude(definition.publicSettings, 'formula')
  })
})
