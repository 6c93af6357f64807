import { test } from '@japa/runner'
import type { FormDocument } from '../document/document.ts'
import { begin, beginInBrowser, form, plansOf, type Sketch } from '../fixtures/forms.ts'
import { registry } from '../fixtures/kinds.ts'
import { compile } from '../plan/compile.ts'
import type { Response } from './response.ts'

const OPTIONS = [
  { id: 'berlin', label: 'Berlin', with: ['de'] },
  { id: 'paris', label: 'Paris', with: ['fr'] },
  { id: 'basel', label: 'Basel', with: ['ch', 'fr'] },
]
const COUNTRIES = ['de', 'fr', 'ch', 'es'].map((id) => ({ id, label: id.toUpperCase() }))
const country = (more: Partial<Sketch> = {}): Sketch => ({
  id: 'land01',
  kind: 'town',
  key: 'country',
  label: 'Country',
  settings: { options: COUNTRIES },
  ...more,
})
const town = (settings: object = {}, more: Partial<Sketch> = {}): Sketch => ({
  id: 'town01',
  kind: 'town',
  key: 'town',
  label: 'Town',
  settings: { options: OPTIONS, of: '{#land01}', ...settings },
  ...more,
})
const problemsOf = (document: FormDocument) => compile(document, registry).problems
const offered = (response: Response, path = 'town01') => {
  const { options }: { options?: { id: string }[] } = response.settings(path, { options: OPTIONS })
  return options?.map(({ id }) => id)
}

test.group('Fields that offer what another answer decides', () => {
  for (const [side, start] of [
    ['server', begin],
    ['browser', beginInBrowser],
  ] as const) {
    test(`what is not offered does not count, and counts again: ${side}`, ({ assert }) => {
      const response = start(
        form(country(), town({}, { required: true }), {
          id: 'said01',
          kind: 'text',
          key: 'said',
          label: 'In {#town01}?',
        }),
      )
      const state = () => {
        const { relevant, required, answer, value, problems } = response.field('town01') ?? {}
        return { relevant, required, answer, value, problems: problems?.map(({ code }) => code) }
      }
      const nothing = { relevant: false, required: false, answer: undefined, value: null, problems: [] }
      assert.deepEqual(state(), nothing, 'nothing is offered before there is a country')
      assert.includeMembers([...response.setRaw('land01', 'de')], ['land01', 'town01'])
      assert.deepEqual(offered(response), ['berlin'])
      assert.deepEqual(state(), { ...nothing, relevant: true, required: true, problems: ['required'] })
      response.setRaw('town01', 'berlin')
      assert.equal(response.text('said01', 'label'), 'In Berlin?')
      response.setRaw('land01', 'fr')
      assert.deepEqual(offered(response), ['paris', 'basel'])
      assert.deepEqual(state(), { ...nothing, relevant: true, required: true, problems: ['required'] })
      assert.deepEqual([response.text('said01', 'label'), response.field('town01')?.raw], ['In ?', undefined])
      response.setRaw('land01', 'es')
      assert.deepEqual(state(), nothing)
      response.setRaw('land01', 'de')
      assert.deepEqual(state().value, 'berlin')
    })
  }

  test('of several choices those stay that are offered, and only they are stored', ({ assert }) => {
    const raws = { land01: ['de', 'ch'], town01: ['berlin', 'paris', 'basel', { other: 'Bern' }] }
    const several = { options: COUNTRIES, multiple: true }
    const response = begin(form(country({ settings: several }), town({ multiple: true })), { raws })
    assert.deepEqual(response.stored().town01, ['berlin', 'basel', { other: 'Bern' }])
    assert.deepEqual(response.raws().town01, raws.town01, 'what was typed stays with the response')
  })

  test('what names nothing is always offered; where more can be given, any answer is enough', ({
    assert,
  }) => {
    const free = [...OPTIONS, { id: 'abroad', label: 'Abroad' }]
    const always = begin(form(country(), town({ options: free })))
    assert.isTrue(always.relevant('town01'))
    assert.deepEqual(
      begin(form(country(), town({ options: free })), { raws: { town01: 'berlin' } }).stored(),
      {},
    )
    const besides = begin(form(country(), town({ besides: true })))
    assert.isFalse(besides.relevant('town01'))
    besides.setRaw('land01', 'es')
    assert.isTrue(besides.relevant('town01'))
  })

  test('each item of a section offers what its own answer decides', ({ assert }) => {
    const inside = { parent: 'people' }
    const response = begin(
      form(
        { id: 'people', kind: 'section', key: 'people', settings: { repeats: { min: 0, max: 5 } } },
        country(inside),
        town({}, inside),
      ),
      {
        raws: {
          people: ['item1', 'item2'],
          'people.item1.land01': 'de',
          'people.item2.land01': 'fr',
          'people.item1.town01': 'berlin',
          'people.item2.town01': 'berlin',
        },
      },
    )
    assert.deepEqual(
      ['people.item1.town01', 'people.item2.town01'].map((path) => offered(response, path)),
      [['berlin'], ['paris', 'basel']],
    )
    assert.deepEqual(response.stored().people, [
      { id: 'item1', answers: { land01: 'de', town01: 'berlin' } },
      { id: 'item2', answers: { land01: 'fr' } },
    ])
  })

  test('a default counts while it is offered, and pages load what this takes where a form has it', ({
    assert,
  }) => {
    const document = form(country(), town({}, { default: { value: 'berlin' } }))
    const response = begin(document)
    response.setRaw('land01', 'fr')
    assert.deepEqual(response.stored(), { land01: 'fr' })
    response.setRaw('land01', 'de')
    assert.deepEqual(response.stored(), { land01: 'de', town01: 'berlin' })
    assert.include(plansOf(document).browser.uses, 'settings')
    assert.notInclude(plansOf(form(country())).browser.uses, 'settings')
  })

  test('publish refuses circles, what is gone and what has no options', ({ assert }) => {
    const told = (...fields: Sketch[]) =>
      problemsOf(form(...fields)).map(({ severity, code, path }) => `${severity} ${code} ${path}`)
    const circle = problemsOf(form(country({ settings: { options: OPTIONS, of: '{#town01}' } }), town()))
    assert.deepEqual(
      circle.filter(({ code }) => code === 'cycle').map(({ message }) => message),
      ['These depend on each other in a circle: “Country” → “Town” → “Country”.'],
    )
    assert.deepEqual(told(town()), ['error unknown-reference settings.of'])
    // as a program may write it: the id of the block by itself
    assert.deepEqual(told(country(), town({ of: 'land01' })), ['error unknown-reference settings.of'])
    assert.deepEqual(told({ id: 'land01', kind: 'text', key: 'a', label: 'A' }, town()), [
      'error type settings.of',
    ])
    const gone = [...OPTIONS, { id: 'rom', label: 'Rom', with: ['it'] }]
    assert.deepEqual(told(country(), town({ options: gone })), ['warning never-holds settings.options'])
  })
})
