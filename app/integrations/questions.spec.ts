import { test } from '@japa/runner'
import { questionSteps } from '#app/integrations/questions'
import { sampleSteps, withSamples } from '#app/integrations/sample_answers'
import { plugins } from '#app/plugins/registry'
import { type Block, emptySettings, type FormDocument, type Json } from '#engine/document/document'
import { wholeDocument } from '#engine/document/reading'
import { finish } from '#engine/steps'

const CONTEXT = { locale: 'en', now: 0, source: 'data' } as const

const documentOf = (...blocks: (Partial<Block> & { id: string })[]): FormDocument =>
  wholeDocument(
    {
      format: 1,
      settings: emptySettings('x'),
      aliases: {},
      blocks: blocks.map((block) => ({
        kind: 'text',
        key: block.id,
        label: block.id,
        v: 1,
        settings: {},
        ...block,
      })),
    },
    plugins.registry(),
  )
const people = (settings: Block['settings'] = {}) => ({
  ...{ id: 'people', kind: 'section', label: undefined },
  settings: { title: 'People', repeating: true, itemTitle: 'Person', ...settings },
})

test.group('Questions that integrations are told', (group) => {
  group.setup(async () => plugins.load(process.cwd()))

  test('a section that repeats is one, with a list of objects by key and its items as text', ({ assert }) => {
    const form = documentOf(
      { id: 'group1', kind: 'section', settings: { title: 'Only holds together' } },
      { id: 'firm01', label: 'Firm', parent: 'group1' },
      people(),
      { id: 'name01', key: 'name', label: 'Name', parent: 'people' },
      { id: 'age001', key: 'age', kind: 'number', label: 'Age', parent: 'people' },
      { id: 'cv0001', key: 'cv', kind: 'file', label: 'CV', parent: 'people' },
    )
    const file = { id: 'f1', name: 'cv.txt', size: 5, type: 'text/plain' }
    const stored: Record<string, Json> = {
      firm01: 'Engines',
      people: [
        { id: 'item1', answers: { name01: 'Ada', age001: 36, cv0001: [file] } },
        { id: 'item2', answers: {} },
      ],
    }
    const told = (answers: Record<string, Json>) =>
      finish(
        questionSteps(form, answers, (path, _, template) => (path === 'people.item2' ? '' : template), {
          ...CONTEXT,
          linkOf: (id) => `https://files.example/${id}`,
        }),
      )
    const [firm, section, ...others] = told(stored)
    assert.isEmpty(others)
    assert.deepInclude(firm, { key: 'firm01', label: 'Firm', text: 'Engines', value: 'Engines' })
    assert.deepInclude(section, {
      ...{ id: 'people', key: 'people', label: 'People' },
      text: 'Person\nName: Ada\nAge: 36\nCV: cv.txt\n\nPeople 2',
      value: [{ name: 'Ada', age: 36, cv: [{ ...file, url: 'https://files.example/f1' }] }, {}],
      parts: [{ id: '', label: 'People', type: 'number', value: 2, text: '2' }],
    })
    assert.deepEqual(
      section?.items?.map(({ id, title, questions }) => [
        id,
        title,
        questions.map(({ key, text }) => [key, text]),
      ]),
      [
        [
          'item1',
          'Person',
          [
            ['name', 'Ada'],
            ['age', '36'],
            ['cv', 'cv.txt'],
          ],
        ],
        [
          'item2',
          'People 2',
          [
            ['name', ''],
            ['age', ''],
            ['cv', ''],
          ],
        ],
      ],
    )
    const [, none] = told({})
    assert.deepInclude(none, { text: '', items: [] })
    assert.isUndefined(none?.value)
    assert.equal(none?.parts[0]?.value, 0)
  })

  test('parts are called as the table calls them', ({ assert }) => {
    const form = documentOf({ id: 'trip01', kind: 'date', label: 'Trip', settings: { range: true } })
    const [trip] = finish(questionSteps(form, {}, (_path, _name, template) => template, CONTEXT))
    const called = trip?.parts.map(({ label }) => label) ?? []
    assert.includeMembers(called, ['Trip (From)', 'Trip (To)'])
  })

  test('of several choices each is told by itself, as it is called by now, and nothing else is', ({
    assert,
  }) => {
    const options = [
      { id: 'red001', label: 'Red, dark' },
      { id: 'blue01', label: 'Blue of {#name01}' },
      { id: 'green1', label: 'Green' },
    ]
    const form = documentOf(
      { id: 'name01' },
      { id: 'colour', kind: 'select', settings: { multiple: true, options } },
      { id: 'single', kind: 'select', settings: { options } },
    )
    const textsOf = (answers: Record<string, Json>) =>
      finish(
        questionSteps(
          form,
          answers,
          (_path, _name, template) => template.replace('{#name01}', 'Ada'),
          CONTEXT,
        ),
      ).map(({ parts }) => parts.map(({ texts }) => texts))
    assert.deepEqual(textsOf({ name01: 'Ada', colour: ['blue01', 'red001', 'gone01'], single: 'red001' }), [
      [undefined],
      [['Blue of Ada', 'Red, dark', 'gone01']],
      [undefined],
    ])
    assert.deepEqual(textsOf({ colour: [] })[1], [[]])
    assert.deepEqual(textsOf({})[1], [undefined])
  })

  test('invented answers have items, as many as there must be and may be', ({ assert }) => {
    const registry = plugins.registry()
    const samples = (settings: Block['settings']) => {
      const form = documentOf(people(settings), { id: 'name01', parent: 'people' })
      return { form, answers: finish(sampleSteps(form, registry, CONTEXT)) }
    }
    const count = (settings: Block['settings']) => {
      const { people: items } = samples(settings).answers
      return Array.isArray(items) ? items.length : undefined
    }
    assert.deepEqual([count({}), count({ min: 3 }), count({ min: 0, max: 1 })], [2, 3, 1])
    const { form, answers } = samples({})
    const name = 'Example'
    assert.deepEqual(answers, {
      people: [
        { id: 'item1', answers: { name01: name } },
        { id: 'item2', answers: { name01: name } },
      ],
    })
    // what was computed in an item stays beside what was invented
    const computed = { total1: 5, people: [{ id: 'item2', answers: { sum001: 2, name01: 'x' } }] }
    assert.deepEqual(withSamples(computed, answers, form, registry), {
      total1: 5,
      people: [
        { id: 'item1', answers: { name01: name } },
        { id: 'item2', answers: { sum001: 2, name01: name } },
      ],
    })
  })
})
