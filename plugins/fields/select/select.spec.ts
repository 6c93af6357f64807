import { test } from '@japa/runner'
import fc from 'fast-check'
import { parse } from 'valibot'
import type { FormEntries } from '@formwright/kit/answer'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import { cellText } from '@formwright/kit/text'
import answer, { type Answer, CLEAR } from './answer.ts'
import definition, { type Settings } from './field.ts'
import { pastedOption } from './pasted.ts'
import { shuffled } from './shuffle.ts'

const options = [
  { id: 'red', label: 'Red' },
  { id: 'green', label: 'Green, dark', value: 'g' },
  { id: 'blue', label: 'Blue "sky"' },
]
const PICTURE = {
  src: `/media/00000000-0000-4000-8000-000000000000/${'0'.repeat(64)}`,
  ...{ name: 'rose.png', type: 'image/png', size: 9, width: 4, height: 3 },
}
const many = {
  ...{ multiple: true, other: true, appearance: 'dropdown' as const },
  options: Array.from({ length: 25 }, (_, index) => ({ id: `option-${index}`, label: `Option ${index}` })),
}
const several = { options, multiple: true, other: true, none: true }

test.group('select', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: 'option-2' },
      { answer: 'green', settings: { options, appearance: 'dropdown' } },
      { answer: { other: 'Teal' }, settings: { options, other: true } },
      { answer: { other: 'Teal' }, settings: { options, other: true, appearance: 'dropdown' } },
      { answer: 'none', settings: { options, none: true } },
      { answer: ['red', 'blue'], settings: { options, multiple: true, minSelections: 2 } },
      { answer: ['green', { other: ' a, "b" ' }], settings: several },
      { answer: ['green', { other: 'Teal' }, { other: 'Pink' }], settings: { ...several, mostOwn: 3 } },
      { answer: ['option-1', { other: 'Teal' }], settings: { ...many, mostOwn: 3 } },
      { answer: ['none'], settings: { ...several, minSelections: 2 } },
    ],
    settings: [
      {
        options: options.map((one, index) => ({ ...one, group: index > 0 ? 'Cold' : undefined })),
        columns: '3',
      },
      { options, multiple: true, all: true },
      { options: [] },
      { options: [], multiple: true, other: true },
      { options, shuffle: true },
      {
        ...{ appearance: 'pictures', columns: '3' },
        options: options.map((one) => ({ ...one, picture: PICTURE, alt: 'A rose' })),
      },
    ],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings>): Settings => parse(definition.settings, part)
  const data = { locale: 'en', now: 0, source: 'data', required: false } as const
  const read = (candidate: unknown, part: Partial<Settings>) => answer.parse(candidate, settings(part), data)
  const judge = (given: Answer, part: Partial<Settings>): string[] => {
    return answer.validate(given, settings(part), data).map(({ code }) => code)
  }

  test('data names an option by id, value or exact label')
    .with([
      ['red', 'red'],
      ['g', 'green'],
      ['Green, dark', 'green'],
    ])
    .run(({ assert }, [text, id]) => {
      assert.deepEqual(read(text, { options }), { answer: id, problems: [] })
    })

  test('what is no option is a problem, or the text of Other', ({ assert }) => {
    assert.deepEqual(read('RED', { options }), { problems: [{ code: 'option-unknown' }] })
    assert.deepEqual(read('Teal', { options, other: true }), { answer: { other: 'Teal' }, problems: [] })
    assert.deepEqual(read({ options: ['none'], other: '' }, { options }).problems, [
      { code: 'option-unknown' },
    ])
  })

  test('a post never names an option by anything but its id', ({ assert }) => {
    assert.deepEqual(read({ options: ['g'], other: '' }, { options }).problems, [{ code: 'option-unknown' }])
  })

  test('several come each once and in the order of the options', ({ assert }) => {
    const { answer: given } = read(['blue', 'red', { other: 'x' }, 'blue'], several)
    assert.deepEqual(given, ['red', 'blue', { other: 'x' }])
    assert.deepEqual(answer.values(['red', { other: 'x' }], settings(several), data)[''], ['red', 'other'])
  })

  test('thousands of choices among thousands of options are read soon', ({ assert }) => {
    const count = 10_000
    const listed = Array.from({ length: count }, (_, index) => ({
      id: `o${index}`,
      label: `Option ${index}`,
    }))
    const asked = settings({ options: listed, multiple: true, other: true, mostOwn: 50 })
    const ids = listed.map(({ id }) => id)
    const lines = Array.from({ length: 2 * count }, (_, index) => `Own ${index}`)
    const candidates = [
      ids.toReversed(),
      listed.map(({ label }) => label),
      listed.map(({ label }) => ({ other: label.toUpperCase() })),
      lines.slice(0, count),
      { options: ids.map(() => 'other'), other: 'x'.repeat(100_000) },
      { options: [], other: lines.join('\n') },
    ]
    const read = candidates.map((candidate) => {
      const began = performance.now()
      const { answer: given } = answer.parse(candidate, asked, data)
      if (given) answer.toText(given, asked)
      assert.isBelow(performance.now() - began, 500)
      return given
    })
    assert.deepEqual(read.slice(0, 3), [ids, ids, ids])
  })

  test('several are one cell, which reads back as the same answer', ({ assert }) => {
    const given: Answer = ['green', 'blue', { other: ' a, "b"' }]
    const cell = cellText(answer.toText(given, settings(several)))
    assert.equal(cell, '"Green, dark", "Blue ""sky""", " a, ""b"""')
    assert.deepEqual(read(cell, several), { answer: given, problems: [] })
    const label = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .filter((text) => text.trim() !== '' && !text.includes('\0'))
    fc.assert(
      fc.property(fc.uniqueArray(label, { minLength: 1, maxLength: 4 }), (labels) => {
        const own = {
          multiple: true,
          options: labels.map((text, index) => ({ id: `zz${index}`, label: text })),
        }
        const ids = own.options.map(({ id }) => id)
        const text = cellText(answer.toText(ids, settings(own)))
        // A label that is all commas and quotes of the others together is beyond telling apart.
        fc.pre(!labels.includes(text) || labels.length === 1)
        assert.deepEqual(read(text, own).answer, ids)
      }),
    )
  })

  test('Other needs its text', ({ assert }) => {
    const { answer: given, problems } = read({ options: ['other'], other: ' ' }, { options, other: true })
    assert.deepEqual(problems, [{ code: 'required', part: 'other', params: { reason: 'other' } }])
    assert.equal(given && answer.values(given, settings({ other: true }), data)[''], 'other')
  })

  test('writing at Other without JavaScript chooses it; beside another choice it is told, never dropped', ({
    assert,
  }) => {
    const post = (entries: FormEntries, part: Partial<Settings>) => {
      const raw = answer.fromForm(entries, settings(part))
      const { answer: given, problems } = read(raw, part)
      return {
        raw,
        given,
        codes: [...problems.map(({ code }) => code), ...(given ? judge(given, part) : [])],
      }
    }
    const own = { options, other: true }
    assert.deepEqual(post({ other: ['Teal'] }, own).given, { other: 'Teal' })
    const both = { options: ['red', 'other'], other: 'Teal' }
    assert.deepEqual(post({ '': ['red'], other: ['Teal'] }, own), {
      ...{ raw: both, given: 'red', codes: ['too-many'] },
    })
    assert.deepEqual(post({ '': ['none'], other: ['Teal'] }, several).codes, ['exclusive'])
    assert.deepEqual(post({ '': ['red'], other: [' Red '] }, own).codes, [], 'it says the same')
    assert.deepEqual(post({ '': ['red'], other: [' '] }, own), {
      ...{ raw: { options: ['red'], other: ' ' }, given: 'red', codes: [] },
    })
  })

  test("more answers of one's own than may be are refused, none is dropped: {$i}")
    .with([
      [[{ other: 'Teal' }, { other: 'Pink' }], several, 'too-many'],
      [['red', 'Teal', { other: 'Pink' }], several, 'too-many'],
      ['Red, Teal, Pink', several, 'too-many'],
      [['Teal', 'Pink', 'Gold'], { ...several, mostOwn: 2 }, 'too-many'],
      [['Teal', 'Pink'], { ...several, mostOwn: 2 }, undefined],
      [['none', 'Teal'], { ...several, mostOwn: 2 }, 'exclusive'],
      ['Teal', { ...several, ownLength: 3 }, 'max-length'],
      ['Té́l', { ...several, ownLength: 3 }, undefined],
    ] as const)
    .run(({ assert }, [candidate, part, code]) => {
      const { answer: given = [], problems } = read(candidate, part)
      const codes = [...problems.map((problem) => problem.code), ...judge(given, part)]
      assert.deepEqual(codes, code === undefined ? [] : [code])
    })

  test('of one choice a second is refused, whichever it is', ({ assert }) => {
    const one = { ...several, multiple: false }
    const problem = { code: 'too-many', params: { max: 1 } } as const
    assert.deepEqual(read(['red', 'blue'], one).problems, [problem])
    const own = { ...problem, part: 'other', params: { max: 1, reason: 'both' } }
    assert.deepEqual(read([{ other: 'Teal' }, { other: 'Pink' }], one).problems, [own])
    assert.deepEqual(read(['red', { other: 'Pink' }], one).problems, [own])
  })

  test('what is written twice counts once, whatever its case; what is called like an option is that option', ({
    assert,
  }) => {
    const own = { ...several, mostOwn: 5 }
    const written = (other: string) => read({ options: ['other', 'blue'], other }, own)
    assert.deepEqual(written('Teal\r\n\r\n tEAL \nStraße\nSTRASSE\nred'), {
      answer: ['red', 'blue', { other: ' tEAL ' }, { other: 'STRASSE' }],
      problems: [],
    })
    assert.deepEqual(read({ other: 'green, DARK' }, { options, other: true }).answer, 'green')
    assert.deepEqual(written('\n').problems, [
      { code: 'required', part: 'other', params: { reason: 'other' } },
    ])
  })

  test("several answers of one's own come back from a post, a cell and the page as they were", ({
    assert,
  }) => {
    const own = { ...several, mostOwn: 5 }
    const given: Answer = ['green', { other: 'Teal' }, { other: 'a, "b"' }]
    const raw = answer.toRaw(given, settings(own))
    assert.deepEqual(raw, { options: ['green', 'other'], other: 'Teal\na, "b"' })
    assert.deepEqual(read(raw, own).answer, given)
    assert.deepEqual(read(cellText(answer.toText(given, settings(own))), own).answer, given)
    const posted = (entries: FormEntries) => read(answer.fromForm(entries, settings(own)), own).answer
    assert.deepEqual(posted({ '': ['green', 'other'], other: ['Teal', 'a, "b"'] }), given)
    assert.deepEqual(posted({ '': ['green'], other: ['Teal\r\na, "b"'] }), given, 'writing is ticking')
    assert.deepEqual(answer.values(given, settings(own), data)[''], ['green', 'other'])
  })

  test('a choice that is taken back without a script leaves nothing', ({ assert }) => {
    const raw = answer.fromForm({ '': [CLEAR], other: ['Teal'] }, settings({ options, other: true }))
    assert.deepEqual(read(raw, { options, other: true }), { problems: [] })
  })

  test('a box that stands for several is each of them, whatever is ticked besides', ({ assert }) => {
    const posted = (entries: string[]) =>
      read(answer.fromForm({ '': entries, other: [''] }, settings(several)), several)
    assert.deepEqual(posted(['red,blue', 'blue', 'green']), {
      answer: ['red', 'green', 'blue'],
      problems: [],
    })
    assert.deepEqual(posted(['']), { problems: [] })
    assert.deepEqual(posted(['red,*']).problems, [{ code: 'option-unknown' }])
  })

  test('one is one', ({ assert }) => {
    assert.deepEqual(read(['red', 'blue'], { options }).problems, [{ code: 'too-many', params: { max: 1 } }])
    assert.deepEqual(read(['red'], { options }), { answer: 'red', problems: [] })
  })

  test('limits count choices; none of these is complete by itself and excludes the others', ({ assert }) => {
    const limited = { ...several, minSelections: 2, maxSelections: 2 }
    assert.deepEqual(judge(['red'], limited), ['too-few'])
    assert.deepEqual(judge(['red', 'green'], limited), [])
    assert.deepEqual(judge(['red', 'green', 'blue'], limited), ['too-many'])
    assert.deepEqual(judge(['none'], limited), [])
    assert.deepEqual(judge(['red', 'none'], limited), ['exclusive'])
  })

  test('a pasted line is a label, and a value where it ends with one: {0}')
    .with([
      ['S | 12.50', { label: 'S', amount: 12.5 }],
      ['S\t12,5', { label: 'S', amount: 12.5 }],
      ['Blue | red|€ 3', { label: 'Blue | red', amount: 3 }],
      ['Refund | -4.00 €', { label: 'Refund', amount: -4 }],
      ['L | 15 EUR', { label: 'L', amount: 15 }],
      ['L\tUSD 15.50', { label: 'L', amount: 15.5 }],
      ['L | 15 MIN', { label: 'L | 15 MIN' }],
      ['S | 1.250', { label: 'S | 1.250' }],
      ['S | large', { label: 'S | large' }],
      ['| 3', { label: '| 3' }],
      ['12.50', { label: '12.50' }],
    ] as const)
    .run(({ assert }, [line, option]) => {
      assert.deepEqual(pastedOption(line), option)
    })

  test('what options are worth is a matter of formulas', ({ assert }) => {
    const [part] = definition.parts(
      settings({ options: [{ id: 'small', label: 'S', amount: 3 }], none: true }),
    )
    assert.deepEqual(part?.options, [
      { id: 'small', label: 'S', value: 3 },
      { id: 'none', label: 'None of these' },
    ])
  })

  test('shuffling keeps every option and depends on the seed alone', ({ assert }) => {
    const many = Array.from({ length: 50 }, (_, index) => ({ id: `o${index}` }))
    assert.deepEqual(shuffled(many, 'a'), shuffled(many, 'a'))
    assert.notDeepEqual(shuffled(many, 'a'), shuffled(many, 'b'))
    assert.sameDeepMembers(shuffled(many, 'a'), many)
  })

  const check = (part: Partial<Settings>, block: { required?: boolean; fixed?: unknown } = {}) => {
    return (definition.check?.(settings(part), { required: false, ...block }) ?? []).map(
      ({ severity, code, path }) => `${severity} ${code} ${path}`,
    )
  }

  test('a choice that nobody can make is refused at publish', ({ assert }) => {
    assert.deepEqual(check({ options: [] }, { required: true }), ['error unanswerable settings.options'])
    assert.deepEqual(check({ options: [] }), ['warning unanswerable settings.options'])
    assert.deepEqual(check({ options: [], other: true }, { required: true }), [])
    const three = { options, multiple: true }
    assert.deepEqual(check({ ...three, minSelections: 4 }), ['error unanswerable settings.minSelections'])
    assert.deepEqual(check({ ...three, minSelections: 4, none: true }), [
      'error unanswerable settings.minSelections',
    ])
    assert.deepEqual(check({ ...three, minSelections: 4, other: true }), [])
    assert.deepEqual(check({ options, minSelections: 4 }), [], 'one is chosen: nothing is counted')
  })

  test('all of these is worth a look where so many may not be chosen', ({ assert }) => {
    const most = { options, multiple: true, all: true, maxSelections: 2 }
    assert.deepEqual(check(most), ['warning unanswerable settings.all'])
    assert.deepEqual(check({ ...most, maxSelections: 3 }), [])
    assert.deepEqual(check({ ...most, multiple: false }), [])
  })

  test('of thousands of texts of one’s own no more are counted than there may be', ({ assert }) => {
    const many = Array.from({ length: 24_000 }, (_, n) => ({ other: `日本 text number ${n}` }))
    const before = process.threadCpuUsage()
    assert.deepEqual(answer.validate(many, settings({ ...several, other: true }), data), [])
    const { user, system } = process.threadCpuUsage(before)
    assert.isBelow((user + system) / 1000, 100)
  })

  test('options that nobody can tell apart are worth a look', ({ assert }) => {
    const ambiguous = ['warning ambiguous settings.options']
    assert.deepEqual(check({ options: [...options, { id: 'rouge', label: 'Red ' }] }), ambiguous)
    assert.deepEqual(check({ options, other: true, otherLabel: 'Red' }), ambiguous)
    assert.deepEqual(check({ options, other: false, otherLabel: 'Red' }), [])
  })

  test('pictures want to be described, where they are shown', ({ assert }) => {
    const pictured = options.map((one) => ({ ...one, picture: PICTURE }))
    const shown = { options: pictured, appearance: 'pictures' as const }
    assert.deepEqual(check(shown), ['warning undescribed settings.options.red.alt'])
    assert.match(definition.check?.(settings(shown), { required: false })[0]?.message ?? '', /^3 pictures/)
    assert.deepEqual(check({ options: pictured }), [], 'a list does not show them')
    const alt = 'A rose'
    assert.deepEqual(check({ ...shown, options: pictured.map((one) => ({ ...one, alt })) }), [])
  })

  test('a default whose option is gone is refused, not read as a text of Other', ({ assert }) => {
    const gone = ['error default-refused default']
    assert.deepEqual(check({ options, other: true }, { fixed: 'teal' }), gone)
    assert.deepEqual(check({ ...several }, { fixed: ['red', 'teal'] }), gone)
    assert.deepEqual(check({ ...several }, { fixed: ['red', { other: 'Teal' }, 'none'] }), [])
    assert.deepEqual(check({ options }, { fixed: 'red' }), [])
  })
})
