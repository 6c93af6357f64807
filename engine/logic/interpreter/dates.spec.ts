import { test } from '@japa/runner'
import fc from 'fast-check'
import { isTimeZone, localAt } from '@formwright/kit/clock'
import {
  addDays,
  addMonths,
  compareDates,
  daysBetween,
  hoursBetween,
  localOf,
  monthsBetween,
  partOf,
  weekdayOf,
  yearsBetween,
} from './dates.ts'

const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test.group('Dates', () => {
  test('{text} is no day')
    .with([
      '2023-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-01-32',
      '2024-1-1',
      '2024-01-01T24:00',
      '2024-01-01T10',
      '',
      '01.02.2024',
    ])
    .run(({ assert }, text) => {
      assert.isUndefined(localOf(text))
    })

  test('days added can be counted again, over any border', ({ assert }) => {
    fc.assert(
      fc.property(day, fc.integer({ min: -1000, max: 1000 }), (date, days) => {
        const moved = addDays(date, days)
        if (moved === undefined) return
        assert.equal(daysBetween(date, moved), days)
        assert.equal(compareDates(moved, date), Math.sign(days))
      }),
    )
  })

  test('months clamp to the end of the month; complete ones are counted', ({ assert }) => {
    assert.equal(addMonths('2024-01-31', 1), '2024-02-29')
    assert.equal(addMonths('2023-12-31T08:30', 2), '2024-02-29T08:30:00')
    assert.equal(addMonths('2024-02-29', -12), '2023-02-28')
    assert.equal(monthsBetween('2024-01-15', '2024-02-14'), 0)
    assert.equal(monthsBetween('2024-01-15', '2024-02-15'), 1)
    assert.equal(monthsBetween('2024-02-15', '2024-01-16'), 0)
    assert.equal(monthsBetween('2024-01-15T10:00', '2024-02-15T09:59'), 0)
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 500 }), (date, months) => {
        const moved = addMonths(date, months)
        const counted = moved === undefined ? undefined : monthsBetween(date, moved)
        if (counted !== undefined) assert.include([months, months - 1], counted)
      }),
    )
  })

  test('a birthday on 29 February falls on 1 March', ({ assert }) => {
    assert.equal(yearsBetween('2000-02-29', '2023-02-28'), 22)
    assert.equal(yearsBetween('2000-02-29', '2023-03-01'), 23)
    assert.equal(yearsBetween('2023-03-01', '2000-02-29'), -23)
  })

  test('hours are elapsed time: a missing hour is not counted, a doubled one is', ({ assert }) => {
    const berlin = (from: string, to: string) => hoursBetween(from, to, 'Europe/Berlin')
    assert.equal(berlin('2024-03-31T00:00', '2024-03-31T12:00'), 11)
    assert.equal(berlin('2024-10-27T00:00', '2024-10-27T12:00'), 13)
    // 02:30 does not exist on that day: it moves forward, to 03:30.
    assert.equal(berlin('2024-03-31T01:30', '2024-03-31T02:30'), 1)
    assert.equal(berlin('2024-03-31T02:30', '2024-03-31T03:30'), 0)
    // 02:30 exists twice: the first is meant.
    assert.equal(berlin('2024-10-27T01:30', '2024-10-27T02:30'), 1)
    assert.equal(berlin('2024-10-27T02:30', '2024-10-27T03:30'), 2)
    assert.equal(hoursBetween('2024-03-31T00:00', '2024-03-31T12:00', 'UTC'), 12)
    // A midnight that does not exist, half an hour that comes twice, and a whole day that was left out.
    assert.equal(hoursBetween('2018-11-03T00:00', '2018-11-04T00:00', 'America/Sao_Paulo'), 24)
    assert.equal(hoursBetween('2018-11-04T00:00', '2018-11-05T00:00', 'America/Sao_Paulo'), 23)
    assert.equal(hoursBetween('2024-04-07T01:00', '2024-04-07T02:00', 'Australia/Lord_Howe'), 1.5)
    assert.equal(hoursBetween('2011-12-29T12:00', '2011-12-31T12:00', 'Pacific/Apia'), 24)
    assert.equal(hoursBetween('2011-12-30T12:00', '2011-12-31T12:00', 'Pacific/Apia'), 0)
  })

  test('where one is a day, days are compared', ({ assert }) => {
    assert.equal(compareDates('2024-01-01', '2024-01-01T23:59'), 0)
    assert.equal(compareDates('2024-01-01T10:00', '2024-01-01T10:00:00'), 0)
    assert.equal(compareDates('2024-01-01T10:00', '2024-01-01T10:00:01'), -1)
  })

  test('an instant is a local time of its zone', ({ assert }) => {
    const instant = Date.UTC(2024, 0, 1, 23, 30)
    assert.equal(localAt(instant, 'Europe/Berlin'), '2024-01-02T00:30:00')
    assert.equal(localAt(instant, 'America/New_York'), '2024-01-01T18:30:00')
    assert.isTrue(isTimeZone('Asia/Kathmandu'))
    assert.isFalse(isTimeZone('Not/Real'))
  })

  test('weekdays count from Monday', ({ assert }) => {
    assert.deepEqual(
      ['2024-01-01', '2024-01-07', '1969-12-29'].map((date) => partOf(date, weekdayOf)),
      [1, 7, 1],
    )
  })
})
