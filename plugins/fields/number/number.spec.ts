import { test } from '@japa/runner'
import fc from 'fast-check'
import { parse, safeParse } from 'valibot'
import type { JudgeContext } from '@formwright/kit/answer'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'

test.group('number', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: 0 },
      { answer: 12.5 },
      { answer: -1234567.891, settings: { grouping: true } },
      { answer: 1234.5, settings: { prefix: '$', decimals: 2, grouping: true, min: 0, step: 0.25 } },
      { answer: 12, settings: { suffix: '%', decimals: 0 } },
      { answer: -1234.5, settings: { currency: 'EUR', decimals: 2, grouping: true } },
      { answer: 1e20 },
      { answer: 0.000000123456789012345 },
    ],
    settings: [{ min: 1, max: 2 }, { step: 0.1 }, { prefix: '-', suffix: 'e' }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings> = {}): Settings => parse(definition.settings, part)
  const typed = (locale: string): JudgeContext => ({ locale, now: 0, source: 'form', required: false })
  const read = (text: unknown, locale = 'en', part: Partial<Settings> = {}) => {
    return answer.parse(text, settings(part), typed(locale))
  }

  test('people type in their own way')
    .with([
      ['en', '12.5', 12.5],
      ['en', '1,234', 1234],
      ['en', '1,234,567.25', 1234567.25],
      ['en', '.5', 0.5],
      ['en', '5.', 5],
      ['en', '+7', 7],
      ['en', '−7', -7],
      ['en', '1e3', 1000],
      ['en', '1 234', 1234],
      ['en', "1'234'567", 1234567],
      ['en', '１２．５', 12.5],
      ['en', '١٢', 12],
      ['en', '-0', 0],
      ['de', '12,5', 12.5],
      ['de', '1.234', 1234],
      ['de', '1.234,5', 1234.5],
      ['de', '1,5e3', 1500],
      ['fr', '1\u202f234,5', 1234.5],
      ['fr', '12.5', 12.5],
      ['es', '1.234,5', 1234.5],
      ['es', '1234,5', 1234.5],
      ['de-CH', '1’234.5', 1234.5],
      ['en-IN', '12,34,567', 1234567],
      ['ar-EG', '١٬٢٣٤٫٥', 1234.5],
      ['no-such-locale!', '12.5', 12.5],
    ] as const)
    .run(({ assert }, [locale, text, number]) => {
      assert.deepEqual(read(text, locale), { answer: number, problems: [] }, `${locale}: ${text}`)
    })

  test('what could be two numbers is asked about, as is what is none')
    .with([
      ['en', '1,23,456'],
      ['en', ',234'],
      ['en', '1.2.3'],
      ['en', '1,234 567'],
      ['en', 'twelve'],
      ['en', '1-2'],
      ['en', '0x10'],
      ['en', 'Infinity'],
      ['en', 'NaN'],
      ['en', '--1'],
      ['en', '1e'],
      ['en', '½'],
      ['fr', '1.234'],
    ] as const)
    .run(({ assert }, [locale, text]) => {
      assert.deepEqual(read(text, locale), { problems: [{ code: 'format' }] }, `${locale}: ${text}`)
    })

  test("a decimal written another language's way is not guessed, but hinted at")
    .with([
      ['en', '12,5', '12.5'],
      ['en', '-0,25', '-0.25'],
      ['en', '1234,567', '1234.567'],
      ['de', '12.5', '12,5'],
      ['de', '1.23', '1,23'],
    ] as const)
    .run(({ assert }, [locale, text, example]) => {
      assert.deepEqual(read(text, locale), {
        problems: [{ code: 'format', params: { reason: 'decimal', example } }],
      })
    })

  test('where no decimals are wanted, a whole number is asked for', ({ assert }) => {
    const whole = settings({ decimals: 0 })
    for (const text of ['12,5', 'twelve'])
      assert.deepEqual(answer.parse(text, whole, typed('en')).problems, [
        { code: 'format', params: { reason: 'whole' } },
      ])
    assert.deepEqual(answer.validate(12.5, whole, typed('en')), [
      { code: 'decimals', params: { max: 0, reason: 'whole' } },
    ])
    assert.deepEqual(answer.validate(1.25, settings({ decimals: 1 }), typed('en')), [
      { code: 'decimals', params: { max: 1 } },
    ])
  })

  test('what 15 digits cannot keep is refused, what they can is kept', ({ assert }) => {
    const refused = { problems: [{ code: 'format', params: { reason: 'digits', digits: 15 } }] }
    for (const text of ['0.1234567890123456', '9007199254740993', '1e999', '1e-400', 0.1 + 0.2]) {
      assert.deepEqual(read(text), refused, String(text))
    }
    assert.equal(read('0.123456789012345').answer, 0.123456789012345)
    assert.equal(read('123456789012345000000').answer, 123456789012345000000)
    fc.assert(
      fc.property(
        fc.bigInt({ min: -999999999999999n, max: 999999999999999n }),
        fc.nat(12),
        (whole, places) => {
          const text = `${whole}e-${places}`
          assert.equal(read(text).answer, Number(text) + 0)
        },
      ),
    )
  })

  test('a prefix or suffix may be typed', ({ assert }) => {
    assert.equal(read('$1,234.50', 'en', { prefix: '$' }).answer, 1234.5)
    assert.equal(read('12,5 %', 'de', { suffix: '%' }).answer, 12.5)
    for (const text of ['€12.50', '12.50 EUR', 'EUR 12.50', '12.5']) {
      assert.equal(read(text, 'en', { currency: 'EUR' }).answer, 12.5, text)
    }
  })

  test('in a text of the form it is written as the respondent does, with the currency where it belongs')
    .with([
      ['en', { currency: 'EUR', decimals: 2, grouping: true }, '€1,234.50'],
      ['de', { currency: 'EUR', decimals: 2, grouping: true }, '1.234,50\u00a0€'],
      ['fr', { suffix: ' kg', grouping: true }, '1\u202f234,5 kg'],
      ['de', {}, '1234,5'],
      ['ar-EG', { grouping: true }, '١٬٢٣٤٫٥'],
      ['en', { currency: 'XQQ' }, 'XQQ\u00a01234.5'],
    ] as const)
    .run(({ assert }, [locale, part, text]) => {
      assert.equal(answer.toText(1234.5, settings(part), '', locale), text)
    })

  test('less than nothing has its minus where amounts of that currency have it')
    .with([
      ['en', { currency: 'EUR', decimals: 2, grouping: true }, '-€1,234.50'],
      ['en', { currency: 'EUR', prefix: 'about ' }, 'about -€1234.5'],
      ['de', { currency: 'EUR', decimals: 2, grouping: true }, '-1.234,50\u00a0€'],
      ['nl', { currency: 'EUR' }, '€\u00a0-1234,5'],
      ['en', { currency: 'XQQ' }, '-XQQ\u00a01234.5'],
      ['en', { prefix: '$' }, '$-1234.5'],
      [undefined, { currency: 'EUR', decimals: 2 }, '-€1234.50'],
    ] as const)
    .run(({ assert }, [locale, part, text]) => {
      assert.equal(answer.toText(-1234.5, settings(part), '', locale), text)
      assert.equal(answer.parse(text, settings(part), typed(locale ?? 'en')).answer, -1234.5)
    })

  test('a currency has three letters', ({ assert }) => {
    for (const currency of ['€', 'eur', 'EURO'])
      assert.isFalse(safeParse(definition.settings, { currency }).success, currency)
  })

  test('data is read for machines first', ({ assert }) => {
    const data = (text: string, locale: string) =>
      answer.parse(text, settings(), { locale, now: 0, source: 'data' })
    assert.equal(data('1.234', 'de').answer, 1.234)
    assert.equal(data('12,5', 'de').answer, 12.5)
    assert.deepEqual(data('twelve', 'en').problems, [{ code: 'format' }])
  })

  test('bounds, decimals and step are exact')
    .with([
      [5, { min: 5, max: 5 }, []],
      [4.99, { min: 5 }, ['min']],
      [5.01, { max: 5 }, ['max']],
      [1.25, { decimals: 1 }, ['decimals']],
      [1.5, { decimals: 1 }, []],
      [0.3, { step: 0.1 }, []],
      [0.35, { step: 0.1 }, ['step']],
      [1e15, { step: 0.1 }, []],
      [7, { min: 1, step: 3 }, []],
      [8, { min: 1, step: 3 }, ['step']],
      [-0.3, { step: 0.1 }, []],
    ] as const)
    .run(({ assert }, [number, part, codes]) => {
      const problems = answer.validate(number, settings(part), typed('en'))
      assert.deepEqual(
        problems.map(({ code }) => code),
        [...codes],
      )
    })

  test('as text it has its affixes and its decimals', ({ assert }) => {
    assert.equal(answer.toText(1234.5, settings({ prefix: '$', decimals: 2 })), '$1234.50')
    assert.equal(answer.toText(1234.5, settings({ currency: 'USD', decimals: 2 })), '$1234.50')
    assert.equal(answer.toText(12.345, settings({ decimals: 2 })), '12.345')
    assert.equal(answer.toText(50, settings({ suffix: '%' })), '50%')
    assert.equal(answer.toText(50, settings({ prefix: 'about', suffix: 'kg' })), 'about\u00a050\u00a0kg')
    assert.equal(answer.toText(50, settings({ prefix: 'about ', suffix: ' kg' })), 'about 50 kg')
    assert.equal(answer.toText(1e21, settings({ decimals: 2 })), '1000000000000000000000.00')
    assert.equal(answer.toText(-1.5e-7, settings()), '-0.00000015')
    assert.equal(answer.toText(1e6, settings({ decimals: 15 })), '1000000.000000000000000')
  })

  test('limits between which no number lies are refused at publish', ({ assert }) => {
    const check = (part: Partial<Settings>) =>
      (definition.check?.(settings(part), { required: false }) ?? []).map(({ severity, path }) => [
        severity,
        path,
      ])
    assert.deepEqual(check({ min: 0.5, max: 0.7, decimals: 0 }), [['error', 'settings.decimals']])
    assert.deepEqual(check({ min: 1.1, max: 1.1, decimals: 1 }), [])
    assert.deepEqual(check({ min: 0.5, max: 1, decimals: 0 }), [])
    assert.deepEqual(check({ min: -0.7, max: -0.5, decimals: 0 }), [['error', 'settings.decimals']])
    assert.deepEqual(check({ min: 0.5, max: 0.7 }), [])
  })
})
