import { test } from '@japa/runner'
import { parse, safeParse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'
import server from './server.ts'

const EVERY_DAY = {
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: true,
  sunday: true,
}

test.group('date', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: '2024-02-29' },
      { answer: '2024-02-29', settings: { min: '2024-02-29', max: '2024-02-29' } },
      { answer: { from: '2024-02-29', to: '2024-03-02' }, settings: { range: true } },
      { answer: { from: '2024-02-29', to: '2024-02-29' }, settings: { range: true, max: '2024-02-29' } },
      { answer: '2024-02-29T23:59', settings: { asks: 'datetime', max: '2024-02-29', hours: '24' } },
      { answer: '00:00', settings: { asks: 'time', maxTime: '09:00' } },
      { answer: '17:30:05', settings: { asks: 'time', minTime: '17:30', maxTime: '17:30', hours: '12' } },
      {
        answer: { from: '2024-02-29T10:00', to: '2024-02-29T10:00' },
        settings: { asks: 'datetime', range: true, zone: 'Asia/Tokyo' },
      },
      { answer: { from: '09:00', to: '17:30' }, settings: { asks: 'time', range: true } },
    ],
    settings: [
      { minRelative: { amount: 0, unit: 'days' }, maxRelative: { amount: 1000, unit: 'years' } },
      { closedDays: '2024-12-24\n2024-12-25', dateStyle: 'full' },
      { max: '1999-12-31' },
      { range: true, min: '2024-02-29', fromLabel: '' },
    ],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings> = {}): Settings => parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'form', required: false } as const
  const read = (candidate: unknown, part: Partial<Settings> = {}) =>
    answer.parse(candidate, settings(part), context)

  test('only days that exist are dates')
    .with(['2023-02-29', '2024-13-01', '2024-2-9', '0000-00-00', '29.02.2024', '2024-02-29T10:00'])
    .run(({ assert }, text) => {
      assert.deepEqual(read(text).problems, [{ code: 'format' }])
    })

  test('half a range asks for the other half', ({ assert }) => {
    assert.deepEqual(read({ from: '2024-02-29', to: '' }, { range: true }), {
      problems: [{ code: 'required', part: 'to', params: { reason: 'to' } }],
    })
    assert.deepEqual(read({ from: 'x', to: '2024-02-29' }, { range: true }).problems, [
      { code: 'format', part: 'from' },
    ])
    assert.deepEqual(read({ from: '', to: ' ' }, { range: true }), { problems: [] })
  })

  test('a range may be written as text', ({ assert }) => {
    const range = { from: '2024-02-29', to: '2024-03-02' }
    const json = JSON.stringify(range)
    for (const text of [
      '2024-02-29/2024-03-02',
      ' 2024-02-29 – 2024-03-02',
      '2024-02-29 - 2024-03-02 ',
      json,
    ]) {
      assert.deepEqual(read(text, { range: true }).answer, range, text)
    }
    for (const empty of ['', ' ', '{}']) assert.deepEqual(read(empty, { range: true }), { problems: [] })
    for (const wrong of ['x', '7', 'null', '{"from": 7}', '{"from"'])
      assert.deepEqual(read(wrong, { range: true }).problems, [{ code: 'format' }], wrong)
    assert.equal(answer.toText(range, settings({ range: true })), '2024-02-29 – 2024-03-02')
    assert.equal(answer.toText(range, settings({ range: true }), 'to'), '2024-03-02')
  })

  test('limits and order are problems of the part that is meant', ({ assert }) => {
    const problems = (given: string | { from: string; to: string }, part: Partial<Settings>) =>
      answer.validate(given, settings(part), context).map(({ code, part: of }) => [code, of])
    assert.deepEqual(problems('2024-02-28', { min: '2024-02-29' }), [['min', undefined]])
    assert.deepEqual(problems('2024-03-01', { max: '2024-02-29' }), [['max', undefined]])
    assert.deepEqual(problems({ from: '2024-02-29', to: '2024-02-28' }, { range: true, min: '2024-02-29' }), [
      ['min', 'to'],
      ['range-order', 'to'],
    ])
    // seconds that are not said are none
    const times = { range: true, asks: 'time' } as const
    const sent = (from: string, to: string) => problems(read({ from, to }, times).answer ?? '', times)
    assert.deepEqual(sent('10:00:00', '10:00'), [])
    assert.deepEqual(sent('10:00', '10:00:00'), [])
    assert.deepEqual(sent('10:00', '10:00:30'), [])
    assert.deepEqual(sent('10:00:30', '10:00'), [['range-order', 'to']])
  })

  test('only times that exist are times')
    .with([
      ['time', '24:00', 'time'],
      ['time', '9:30', 'time'],
      ['time', '2024-02-29T10:00', 'time'],
      ['datetime', '2024-02-29', 'datetime'],
      ['datetime', '2024-02-30T10:00', 'datetime'],
      ['datetime', '2024-02-29T10:00Z', 'datetime'],
      ['datetime', '2024-02-29x10:00', 'datetime'],
    ] as const)
    .run(({ assert }, [asks, text, reason]) => {
      assert.deepEqual(read(text, { asks }).problems, [{ code: 'format', params: { reason } }])
    })

  test('a date and time may be written with a space between', ({ assert }) => {
    assert.equal(read(' 2024-02-29 10:00 ', { asks: 'datetime' }).answer, '2024-02-29T10:00')
    // the same moment is the same answer, to what may be given once too
    assert.equal(read('2024-02-29T10:00:00', { asks: 'datetime' }).answer, '2024-02-29T10:00')
    assert.equal(read('00:00:00', { asks: 'time' }).answer, '00:00')
    assert.equal(read('10:00:30', { asks: 'time' }).answer, '10:00:30')
  })

  const told = (given: string, part: Partial<Settings>, where: { now?: number; timeZone?: string } = {}) =>
    answer
      .validate(given, settings(part), { ...context, ...where })
      .map(({ code, params }) => [code, params?.[String(params.reason)]])

  test('limits count from today where the field is, or the respondent')
    .with([
      // ten at night in Berlin is the next day in Tokyo
      ['2024-02-29', { minRelative: { amount: 0, unit: 'days' } }, 'Europe/Berlin', []],
      ['2024-02-29', { minRelative: { amount: 0, unit: 'days' } }, 'Asia/Tokyo', [['min', 'Mar 1, 2024']]],
      ['2024-02-29', { minRelative: { amount: 0, unit: 'days' }, zone: 'Europe/Berlin' }, 'Asia/Tokyo', []],
      ['2024-02-29', { minRelative: { amount: 1, unit: 'days' } }, undefined, [['min', 'Mar 1, 2024']]],
      ['2006-03-01', { maxRelative: { amount: -18, unit: 'years' } }, undefined, [['max', 'Feb 28, 2006']]],
      ['2006-02-28', { maxRelative: { amount: -18, unit: 'years' } }, undefined, []],
      ['2024-03-29', { maxRelative: { amount: 1, unit: 'months' } }, undefined, []],
      ['2024-03-30', { maxRelative: { amount: 1, unit: 'months' } }, undefined, [['max', 'Mar 29, 2024']]],
      // both hold
      [
        '2024-03-02',
        { min: '2024-03-03', minRelative: { amount: 1, unit: 'days' } },
        'UTC',
        [['min', 'Mar 3, 2024']],
      ],
      [
        '2024-03-02',
        { max: '2030-01-01', maxRelative: { amount: 1, unit: 'days' } },
        'UTC',
        [['max', 'Mar 1, 2024']],
      ],
      [
        '2024-03-01T00:00',
        { asks: 'datetime', maxRelative: { amount: 0, unit: 'days' } },
        'UTC',
        [['max', 'Feb 29, 2024']],
      ],
    ] as const)
    .run(({ assert }, [given, part, timeZone, problems]) => {
      const now = Date.UTC(2024, 1, 29, 21, 0)
      assert.deepEqual(told(given, part, { now, timeZone }), problems)
    })

  test('no time that the clocks of its zone leave out')
    .with([
      ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T03:00'],
      ['Europe/Berlin', '2026-03-29T02:00', '2026-03-29T01:59:59'],
      ['America/New_York', '2026-03-08T02:59', '2026-11-01T01:30'],
      ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-04T02:30'],
      // there a whole day was left out
      ['Pacific/Apia', '2011-12-30T12:00', '2011-12-31T12:00'],
    ] as const)
    .run(({ assert }, [zone, skipped, shown]) => {
      const judged = (given: string | { from: string; to: string }, part: Partial<Settings> = { zone }) =>
        server.judge?.(given, settings({ asks: 'datetime', ...part })).map(({ part }) => part ?? '')
      assert.deepEqual([judged(skipped), judged(shown)], [[''], []])
      assert.deepEqual(judged({ from: shown, to: skipped }, { zone, range: true }), ['to'])
      // of no clock in particular, or of none
      assert.deepEqual(judged(skipped, {}), [])
      assert.deepEqual(judged(skipped.slice(0, 10), { zone, asks: 'date' }), [])
      for (const end of ['0000-01-01T00:00', '0001-01-01T00:00', '9999-12-31T23:59'])
        assert.deepEqual(judged(end), [])
    })

  test('days of the week and single days can be closed, and hours of each day')
    .with([
      [
        '2024-03-03',
        { weekdays: { ...EVERY_DAY, sunday: false } },
        [['not-allowed', 'Sunday, March 3, 2024']],
      ],
      ['2024-03-04', { weekdays: { ...EVERY_DAY, sunday: false } }, []],
      [
        '2024-12-24',
        { closedDays: '2024-12-23\n2024-12-24' },
        [['not-allowed', 'Tuesday, December 24, 2024']],
      ],
      ['08:59', { asks: 'time', minTime: '09:00', hours: '24' }, [['min', '09:00']]],
      ['17:31', { asks: 'time', maxTime: '17:30', hours: '24' }, [['max', '17:30']]],
      ['2024-03-04T17:31', { asks: 'datetime', maxTime: '17:30', hours: '24' }, [['max', '17:30']]],
      ['2024-03-03T08:00', { asks: 'datetime', minTime: '07:00' }, []],
    ] as const)
    .run(({ assert }, [given, part, problems]) => assert.deepEqual(told(given, part), problems))

  test('in a text of the form it is written as the respondent does')
    .with([
      ['2024-02-29', 'de', {}, '29.02.2024'],
      ['2024-02-29', 'ar-SA', { dateStyle: 'short' }, '٢٩\u200f/٢\u200f/٢٠٢٤'],
      ['2024-02-29T17:30', 'de', { asks: 'datetime' }, '29.02.2024, 17:30'],
      ['17:30', 'en-US', { asks: 'time', hours: '24' }, '17:30'],
      ['05:30', 'de', { asks: 'time', hours: '12' }, '05:30 AM'],
    ] as const)
    .run(({ assert }, [given, locale, part, text]) => {
      assert.equal(String(answer.toText(given, settings(part), '', locale)).replace(/\u202f/g, ' '), text)
      assert.equal(answer.toText(given, settings(part)), given)
    })

  test('a week in which no day can be chosen, and limits that cannot be read, are refused', ({ assert }) => {
    const none = Object.fromEntries(Object.keys(EVERY_DAY).map((day) => [day, false]))
    const check = definition.check?.(settings({ weekdays: { ...EVERY_DAY, ...none } }), { required: false })
    assert.deepEqual(
      check?.map(({ path }) => path),
      ['settings.weekdays'],
    )
    for (const part of [
      { zone: 'Mars/Base' },
      { minTime: '9' },
      { minTime: '10:00', maxTime: '09:00' },
      { closedDays: '24.12.2024' },
      { minRelative: { amount: 1.5 } },
    ])
      assert.isFalse(safeParse(definition.settings, part).success, JSON.stringify(part))
  })

  test('limits that leave no day are refused', ({ assert }) => {
    assert.isFalse(safeParse(definition.settings, { min: '2024-03-01', max: '2024-02-29' }).success)
    assert.isFalse(safeParse(definition.settings, { min: 'soon' }).success)
  })
})
