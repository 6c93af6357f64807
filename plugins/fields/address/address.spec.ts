import { test } from '@japa/runner'
import fc from 'fast-check'
import { parse, safeParse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'
import { formatOf, KNOWN } from './formats.ts'
import { partsIn } from './judge.ts'
import { letterLines } from './letter.ts'
import type { Answer } from './parts.ts'
import server from './server.ts'

const ada = { country: 'GB', street: '12 St James’s Square', city: 'London', postcode: 'SW1Y 4JH' }

test.group('address', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: ada },
      { answer: { ...ada, line2: '2nd floor' }, settings: { country: 'GB', countries: 'GB, DE' } },
      {
        answer: { country: 'US', street: '1 Main St', city: 'Springfield', region: 'IL', postcode: '62701' },
        settings: { country: 'US', askCountry: false },
      },
    ],
    settings: [
      { line2: 'off', region: 'required' },
      { askCountry: false, postcode: 'optional' },
    ],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings> = {}): Settings => parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'form', required: false } as const
  const read = (candidate: unknown, part?: Partial<Settings>) =>
    answer.parse(candidate, settings(part), context)
  const wrong = (given: Answer, part?: Partial<Settings>) =>
    answer.validate(given, settings(part), context).map((problem) => `${problem.code} ${problem.part}`)

  test('is tidied: spaces, capitals, and a country that was only there', ({ assert }) => {
    assert.deepEqual(read({ ...ada, street: ' 12  St James’s\nSquare ', postcode: 'sw1y 4jh' }).answer, ada)
    assert.deepEqual(read({ country: 'DE', street: ' ', city: '' }), { problems: [] })
    assert.deepEqual(read(JSON.stringify(ada)).answer, ada)
    // as keyboards of Japan, Egypt and Iran write it
    for (const [postcode, tidy] of [
      ['１００－０００１', '100-0001'],
      ['１００ー０００１', '100-0001'],
      ['ｓｗ１ｙ　４ｊｈ', 'SW1Y 4JH'],
      ['١١٥١١', '11511'],
      ['۱۲۳۴۵–۶۷۸۹۰', '12345-67890'],
    ])
      assert.equal(read({ ...ada, postcode }).answer?.postcode, tidy)
    assert.deepEqual(read({ street: 'A', city: 'B' }, { country: 'DE', askCountry: false }).answer, {
      ...{ street: 'A', city: 'B', country: 'DE' },
    })
    const untouched = { street: 'A', city: 'B' }
    assert.equal(read(untouched, { country: 'DE' }).answer?.country, 'DE')
    assert.isUndefined(read({ ...untouched, country: '' }, { country: 'DE' }).answer?.country)
  })

  test('what it cannot hold is said of its part', ({ assert }) => {
    const of = (candidate: unknown) => read(candidate).problems.map(({ code, part }) => [code, part])
    assert.deepEqual(of({ ...ada, country: 'Narnia' }), [['option-unknown', 'country']])
    assert.deepEqual(of({ ...ada, planet: 'Mars' }), [['option-unknown', undefined]])
    assert.deepEqual(of({ ...ada, street: 'x'.repeat(201) }), [['max-length', 'street']])
    assert.deepEqual(of({ ...ada, city: ['London'] }), [['format', 'city']])
    assert.deepEqual(of('London'), [['format', undefined]])
  })

  test('is whole as its country writes it', ({ assert }) => {
    const home = { country: 'US' }
    assert.deepEqual(wrong({ country: 'US', street: '1 Main St' }, home), [
      'required city',
      'required region',
      'required postcode',
    ])
    const springfield = { country: 'US', street: '1 Main St', city: 'Springfield', region: 'IL' }
    assert.deepEqual(wrong({ ...springfield, postcode: '1234' }, home), ['format postcode'])
    assert.deepEqual(wrong({ ...springfield, postcode: '62701-0001' }, home), [])
    // of others the page has no rules, the server has
    assert.deepEqual(wrong({ ...ada, postcode: 'X' }, home), [])
    assert.deepEqual(
      server.judge?.({ ...ada, postcode: 'X' }, settings(home)).map(({ part }) => part),
      ['postcode'],
    )
    assert.deepEqual(wrong({ street: 'A', city: 'B' }, home), ['required country'])
    assert.deepEqual(wrong(ada, { countries: 'DE' }), ['not-allowed country'])
    assert.isFalse(safeParse(definition.settings, { countries: 'Narnia' }).success)
  })

  test('asks for the parts that its form wants, whatever the country', ({ assert }) => {
    const town = { street: 'off', line2: 'off', region: 'required', postcode: 'optional' } as const
    for (const country of ['DE', 'US', 'JP']) {
      const part = { ...town, country }
      const asked = partsIn(settings(part).home).map(({ part, wanted }) => [part, wanted])
      assert.sameDeepMembers(asked, [
        ['city', true],
        ['region', true],
        ['postcode', false],
      ])
      for (const judged of [wrong({ country, city: 'A' }, part), wrong({ country, city: 'A' }, town)])
        assert.deepEqual(judged, ['required region'])
      assert.deepEqual(server.judge?.({ country, city: 'A', region: 'B' }, settings(town)), [])
    }
    assert.deepEqual(wrong({ ...ada }, { country: 'GB', line2: 'required' }), ['required line2'])
    const ids = definition.parts?.(settings(town)).map(({ id }) => id)
    assert.deepEqual(ids, ['postcode', 'city', 'region', 'country'])
    const none = { street: 'off', line2: 'off', city: 'off', region: 'off', postcode: 'off' } as const
    const found = definition.check?.(settings(none), { required: false }) ?? []
    assert.deepEqual(
      found.map(({ code }) => code),
      ['unanswerable'],
    )
  })

  test('a part that is not asked for is refused, and left out of what a page posts', ({ assert }) => {
    const part = { country: 'US', region: 'off', postcode: 'off' } as const
    const whole = { country: 'US', street: '1 Main St', city: 'Springfield' }
    const { answer: given = {}, problems } = read({ ...whole, region: 'IL' }, part)
    assert.deepEqual([given, problems], [{ ...whole, region: 'IL' }, []])
    assert.deepEqual(wrong(given, part), ['not-allowed region'])
    assert.deepEqual(wrong({ region: 'IL', postcode: '12345' }, { askCountry: false, ...part }), [
      ...['required street', 'required city', 'not-allowed region', 'not-allowed postcode'],
    ])
    const entries = Object.entries({ ...whole, region: 'IL' }).map(([name, text]) => [name, [text]])
    assert.deepEqual(answer.fromForm(Object.fromEntries(entries), settings(part)), whole)
  })

  test('reads in the lines and the order of its country', ({ assert }) => {
    const lines = (given: Answer) => letterLines(given, settings().orders)
    const madison = { country: 'US', street: '1 Main St', city: 'Madison', region: 'WI', postcode: '53703' }
    assert.deepEqual(lines(madison), ['1 Main St', 'Madison, WI 53703'])
    assert.equal(answer.toText(madison, settings()), '1 Main St, Madison, WI 53703, United States')
    const bonn = { country: 'DE', street: 'Am Markt 1', city: 'Bonn', postcode: '53111' }
    assert.deepEqual(lines(bonn), ['Am Markt 1', '53111 Bonn'])
    assert.equal(answer.toText(bonn, settings(), undefined, 'de'), 'Am Markt 1, 53111 Bonn, Deutschland')
    const tokyo = { country: 'JP', street: '1-1 Chiyoda', city: 'Chiyoda-ku', postcode: '100-8111' }
    assert.deepEqual(lines({ ...tokyo, region: 'Tokyo', line2: '3F' }), [
      ...['100-8111 Tokyo Chiyoda-ku', '1-1 Chiyoda', '3F'],
    ])
    const budapest = { country: 'HU', street: 'Szép u. 22', city: 'Budapest', postcode: '1053' }
    assert.deepEqual(lines(budapest), ['Budapest', 'Szép u. 22', '1053'])
    const haifa = { country: 'IL', street: '5 Herzl St', city: 'Haifa', postcode: '3303105' }
    assert.deepEqual(lines(haifa), ['5 Herzl St', 'Haifa 3303105'])
    const riga = { country: 'LV', street: 'Brīvības iela 1', city: 'Rīga', postcode: 'LV-1010' }
    assert.deepEqual(lines(riga), ['Brīvības iela 1', 'Rīga LV-1010'])
    // what its country has no place for is not lost
    assert.deepEqual(lines({ country: 'HK', city: 'Kowloon', postcode: '999077' }), ['Kowloon 999077'])
    assert.deepEqual(lines({ ...bonn, region: 'NRW' }), ['Am Markt 1', '53111 Bonn, NRW'])
    assert.deepEqual(lines({ city: 'Bonn' }), ['Bonn'])
  })

  test('every known country has the order in which its parts are asked for', ({ assert }) => {
    const parts = { street: 's', line2: 'l', city: 'c', region: 'r', postcode: 'p' }
    for (const country of KNOWN) {
      const asked = partsIn(formatOf(country)).map(({ part }) => part[0])
      const read = letterLines({ ...parts, country }, settings().orders)
        .join('')
        .replace(/[ ,]/g, '')
      assert.isTrue(read.startsWith(asked.join('')), country)
    }
  })

  test('postcodes of the countries are theirs')
    .with([
      ['DE', '10115', '1011'],
      ['GB', 'EC1A 1BB', 'E1'],
      ['NL', '1012 AB', '0012 AB'],
      ['CA', 'K1A 0B1', 'D1A 0B1'],
      ['JP', '100-0001', '1000'],
      ['PL', '00-001', '001'],
      ['BR', '01310-100', '1310'],
      ['IE', 'D02 AF30', 'B02 AF30'],
      ['PT', '1000-001', '1000001'],
    ] as const)
    .run(({ assert }, [country, right, bad]) => {
      const judge = (postcode: string) =>
        server.judge?.({ street: 'A', city: 'B', region: 'C', country, postcode }, settings())
      assert.deepEqual(judge(right), [])
      assert.lengthOf(judge(bad) ?? [], 1)
    })

  test('every format has a street and a city, each part once, and a pattern that reads', ({ assert }) => {
    for (const country of KNOWN) {
      const format = formatOf(country)
      const parts = partsIn(format).map(({ part }) => part)
      assert.includeMembers(parts, ['street', 'line2', 'city'], country)
      assert.lengthOf(new Set(parts), parts.length, country)
      const [order = '', , pattern] = format.split(' ')
      assert.equal(pattern !== undefined && pattern !== '', /p/i.test(order), country)
      assert.match(format, /^[SCRPlrp]+ (-|region|state|province|prefecture|county|emirate|governorate)( |$)/)
    }
  })

  test('whatever is written, no address is both whole here and refused there for the default country', ({
    assert,
  }) => {
    const word = fc.option(fc.string({ maxLength: 12 }), { nil: undefined })
    const written = fc.record({ street: word, city: word, region: word, postcode: word })
    fc.assert(
      fc.property(fc.constantFrom(...KNOWN), written, (country, parts) => {
        const part = { country, askCountry: false }
        const { answer: given, problems } = read(parts, part)
        if (!given || problems.length > 0) return
        assert.deepEqual(
          answer.validate(given, settings(part), context),
          server.judge?.(given, settings(part)),
        )
      }),
    )
  })

  test('reads as on a letter', ({ assert }) => {
    assert.equal(answer.toText(ada, settings()), '12 St James’s Square, London SW1Y 4JH, United Kingdom')
    assert.equal(answer.toText(ada, settings(), 'country', 'fr'), 'Royaume-Uni')
    assert.equal(answer.toText(ada, settings(), 'country'), 'GB')
  })
})
