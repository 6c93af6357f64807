import { test } from '@japa/runner'
import { readBlock } from '../document/reading.ts'
import { project } from '../plan/projection.ts'
import { begin, beginInBrowser, calculation, form, plansOf, type Sketch } from '../fixtures/forms.ts'
import { answers, registry } from '../fixtures/kinds.ts'
import { compile } from '../plan/compile.ts'
import { settledResponse } from './settled.ts'

const name: Sketch = { id: 'fstname', kind: 'text', key: 'first_name', label: 'First name' }
const gift: Sketch = {
  id: 'thegift',
  kind: 'select',
  key: 'gift',
  label: 'Gift',
  placeholder: 'For {#fstname}',
  settings: {
    options: [
      { id: 'cake', label: "{#fstname}'s cake" },
      { id: 'brace', label: 'A {{brace}' },
      { id: 'plain', label: 'Nothing' },
    ],
  },
}
const thanks: Sketch = { id: 'thanking', kind: 'heading', settings: { text: 'You get {#thegift}' } }
const whole = form(name, gift, thanks)

test.group('Texts in the settings of a field', () => {
  test('answers stand in them, and they change with those', ({ assert }) => {
    for (const response of [begin(whole), beginInBrowser(whole)]) {
      response.setRaw('fstname', 'Ada')
      assert.equal(response.text('thegift', 'options.cake.label'), "Ada's cake")
      assert.equal(response.text('thegift', 'options.brace.label'), 'A {brace}')
      assert.equal(response.text('thegift', 'placeholder'), 'For Ada')
      assert.include([...response.setRaw('fstname', 'Grace')], 'thegift')
      assert.equal(response.text('thegift', 'options.cake.label'), "Grace's cake")
    }
  })

  test('what is read of an answer is what was read when it was given', ({ assert }) => {
    const response = begin(whole)
    response.setRaw('fstname', 'Ada')
    response.setRaw('thegift', ['cake'])
    assert.equal(response.text('thanking', 'text'), "You get Ada's cake")
    assert.include([...response.setRaw('fstname', 'Grace')], 'thanking')
    assert.equal(response.text('thanking', 'text'), "You get Grace's cake")
    const settled = settledResponse(plansOf(whole).server, answers, response.stored(), {
      locale: 'en',
      now: 0,
    })
    assert.equal(settled.text('thanking', 'text'), "You get Grace's cake")
  })

  test('numbers in texts are written as the respondent writes them, in formulas as data', ({ assert }) => {
    const amount: Sketch = { id: 'amount', kind: 'number', label: 'Amount' }
    const said: Sketch = { id: 'saidit', kind: 'heading', settings: { text: 'You give {#amount}' } }
    const joined = calculation('joined', '"=" & {#amount}', { type: 'text' })
    for (const start of [begin, beginInBrowser]) {
      const response = start(form(amount, said, joined), { locale: 'de', raws: { amount: 1.5 } })
      assert.equal(response.text('saidit', 'text'), 'You give 1,5')
      assert.equal(response.field('joined')?.value, '=1.5')
    }
  })

  test('answers in them are never read as references', ({ assert }) => {
    const response = begin(whole)
    response.setRaw('fstname', '{#thegift}')
    response.setRaw('thegift', ['cake'])
    assert.equal(response.text('thanking', 'text'), "You get {#thegift}'s cake")
  })

  test('a browser is told which to ask for, and of no others', ({ assert }) => {
    const { blocks } = project(whole, 1, plansOf(whole).browser, registry)
    assert.deepEqual(blocks[1].texts, ['placeholder', 'options.cake.label', 'options.brace.label'])
    assert.isUndefined(blocks[0].texts)
  })

  test('pages load what fills them in only for forms that have some', ({ assert }) => {
    const uses = (...fields: Sketch[]) => plansOf(form(name, ...fields)).browser.uses
    assert.include(uses(gift), 'settings')
    assert.notInclude(uses(thanks, { ...gift, settings: {} }), 'settings')
  })

  test('what is wrong with an answer is said with them', ({ assert }) => {
    const settings = { maxLength: 2, tooLong: 'Too long for {#fstname}' }
    const response = begin(form(name, { id: 'nicknam', kind: 'text', settings }))
    response.setRaw('fstname', 'Ada')
    response.setRaw('nicknam', 'abc')
    assert.equal(response.field('nicknam')?.problems[0]?.message, 'Too long for Ada')
    response.setRaw('fstname', 'Grace')
    assert.equal(response.field('nicknam')?.problems[0]?.message, 'Too long for Grace')
  })

  test('one that refers to nothing is found where it stands', ({ assert }) => {
    const settings = { options: [{ id: 'cake', label: '{#goneone} cake' }] }
    const { problems } = compile(form({ id: 'thegift', kind: 'select', label: 'Gift', settings }), registry)
    assert.deepEqual(
      problems.map(({ code, path }) => [code, path]),
      [['unknown-reference', 'settings.options.cake.label']],
    )
  })

  test('one that its own answer would stand in is a circle', ({ assert }) => {
    const settings = { options: [{ id: 'cake', label: 'Not {#thegift}' }] }
    const { problems } = compile(form({ id: 'thegift', kind: 'select', label: 'Gift', settings }), registry)
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['cycle'],
    )
  })

  test('several things are piped with the commas of the language', ({ assert }) => {
    const options = ['Tea', 'Milk'].map((label) => ({ id: label.toLowerCase(), label }))
    const blocks: Sketch[] = [
      { id: 'drinks', kind: 'select', settings: { options, multiple: true } },
      { id: 'saidit', kind: 'heading', settings: { text: '{#drinks}.' } },
    ]
    for (const [locale, text] of [
      ['en', 'Tea, Milk.'],
      ['ar-EG', '\u2068Tea، Milk\u2069.'],
    ] as const)
      assert.equal(
        begin(form(...blocks), { raws: { drinks: ['tea', 'milk'] }, locale }).text('saidit', 'text'),
        text,
      )
  })

  test('whoever shows many answers calls the references by their keys', ({ assert }) => {
    const { field } = readBlock(whole.blocks[1], registry).read
    assert.equal(
      field?.withTexts((_, text) => text.replace('{#fstname}', '{first_name}')).text({ ids: ['cake'] }),
      "{first_name}'s cake",
    )
  })
})
