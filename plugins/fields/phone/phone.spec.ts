import { test } from '@japa/runner'
import fc from 'fast-check'
import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max'
import min from 'libphonenumber-js/min/metadata'
import examples from 'libphonenumber-js/mobile/examples'
import { parse, safeParse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import { dialled } from './dialled.ts'
import { DIALLING } from './dialling.ts'
import definition, { type Settings } from './field.ts'
import server from './server.ts'
import { loadZone } from './zones.ts'

const countries = getCountries()

test.group('phone', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: '+4915123456789' },
      { answer: '+442079460018', settings: { country: 'GB' } },
      { answer: '+12025550123', settings: { country: 'DE', countries: 'DE\nUS' } },
    ],
    settings: [{ countries: 'FR, ES' }],
    naughty: naughtyStrings(),
  })

  const settings = (part: { country?: string; countries?: string } = {}): Settings =>
    parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'form', required: false } as const
  const read = (candidate: unknown, part?: { country?: string }) =>
    answer.parse(candidate, settings(part), context)

  test('one number has one way to be kept')
    .with([
      ['DE', '0151 23456789'],
      ['DE', '0151/23456789'],
      ['DE', '0049 151 23456789'],
      ['DE', '+49 (151) 234-567.89'],
      ['US', '+49 151 23456789'],
      ['EG', '٠٠٤٩١٥١٢٣٤٥٦٧٨٩'],
      ['DE', '\u2066+49\u00a0151\u201123456789\u2069'],
    ])
    .run(({ assert }, [country, typed]) => assert.equal(read(typed, { country }).answer, '+4915123456789'))

  test('what is dialled inside the country becomes what is dialled from anywhere', ({ assert }) => {
    const wrong = countries.filter((country) => {
      const number = getExampleNumber(country, examples)
      return number && read(number.formatNational(), { country }).answer !== number.number
    })
    // Mobiles are dialled there with a 15 in the middle: the page turns it round, without it the server asks.
    assert.deepEqual(wrong, ['AR'])
  })

  test('these are none')
    .with([
      '12',
      'call me',
      '+',
      '+0123456789',
      '+49 151 2345678901234',
      '0151x2345678',
      '++4915123456789',
      49151,
    ])
    .run(({ assert }, typed) =>
      assert.deepEqual(
        read(typed, { country: 'DE' }).problems.map(({ code }) => code),
        ['format'],
      ),
    )

  test('a zero in brackets is dialled where numbers begin with one, and nowhere else')
    .with([
      ['+49 (0)30 123456', '+49 30 123456'],
      ['+44 (0)20 7946 0018', '+44 20 7946 0018'],
      ['Tel.: +34 (0)91 234 56 78', '+34 91 234 56 78'],
      ['+228 (0)22 21 23 45', '+228 22 21 23 45'],
      ['+39 (0)6 698 12345', '+39 (0)6 698 12345'],
      ['+225 (0)7 01 23 45 67', '+225 (0)7 01 23 45 67'],
      ['+229 (0)1 20 21 12 34', '+229 (0)1 20 21 12 34'],
      ['+241 (0)6 03 12 34', '+241 (0)6 03 12 34'],
      ['+242 (0)6 612 3456', '+242 (0)6 612 3456'],
      ['＋378 (0)549 886377', '+378 (0)549 886377'],
    ])
    .run(async ({ assert }, [written, number]) => {
      const plans = await loadZone(/[+＋](\d)/.exec(written)?.[1] ?? '')
      if (!plans) return assert.fail('no plans')
      assert.equal(dialled(written, plans), number)
    })

  test('a zero that is dialled elsewhere in front of numbers is no part of one that has none', async ({
    assert,
  }) => {
    const kept = async (typed: string, country?: string) => {
      const { answer: number = '' } = read(typed, { country })
      const owned = await server.own?.(number, settings(), { files: async () => [] })
      return owned && 'answer' in owned ? owned.answer : undefined
    }
    assert.equal(await kept('+49 (0)30 123456'), '+4930123456')
    assert.equal(await kept('+39 (0)347 123 4567'), '+393471234567')
    assert.equal(await kept('0347 123 4567', 'IT'), '+393471234567')
    assert.equal(await kept('+48 (0)22 622 12 34'), '+48226221234')
    assert.equal(await kept('+34 (0)91 234 56 78'), '+34912345678')
    // there it is a digit of the number
    assert.equal(await kept('+39 (0)6 698 12345'), '+390669812345')
    // what is no number either way stays as it was typed
    assert.equal(await kept('+48 (0)11 111'), '+48011111')
  })

  test('without a country a number begins with a plus', ({ assert }) => {
    assert.deepEqual(read('0151 23456789').problems, [{ code: 'format', params: { reason: 'country' } }])
  })

  test('countries are allowed by their calling codes on the page, and truly on the server', async ({
    assert,
  }) => {
    const only = settings({ countries: 'CA at' })
    const here = (number: string) => answer.validate(number, only, context)
    assert.deepEqual(here('+4915123456789'), [
      { code: 'not-allowed', params: { reason: 'country', countries: 'Canada, Austria' } },
    ])
    assert.deepEqual(answer.validate('+4915123456789', only, { ...context, locale: 'ar-EG' }), [
      { code: 'not-allowed', params: { reason: 'country', countries: 'كندا، النمسا' } },
    ])
    assert.lengthOf(answer.validate('+4915123456789', only, { ...context, locale: 'no-such-locale!' }), 1)
    assert.deepEqual(here('+436641234567'), [])
    // New York shares its calling code with Canada
    assert.deepEqual(here('+12125550123'), [])
    const there = (number: string) => server.judge?.(number, only).map(({ params }) => params?.reason)
    assert.deepEqual(there('+12125550123'), ['country'])
    assert.deepEqual(there('+15062345678'), [])
    assert.deepEqual(there('+15000000000'), ['unknown'])
    assert.isFalse(safeParse(definition.settings, { countries: 'Narnia' }).success)
    const check = (part: object) => definition.check?.(settings(part), { required: false }) ?? []
    assert.lengthOf(check({ country: 'DE', countries: 'AT' }), 1)
    assert.lengthOf(check({ country: 'AT', countries: 'AT' }), 0)
  })

  test('the server takes what is a number of some country, and refuses its neighbours of another length', ({
    assert,
  }) => {
    const some = countries.flatMap((country) => {
      const number = getExampleNumber(country, examples)
      return number ? [number.number] : []
    })
    fc.assert(
      fc.property(fc.constantFrom(...some), (number) => {
        assert.deepEqual(server.judge?.(number, settings()), [])
        assert.lengthOf(server.judge?.(number.slice(0, 6), settings()) ?? [], 1)
      }),
    )
  })

  test('the tables are those of the library', async ({ assert }) => {
    assert.sameMembers([...DIALLING.keys()], countries)
    for (const country of countries)
      assert.equal(DIALLING.get(country)?.code, getCountryCallingCode(country), country)
    const again = 'out of date: run make_zones.ts'
    for (const digit of '123456789') {
      const codes = Object.entries(min.country_calling_codes).filter(([code]) => code.startsWith(digit))
      const plans = codes.flatMap(([, all]) => all.map((country) => [country, min.countries[country]]))
      const zone = {
        version: min.version,
        country_calling_codes: Object.fromEntries(codes),
        countries: Object.fromEntries(plans),
      }
      assert.deepEqual(await loadZone(digit), zone, again)
    }
  })
})
