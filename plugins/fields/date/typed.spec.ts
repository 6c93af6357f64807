import { test } from '@japa/runner'
import { patternOf, readDay, readTime, weekStart, writtenDay } from './typed.ts'

const NAMES = { year: 'YYYY', month: 'MM', day: 'DD', hour: 'hh', minute: 'mm' }

test.group('date as it is typed', () => {
  test('days are read in the order of the locale, or in that of ISO')
    .with([
      ['12/24/2025', 'en-US', '2025-12-24'],
      ['24.12.2025', 'de', '2025-12-24'],
      ['24. 12. 2025', 'de', '2025-12-24'],
      ['24-12-2025', 'fr', '2025-12-24'],
      ['2.3.2024', 'de', '2024-03-02'],
      ['29022024', 'en-GB', '2024-02-29'],
      ['20240229', 'sv', '2024-02-29'],
      ['2024-02-29', 'en-US', '2024-02-29'],
      ['2024/2/9', 'de', '2024-02-09'],
      ['٢٩/٢/٢٠٢٤', 'ar-EG', '2024-02-29'],
      ['۲۹/۰۲/۲۰۲۴', 'en-GB', '2024-02-29'],
      ['2024年2月9日', 'ja', '2024-02-09'],
      ['30.02.2024', 'de', undefined],
      ['24/12/2025', 'en-US', undefined],
      ['24.12.', 'de', undefined],
      ['1.2.2024.5', 'de', undefined],
      ['soon', 'en', undefined],
      ['', 'en', undefined],
    ] as const)
    .run(({ assert }, [text, locale, day]) => assert.equal(readDay(text, locale), day))

  test('a year of two digits is the one from 79 years ago to 20 years ahead')
    .with([
      ['12/24/25', 'en-US', '2025-12-24'],
      ['24.12.85', 'de', '1985-12-24'],
      ['3.4.45', 'de', '2045-04-03'],
      ['3.4.46', 'de', '1946-04-03'],
      ['1/2/00', 'fr', '2000-02-01'],
      ['24/12/25', 'ja', '2024-12-25'],
      ['241285', 'de', '1985-12-24'],
      ['٢٩/٢/٢٤', 'ar-EG', '2024-02-29'],
      ['29.2.23', 'de', undefined],
      ['3.4.5', 'de', undefined],
      ['3.4.202', 'de', undefined],
      // 2568 and 1404 to those who write so
      ['3/4/68', 'th', undefined],
      ['04/4/3', 'fa', undefined],
    ] as const)
    .run(({ assert }, [text, locale, day]) => assert.equal(readDay(text, locale, Date.UTC(2025, 5, 1)), day))

  test('what is written is read again in every locale', ({ assert }) => {
    for (const locale of [
      'en-US',
      'en-GB',
      'de',
      'fr',
      'es',
      'ar',
      'ar-EG',
      'fa',
      'ja',
      'ko',
      'zh',
      'th',
      'hi',
      'bg',
    ])
      for (const day of ['2024-02-29', '1999-12-01'])
        assert.equal(readDay(writtenDay(day, locale), locale), day, `${locale}: ${writtenDay(day, locale)}`)
  })

  test('times are read with 12 hours or 24')
    .with([
      ['17:30', 'en-US', '17:30'],
      ['5:30 PM', 'en-US', '17:30'],
      ['5:30pm', 'de', '17:30'],
      ['5 p', 'en-US', '17:00'],
      ['12:05 am', 'en-US', '00:05'],
      ['12 pm', 'en-US', '12:00'],
      ['9', 'de', '09:00'],
      ['930', 'de', '09:30'],
      ['1730', 'de', '17:30'],
      ['17h30', 'fr', '17:30'],
      ['17 Uhr', 'de', '17:00'],
      ['17.30', 'de', '17:30'],
      ['17:30:05', 'en', '17:30:05'],
      ['٥:٣٠ م', 'ar-EG', '17:30'],
      ['5:30 p. m.', 'es', '17:30'],
      ['13 am', 'en', undefined],
      ['0 pm', 'en', undefined],
      ['24:00', 'de', undefined],
      ['9:60', 'de', undefined],
      ['noon', 'en', undefined],
      ['9:30 m', 'en', undefined],
      ['1:2:3:4', 'en', undefined],
      ['', 'en', undefined],
    ] as const)
    .run(({ assert }, [text, locale, time]) => assert.equal(readTime(text, locale), time))

  test('the order is said in letters')
    .with([
      ['en-US', {}, 'MM/DD/YYYY'],
      ['en-GB', {}, 'DD/MM/YYYY'],
      ['de', {}, 'DD.MM.YYYY'],
      ['sv', {}, 'YYYY-MM-DD'],
      ['de', { timeStyle: 'short' }, 'hh:mm'],
      ['en-US', { timeStyle: 'short' }, 'hh:mm AM/PM'],
      ['en-US', { timeStyle: 'short', hour12: false }, 'hh:mm'],
      ['nobody knows', {}, 'MM/DD/YYYY'],
    ] as const)
    .run(({ assert }, [locale, options, pattern]) => {
      const said = patternOf(locale, options, (part) => NAMES[part])
      assert.equal(said.replace(/[\u00a0\u202f]/g, ' '), pattern)
    })

  test('the week begins as it does where the locale is at home')
    .with([
      ['en-US', 0],
      ['de', 1],
      ['en-GB', 1],
      ['ar-EG', 6],
      ['nobody knows', 1],
    ] as const)
    .run(({ assert }, [locale, day]) => assert.equal(weekStart(locale), day))
})
