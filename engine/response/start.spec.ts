import { test } from '@japa/runner'
import type { Condition, Rule } from '../document/document.ts'
import { begin, beginInBrowser, calculation, form, plansOf, type Sketch } from '../fixtures/forms.ts'
import { answers } from '../fixtures/kinds.ts'
import type { Answers } from '../registry.ts'
import { serverStateFor } from './server_state.ts'
import { settledResponse } from './settled.ts'
import { startResponse } from './start.ts'
import { richTextOf } from '@formwright/kit/rich/from_text'

const text = (id: string, more: Partial<Sketch> = {}): Sketch => ({ id, kind: 'text', ...more })
const number = (id: string, more: Partial<Sketch> = {}): Sketch => ({ id, kind: 'number', ...more })
const page = (id: string, rules: Rule[] = []): Sketch => ({ id, kind: 'page-break', rules })
const is = (field: string, value: string): Condition => ({ left: { field }, op: 'is', right: { value } })
const empty = (field: string): Condition => ({ left: { field }, op: 'is-empty' })
const when = (condition: Condition, act: 'show' | 'hide' | 'enable' | 'disable' | 'require'): Rule => ({
  when: condition,
  do: act,
})
const skip = (condition: Condition, to: string): Rule => ({ when: condition, do: 'skip', to })
const ALWAYS: Condition = { all: [] }

/** How a text behaves that means “off” while it is left as it is. */
const withRest: Answers = (kind) => {
  const own = answers(kind)
  return own && kind === 'text' ? { ...own, untouched: () => 'off' } : own
}

test.group('A control that means something as it was drawn', () => {
  const document = form(
    text('lamp01'),
    text('filled', { default: { value: 'on' } }),
    text('shown1', { state: 'hidden', rules: [when(is('lamp01', 'off'), 'show')] }),
  )
  const start = () =>
    startResponse(plansOf(document).server, withRest, { locale: 'en', now: 0, source: 'form' })

  test('counts like a default, where there is none', ({ assert }) => {
    const response = start()
    assert.deepEqual(response.stored(), { lamp01: 'off', filled: 'on', shown1: 'off' })
    assert.isFalse(response.field('lamp01')?.touched)
    response.setRaw('lamp01', 'on')
    assert.isFalse(response.relevant('shown1'))
    response.setRaw('lamp01', '')
    assert.deepEqual(response.stored(), { filled: 'on' }, 'emptied it stays empty')
  })
})

test.group('Relevance', () => {
  const chain = form(
    text('gateway'),
    text('second', { rules: [when(is('gateway', 'no'), 'hide')], label: 'Second' }),
    text('third1', { state: 'hidden', rules: [when(is('second', 'x'), 'show')] }),
    calculation('lengths', 'length({#second}) + length({#third1})'),
    { id: 'piped1', kind: 'heading', settings: { text: '[{#second}|{#third1}|{#lengths}]' } },
  )

  test('irrelevant is empty for every reader, for a whole chain in the same step', ({ assert }) => {
    const response = begin(chain, { raws: { second: 'x', third1: 'yy' } })
    assert.equal(response.text('piped1', 'text'), '[x|yy|3]')
    const changed = response.setRaw('gateway', 'NO ')
    assert.sameMembers([...changed], ['gateway', 'second', 'third1', 'lengths', 'piped1'])
    assert.isFalse(response.relevant('second'))
    assert.isFalse(response.relevant('third1'))
    assert.isNull(response.value('second'))
    assert.equal(response.text('piped1', 'text'), '[||0]')
    assert.deepEqual(response.stored(), { gateway: 'NO ', lengths: 0 })
  })

  test('what was typed counts again when it is shown again', ({ assert }) => {
    const response = begin(chain, { raws: { second: 'x', third1: 'yy', gateway: 'no' } })
    assert.deepEqual(response.raws(), { second: 'x', third1: 'yy', gateway: 'no' })
    assert.equal(response.field('third1')?.raw, 'yy')
    response.clear('gateway')
    assert.equal(response.text('piped1', 'text'), '[x|yy|3]')
    assert.deepEqual(response.stored(), { second: 'x', third1: 'yy', lengths: 3 })
  })

  test('hidden and disabled are never required and never block', ({ assert }) => {
    const response = begin(
      form(
        text('hidden', { required: true, state: 'hidden', settings: { maxLength: 1 } }),
        text('disabl', { required: true, state: 'disabled' }),
        text('forced', { state: 'hidden', rules: [when(ALWAYS, 'require')] }),
        text('plain1', { rules: [when(ALWAYS, 'require')] }),
      ),
      { raws: { hidden: 'too long', disabl: '', forced: '', plain1: ' ' } },
    )
    assert.deepEqual(response.problems(), [{ code: 'required', block: 'plain1', path: 'plain1' }])
    assert.isFalse(response.field('hidden')?.required)
    assert.isFalse(response.field('disabl')?.required)
  })

  test('an error of a rule stops its field, after what its kind finds; the first that matches is told', ({
    assert,
  }) => {
    const error = (condition: Condition, message: string): Rule => ({ when: condition, do: 'error', message })
    const below: Condition = { left: { field: 'second' }, op: 'lt', right: { field: 'first1' } }
    const document = form(
      number('first1'),
      number('second', {
        settings: { min: 1 },
        required: true,
        rules: [
          error(below, 'At least {#first1}, not {#second}.'),
          error(empty('first1'), 'The first is missing.'),
        ],
      }),
      text('hidden', { state: 'hidden', rules: [error(ALWAYS, 'No')] }),
      text('disabl', { state: 'disabled', rules: [error(ALWAYS, 'No')] }),
      calculation('summed', '{#first1} + {#second}'),
    )
    for (const response of [begin(document), beginInBrowser(document)]) {
      const said = () => response.problems().map(({ block, code, message }) => [block, code, message])
      assert.deepEqual(said(), [['second', 'required', undefined]])
      response.setRaw('second', '0')
      assert.deepEqual(said(), [['second', 'min', undefined]])
      response.setRaw('second', '2')
      assert.deepEqual(said(), [['second', 'custom', 'The first is missing.']])
      assert.include([...response.setRaw('first1', '3')], 'second')
      assert.deepEqual(said(), [['second', 'custom', 'At least 3, not 2.']])
      response.setRaw('second', '3')
      assert.deepEqual(said(), [])
    }
  })

  test('an error that depends on what only the server knows is told by it', ({ assert }) => {
    const points = calculation('points', '{#guess1} * 7', { private: true })
    const tooFew: Condition = { left: { field: 'points' }, op: 'lt', right: { value: 21 } }
    const document = form(
      points,
      number('guess1', { rules: [{ when: tooFew, do: 'error', message: 'Try again.' }] }),
    )
    const browser = beginInBrowser(document, { raws: { guess1: '2' } })
    assert.deepEqual(browser.problems(), [])
    assert.deepEqual(browser.turn('start'), { to: 'end' })
    assert.deepEqual(
      begin(document, { raws: { guess1: '2' } })
        .problems()
        .map(({ message }) => message),
      ['Try again.'],
    )
  })

  test('a hidden section hides its blocks, whatever their own rules say', ({ assert }) => {
    const response = begin(
      form(
        text('gateway'),
        { id: 'group1', kind: 'section', rules: [when(is('gateway', 'no'), 'hide')] },
        text('inner1', { parent: 'group1', required: true, rules: [when(ALWAYS, 'show')] }),
        text('inner2', { parent: 'group1', rules: [when(is('inner1', 'x'), 'hide')] }),
        calculation('lengths', 'length({#inner1})'),
      ),
      { raws: { inner1: 'xx' } },
    )
    assert.deepEqual(response.blocksOf('start'), ['gateway', 'group1', 'inner1', 'inner2', 'lengths'])
    assert.isTrue(response.relevant('inner2'))
    assert.sameMembers([...response.setRaw('inner1', 'x')], ['inner1', 'inner2', 'lengths'])
    assert.deepEqual(
      ['group1', 'inner1', 'inner2'].map((id) => response.relevant(id)),
      [true, true, false],
    )
    const hidden = response.setRaw('gateway', 'no')
    assert.sameMembers([...hidden], ['gateway', 'group1', 'inner1', 'lengths'])
    assert.deepEqual(
      ['group1', 'inner1', 'inner2'].map((id) => response.relevant(id)),
      [false, false, false],
    )
    assert.deepEqual(response.stored(), { gateway: 'no', lengths: 0 })
    assert.deepEqual(response.problems(), [])
  })

  test('the last matching show or hide wins, also over the base state', ({ assert }) => {
    const rules = [
      when(is('driver', 'a'), 'hide'),
      when(is('driver', 'a'), 'show'),
      when(is('driver', 'b'), 'hide'),
    ]
    const shown = begin(form(text('driver'), text('target', { rules, state: 'hidden' })))
    const seen = ['', 'a', 'b'].map((raw) => {
      shown.setRaw('driver', raw)
      return shown.relevant('target')
    })
    assert.deepEqual(seen, [false, true, false])
  })

  test('the last matching enable or disable wins, also over the base state', ({ assert }) => {
    const rules = [
      when(is('driver', 'a'), 'enable'),
      when(is('driver', 'b'), 'enable'),
      when(is('driver', 'b'), 'disable'),
    ]
    const response = begin(form(text('driver'), text('target', { rules, state: 'disabled' })))
    const disabled = ['', 'a', 'b'].map((raw) => {
      response.setRaw('driver', raw)
      return response.field('target')?.disabled
    })
    assert.deepEqual(disabled, [true, false, true])
  })

  test('a page that is hidden, jumped over or has nothing to see takes its blocks along', ({ assert }) => {
    const response = begin(
      form(
        text('driver', { rules: [skip(is('driver', 'jump'), 'page03')] }),
        page('page01', [when(is('driver', 'hide'), 'hide')]),
        text('first1'),
        calculation('merely', '1', { shown: false }),
        page('page02'),
        text('second', { rules: [when(is('driver', 'bare'), 'hide')] }),
        calculation('unseen', '2', { shown: false }),
        page('page03'),
        text('third1'),
      ),
    )
    const seen = (raw: string) => {
      response.setRaw('driver', raw)
      return [
        response.pages().join(' '),
        ['first1', 'merely', 'second', 'unseen', 'third1'].filter((id) => response.relevant(id)).join(' '),
      ]
    }
    assert.deepEqual(seen(''), ['start page01 page02 page03', 'first1 merely second unseen third1'])
    assert.deepEqual(seen('hide'), ['start page02 page03', 'second unseen third1'])
    assert.deepEqual(seen('jump'), ['start page03', 'third1'])
    assert.deepEqual(seen('bare'), ['start page01 page03', 'first1 merely third1'])
  })

  test('calculations that are merely not displayed count, also on a page of their own', ({ assert }) => {
    const response = begin(form(text('driver'), page('page01'), calculation('unseen', '2', { shown: false })))
    assert.deepEqual(response.pages(), ['start'])
    assert.deepEqual(response.turn('start'), { to: 'end' })
    assert.deepEqual(response.stored(), { unseen: 2 })
  })

  test('a form of which nothing is seen still has a page to send it from', ({ assert }) => {
    const response = begin(form(text('hidden', { state: 'hidden' })))
    assert.deepEqual(response.pages(), ['start'])
    assert.deepEqual(response.problems(), [])
  })
})

test.group('Defaults', () => {
  test('a default fills what was not touched; cleared it stays cleared', ({ assert }) => {
    const document = form(text('target', { default: { value: 'given' } }))
    const response = begin(document)
    assert.deepInclude(response.field('target'), { raw: 'given', answer: 'given', touched: false })
    assert.deepEqual(response.raws(), {})
    response.clear('target')
    assert.deepInclude(response.field('target'), { raw: undefined, answer: undefined, touched: true })
    assert.deepEqual(response.stored(), {})
    const resumed = begin(document, { raws: JSON.parse(JSON.stringify(response.raws())) })
    assert.deepEqual(resumed.stored(), {})
  })

  test('it counts only while relevant', ({ assert }) => {
    const document = form(
      text('driver'),
      text('target', { default: { value: 'x' }, rules: [when(is('driver', 'a'), 'hide')] }),
    )
    const response = begin(document, { raws: { driver: 'a' } })
    assert.isNull(response.value('target'))
    assert.deepEqual(response.stored(), { driver: 'a' })
    response.clear('driver')
    assert.deepEqual(response.stored(), { target: 'x' })
  })

  test('disabled fields hold their default, whatever is sent', ({ assert }) => {
    const response = begin(
      form(
        text('driver'),
        text('target', { default: { value: 'default' }, rules: [when(is('driver', 'a'), 'disable')] }),
        text('always', { state: 'disabled' }),
      ),
      { raws: { driver: 'a', target: 'forged', always: 'forged' } },
    )
    assert.deepEqual(response.stored(), { driver: 'a', target: 'default' })
    response.clear('driver')
    assert.deepEqual(response.stored(), { target: 'forged' })
  })

  test('one with answers in it follows them until the field is touched', ({ assert }) => {
    const document = form(
      text('driver'),
      text('target', { default: { text: 'Dear {#driver}' } }),
      calculation('length', 'length({#target})'),
    )
    const response = begin(document)
    assert.equal(response.field('target')?.answer, 'Dear ')
    const changed = [...response.setRaw('driver', 'Ada')]
    assert.includeMembers(changed, ['driver', 'target', 'length'])
    assert.deepInclude(response.field('target'), { raw: 'Dear Ada', answer: 'Dear Ada', touched: false })
    assert.deepEqual(response.stored(), { driver: 'Ada', target: 'Dear Ada', length: 8 })
    assert.deepEqual(response.raws(), { driver: 'Ada' })
    response.clear('target')
    response.setRaw('driver', 'Bob')
    assert.deepEqual(response.stored(), { driver: 'Bob', length: 0 })
  })

  test('one with answers in it counts only while relevant, and holds a disabled field', ({ assert }) => {
    const document = form(
      text('driver'),
      text('mirror', { default: { text: '{#driver}' }, rules: [when(is('driver', 'b'), 'hide')] }),
      text('target', { default: { text: '{#mirror}' }, state: 'disabled' }),
    )
    const response = begin(document, { raws: { driver: 'a', target: 'forged' } })
    assert.deepEqual(response.stored(), { driver: 'a', mirror: 'a', target: 'a' })
    response.setRaw('driver', 'b')
    assert.deepEqual(response.stored(), { driver: 'b' })
  })

  test('one with answers in it is typed by the field; what does not fit fills nothing')
    .with([
      { from: text('source'), raw: '7', to: number('target'), expected: 7 },
      { from: text('source'), raw: 'seven', to: number('target'), expected: undefined },
      { from: text('source'), raw: '4', to: number('target', { settings: { min: 5 } }), expected: undefined },
      { from: text('source'), raw: '  ', to: text('target'), expected: undefined },
      // the number itself, not as it is read
      { from: number('source'), raw: '1234.5', to: number('target'), expected: 1234.5 },
      { from: number('source'), raw: '1234.5', to: text('target'), expected: '1234.5' },
      // no marks of direction stand in an answer
      { from: text('source'), raw: 'שלום', to: text('target'), text: 'To {#source}!', expected: 'To שלום!' },
    ])
    .run(({ assert }, { from, raw, to, text: said = '{#source}', expected }) => {
      const document = form(from, { ...to, default: { text: said } })
      for (const begun of [begin, beginInBrowser]) {
        const response = begun(document, { raws: { source: raw } })
        assert.deepEqual(response.field('target')?.answer, expected)
        assert.deepEqual(response.problems(), [])
      }
    })

  test('choices fill in a list each as it is called, whatever stands in it and whatever its id is', ({
    assert,
  }) => {
    const options = [
      { id: 'o1', label: 'Red, dark' },
      { id: 'o2', label: 'Blue' },
    ]
    const document = form(
      { id: 'source', kind: 'select', settings: { multiple: true, options } },
      { id: 'target', kind: 'town', settings: { multiple: true }, default: { text: '{#source}' } },
      text('people', { default: { text: '{#source}' } }),
    )
    for (const begun of [begin, beginInBrowser]) {
      const response = begun(document, { raws: { source: ['o1', 'o2'] } })
      assert.deepEqual(response.field('target')?.answer, ['Red, dark', 'Blue'])
      assert.equal(response.field('people')?.answer, 'Red, dark, Blue')
      response.setRaw('source', [])
      assert.isUndefined(response.field('target')?.answer)
    }
  })

  test('an answer in parts fills in a question of its kind, and no other', ({ assert }) => {
    const source: Sketch = { id: 'source', kind: 'trip', label: 'There' }
    const document = form(
      source,
      { id: 'target', kind: 'trip', default: { text: '{#source}' }, state: 'disabled' },
      number('amount', { default: { text: '{#source}' } }),
      text('people', { default: { text: '{#source}' } }),
    )
    const raw = { from: '2024-02-28', to: '2024-02-29' }
    for (const begun of [begin, beginInBrowser]) {
      const response = begun(document, { raws: { source: raw } })
      assert.deepEqual(response.field('target')?.answer, raw)
      assert.isUndefined(response.field('amount')?.answer)
      assert.equal(response.field('people')?.answer, '2024-02-28 – 2024-02-29')
      response.setRaw('source', { ...raw, to: '2024-03-01' })
      assert.deepEqual(response.field('target')?.answer, { ...raw, to: '2024-03-01' })
    }
    assert.throws(() => plansOf(form({ ...source, default: { text: '{#source}' } })), 'circle')
  })

  test('half of an answer stands there and is none, until somebody completes it', ({ assert }) => {
    const half = { from: '2024-02-28' }
    const trip = (more: Partial<Sketch>): Sketch => ({ id: 'tripfield', kind: 'trip', ...more })
    for (const given of [{ value: half }, { param: 'when' }]) {
      const document = form(trip({ default: given, settings: { whole: true } }))
      for (const begun of [begin, beginInBrowser]) {
        const response = begun(document, { params: { when: JSON.stringify(half) } })
        assert.deepEqual(response.field('tripfield')?.raw, half)
        assert.deepEqual(response.stored(), {})
        assert.deepEqual(response.problems(), [])
        response.setRaw('tripfield', half)
        assert.deepEqual(
          response.problems().map(({ code, path }) => [code, path]),
          [['required', 'tripfield.to']],
        )
        response.setRaw('tripfield', { ...half, to: '2024-02-29' })
        assert.deepEqual(response.stored(), { tripfield: { ...half, to: '2024-02-29' } })
      }
    }
    const asked = begin(form(trip({ default: { value: half }, settings: { whole: true }, required: true })))
    assert.deepEqual(
      asked.problems().map(({ code, path }) => [code, path]),
      [['required', 'tripfield']],
    )
  })

  test('one with answers in it is gone from a response that is over', ({ assert }) => {
    const { server } = plansOf(form(text('driver'), text('target', { default: { text: '{#driver}' } })))
    const settled = settledResponse(server, answers, { driver: 'a' }, { locale: 'en', now: 0 })
    assert.deepEqual(settled.stored(), { driver: 'a' })
  })

  test('URL parameters are typed by the field; bad ones fill nothing')
    .with([
      { raw: '7', expected: { amount: 7 } },
      { raw: 'seven', expected: {} },
      { raw: '1', expected: {} },
      { raw: undefined, expected: {} },
    ])
    .run(({ assert }, { raw, expected }) => {
      const document = form(
        number('amount', { default: { param: 'n' }, settings: { min: 5 } }),
        text('undecl'),
      )
      const params: Record<string, string> = raw === undefined ? {} : { n: raw, undecl: 'x' }
      assert.deepEqual(begin(document, { params }).stored(), expected)
    })
})

test.group('Pages and endings', () => {
  const document = form(
    text('driver', {
      rules: [
        skip(is('driver', 'end'), 'ending2'),
        skip(is('driver', 'two'), 'page02'),
        skip(ALWAYS, 'page01'),
      ],
    }),
    page('page01'),
    text('first1'),
    page('page02', [skip(is('first1', 'stop'), 'ending1')]),
    text('second'),
    { id: 'fallbk', kind: 'ending' },
    { id: 'ending1', kind: 'ending', condition: is('second', 'one') },
    { id: 'ending2', kind: 'ending', condition: is('second', 'two') },
  )

  test('skips are read when their page is left; the first that matches wins', ({ assert }) => {
    const response = begin(document)
    assert.deepEqual(response.turn('start'), { to: 'page', page: 'page01' })
    response.setRaw('driver', 'two')
    assert.deepEqual(response.turn('start'), { to: 'page', page: 'page02' })
    assert.deepEqual(response.pages(), ['start', 'page02'])
    response.setRaw('driver', 'end')
    assert.deepEqual(response.turn('start'), { to: 'end' })
    assert.deepEqual(response.pages(), ['start'])
  })

  test('a skip to an ending beats the conditions of the endings', ({ assert }) => {
    const response = begin(document, { raws: { first1: 'stop', second: 'two' } })
    assert.equal(response.ending(), 'ending1')
    response.clear('first1')
    assert.equal(response.ending(), 'ending2')
    assert.isTrue(response.relevant('ending2'))
    response.clear('second')
    assert.equal(response.ending(), 'fallbk')
    response.setRaw('driver', 'end')
    assert.equal(response.ending(), 'ending2')
  })

  test('skips of a page that was jumped over are not read', ({ assert }) => {
    const jumped = form(
      text('driver', { rules: [skip(is('driver', 'x'), 'page02')] }),
      page('page01', [skip(ALWAYS, 'page03')]),
      text('first1'),
      page('page02'),
      text('second'),
      page('page03'),
      text('third1'),
    )
    const response = begin(jumped)
    assert.deepEqual(response.pages(), ['start', 'page01', 'page03'])
    response.setRaw('driver', 'x')
    assert.deepEqual(response.pages(), ['start', 'page02', 'page03'])
  })

  test('skips of a block that is hidden are not read', ({ assert }) => {
    const hidden = form(
      text('driver'),
      text('first1', { rules: [{ when: is('driver', 'x'), do: 'hide' }, skip(ALWAYS, 'page02')] }),
      page('page01'),
      text('second'),
      page('page02'),
      text('third1'),
    )
    const response = begin(hidden)
    assert.deepEqual(response.pages(), ['start', 'page02'])
    response.setRaw('driver', 'x')
    assert.deepEqual(response.pages(), ['start', 'page01', 'page02'])
  })

  test('the first ending that matches; without any the built-in one', ({ assert }) => {
    const both = form(
      text('driver'),
      { id: 'endone', kind: 'ending', condition: is('driver', 'a') },
      { id: 'endtwo', kind: 'ending', condition: ALWAYS },
    )
    assert.equal(begin(both, { raws: { driver: 'a' } }).ending(), 'endone')
    assert.equal(begin(both).ending(), 'endtwo')
    assert.isNull(begin(form(text('driver'))).ending())
    assert.isNull(
      begin(form(text('driver'), { id: 'endone', kind: 'ending', condition: is('driver', 'a') })).ending(),
    )
  })

  test('Next passes pages that have nothing to see', ({ assert }) => {
    const response = begin(
      form(
        text('driver'),
        page('page01'),
        text('first1', { rules: [when(empty('driver'), 'hide')] }),
        page('page02'),
        text('second'),
      ),
    )
    assert.deepEqual(response.turn('start'), { to: 'page', page: 'page02' })
    response.setRaw('driver', 'x')
    assert.deepEqual(response.turn('start'), { to: 'page', page: 'page01' })
  })

  test('a rule of an earlier page may read a later one that it cannot jump over', ({ assert }) => {
    const response = begin(
      form(
        text('driver', { rules: [skip(is('second', 'x'), 'page02')] }),
        page('page01'),
        text('first1'),
        page('page02'),
        text('second'),
      ),
      { raws: { second: 'x' } },
    )
    assert.deepEqual(response.pages(), ['start', 'page02'])
  })

  test('blocks of a page are told in order, relevant or not, without page-breaks and endings', ({
    assert,
  }) => {
    const response = begin(
      form(
        text('hidden', { state: 'hidden' }),
        { id: 'endone', kind: 'ending' },
        { id: 'headng', kind: 'heading' },
        page('page01'),
        text('second'),
      ),
    )
    assert.deepEqual(response.blocksOf('start'), ['hidden', 'headng'])
    assert.deepEqual(response.blocksOf('page01'), ['second'])
    assert.deepEqual(response.blocksOf('nosuch'), [])
  })
})

test.group('Problems and what is stored', () => {
  test('problems of relevant fields in order; of one page, or of all that are reached', ({ assert }) => {
    const response = begin(
      form(
        text('first1', { required: true }),
        number('second', { settings: { min: 3 } }),
        page('page01'),
        text('third1', { settings: { maxLength: 2 } }),
        page('page02', [when(ALWAYS, 'hide')]),
        text('fourth', { required: true }),
      ),
      { raws: { second: '2', third1: 'abc' } },
    )
    assert.deepEqual(
      response.problems('start').map(({ block, code }) => `${block} ${code}`),
      ['first1 required', 'second min'],
    )
    assert.deepEqual(
      response.problems().map(({ block, code }) => `${block} ${code}`),
      ['first1 required', 'second min', 'third1 max-length'],
    )
    response.setRaw('second', 'two')
    assert.deepEqual(
      response.problems('start').map(({ block, code }) => `${block} ${code}`),
      ['first1 required', 'second format'],
    )
    assert.equal(response.field('second')?.raw, 'two')
  })

  test('calculations are stored, displayed or not; empties and -0 are not', ({ assert }) => {
    const response = begin(
      form(
        number('amount'),
        text('notext'),
        calculation('sumone', '{#amount} + 1', { shown: false }),
        calculation('novalue', '1 / 0'),
        calculation('notext2', '{#notext} & ""', { type: 'text' }),
        calculation('wrong1', '1 > 2', { type: 'boolean' }),
      ),
      { raws: { amount: '-0', notext: '' } },
    )
    const stored = response.stored()
    assert.deepEqual(stored, { amount: 0, sumone: 1, wrong1: false })
    assert.isTrue(Object.is(stored.amount, 0))
    assert.deepEqual(JSON.parse(JSON.stringify(stored)), stored)
  })

  test('no value spreads over calculations until it is caught', ({ assert }) => {
    const response = begin(
      form(
        number('amount'),
        calculation('inverse', '1 / {#amount}'),
        calculation('twofold', '{#inverse} * 2'),
        calculation('caught', 'iferror({#twofold}, -1)'),
      ),
    )
    assert.deepEqual(response.stored(), { caught: -1 })
    response.setRaw('amount', '4')
    assert.deepEqual(response.stored(), { amount: 4, inverse: 0.25, twofold: 0.5, caught: 0.5 })
  })

  test('answers given as data come back as what the control holds', ({ assert }) => {
    const document = form(number('amount'), text('nameee'))
    const response = begin(document, { source: 'data', raws: { amount: 5, nameee: null, unheard: 1 } })
    assert.deepInclude(response.field('amount'), { raw: '5', answer: 5, touched: true })
    assert.deepEqual(response.raws(), { amount: '5', nameee: null })
    response.setAnswer('amount', 'junk')
    assert.deepEqual(
      response.problems().map(({ code }) => code),
      ['format'],
    )
    assert.deepEqual([...response.setAnswer('amount', 6)], ['amount'])
    assert.deepEqual(response.stored(), { amount: 6 })
  })

  test('refused data stays as it was sent, also beside what was understood of it', ({ assert }) => {
    const colours = {
      id: 'colour',
      kind: 'select',
      settings: { multiple: true, options: [{ id: 'red', label: 'Red' }] },
    }
    const sent = { amount: '12 apples', colour: ['red', 'bogus'], nameee: { a: 1 } }
    const document = form(number('amount'), colours, text('nameee'))
    const response = begin(document, { source: 'data', raws: sent })
    const codes = (of: typeof response) => of.problems().map(({ block, code }) => `${block} ${code}`)
    assert.deepEqual(codes(response), ['amount format', 'colour option-unknown', 'nameee format'])
    assert.deepEqual(response.raws(), sent)
    // taken up again it is as wrong as before
    assert.deepEqual(codes(begin(document, { source: 'form', raws: response.raws() })), codes(response))
  })

  test('what is no field cannot be set', ({ assert }) => {
    const response = begin(
      form(text('nameee'), calculation('sumone', '1'), { id: 'headng', kind: 'heading' }),
    )
    for (const path of ['sumone', 'headng', 'unheard', '__proto__', 'start'])
      assert.isEmpty([...response.setRaw(path, 'x')])
    assert.deepEqual(response.stored(), { sumone: 1 })
    assert.isUndefined(response.field('headng'))
    assert.isUndefined(response.field('unheard'))
  })

  test('the state of a field is the same object until something of it changes', ({ assert }) => {
    const response = begin(
      form(text('nameee'), text('target', { rules: [when(is('nameee', 'x'), 'disable')] })),
    )
    const before = response.field('target')
    response.setRaw('nameee', 'y')
    assert.equal(response.field('target'), before)
    response.setRaw('nameee', 'x')
    assert.notEqual(response.field('target'), before)
  })
})

test.group('Piping', () => {
  test('answers are inserted as text, once; in rich text each by itself', ({ assert }) => {
    const response = begin(
      form(text('nameee'), {
        id: 'headng',
        kind: 'heading',
        settings: { text: '{{a} {#nameee}', rich: richTextOf('Hi {#nameee}') },
      }),
      { raws: { nameee: '{#nameee}<img src=x onerror="alert(\'1\')">&' } },
    )
    assert.equal(response.text('headng', 'text'), '{a} {#nameee}<img src=x onerror="alert(\'1\')">&')
    assert.equal(response.text('headng', 'rich:0'), '{#nameee}<img src=x onerror="alert(\'1\')">&')
    assert.deepEqual([...response.setRaw('nameee', 'דוד')], ['nameee', 'headng'])
    assert.equal(response.text('headng', 'rich:0'), '\u2068דוד\u2069')
  })

  test('where directions meet, an answer stands by itself and turns nothing around it', ({ assert }) => {
    const piped = (label: string, nameee: string) =>
      begin(form(text('nameee'), text('second'), text('target', { label })), {
        raws: { nameee, second: 'חיפה' },
      }).text('target', 'label')
    const [first, last] = ['\u2068', '\u2069']
    assert.equal(piped('Hi {#nameee}!', 'Ada'), 'Hi Ada!')
    assert.equal(piped('Hi {#nameee}, {#second}', 'דוד'), `Hi ${first}דוד${last}, ${first}חיפה${last}`)
    assert.equal(piped('שלום {#nameee}?', 'Acme Inc.'), `שלום ${first}Acme Inc.${last}?`)
    assert.equal(piped('Hi {#nameee}!', '\u202eevil'), `Hi ${first}\u202eevil${last}!`)
    assert.equal(piped('שלום {#nameee}?', ''), 'שלום ?')
    // alone it has the whole text to itself
    assert.equal(piped('{#nameee}', 'דוד'), 'דוד')
  })

  test('a choice is piped as its label; what is empty leaves no trace', ({ assert }) => {
    const options = [{ id: 'navy', label: 'Navy blue' }]
    const response = begin(
      form({ id: 'colour', kind: 'select', settings: { options } }, text('target', { label: '[{#colour}]' })),
    )
    assert.equal(response.text('target', 'label'), '[]')
    assert.deepEqual([...response.setRaw('colour', ['navy'])], ['colour', 'target'])
    assert.equal(response.text('target', 'label'), '[Navy blue]')
    assert.equal(response.text('target', 'help'), '')
  })
})

test.group('What only the server knows', () => {
  const over = (value: number): Condition => ({ left: { field: 'scored' }, op: 'gt', right: { value } })
  const document = form(
    number('amount'),
    calculation('scored', '{#amount} * 2', { private: true }),
    page('page01', [skip(over(100), 'page03')]),
    text('first1'),
    page('page02'),
    text('second', { rules: [when(over(10), 'hide')] }),
    text('always'),
    page('page03'),
    text('third1'),
    { id: 'endone', kind: 'ending', condition: over(50) },
  )

  test('a browser asks instead of guessing', ({ assert }) => {
    const response = beginInBrowser(document, { raws: { amount: '60' } })
    assert.deepEqual(response.turn('start'), { to: 'page', page: 'page01' })
    assert.deepEqual(response.turn('page01'), { to: 'server' })
    assert.deepEqual(response.pages(), ['start', 'page01'])
    assert.isUndefined(response.ending())
    assert.isUndefined(response.field('scored'))
    assert.deepEqual(response.stored(), { amount: 60 })
  })

  test('a text tells a browser all but what stays on the server', ({ assert }) => {
    const piped = form(
      number('amount', { label: '{#amount}: {#scored}!' }),
      calculation('scored', '{#amount} * 2', { private: true }),
    )
    assert.equal(beginInBrowser(piped, { raws: { amount: '3' } }).text('amount', 'label'), '3: !')
    assert.equal(begin(piped, { raws: { amount: '3' } }).text('amount', 'label'), '3: 6!')
  })

  test('the server knows', ({ assert }) => {
    const response = begin(document, { raws: { amount: '60' } })
    assert.deepEqual(response.turn('page01'), { to: 'page', page: 'page03' })
    assert.deepEqual(response.pages(), ['start', 'page01', 'page03'])
    assert.equal(response.ending(), 'endone')
    assert.deepEqual(response.stored(), { amount: 60, scored: 120 })
  })

  test('a page on which something depends on the server is asked for', ({ assert }) => {
    const tainted = form(
      number('amount'),
      calculation('scored', '{#amount} * 2', { private: true }),
      page('page02'),
      text('second', { rules: [when(over(10), 'hide')] }),
      text('always'),
    )
    assert.deepEqual(beginInBrowser(tainted).turn('start'), { to: 'server' })
  })

  test('what the server says takes the place of what a browser cannot know', ({ assert }) => {
    const plans = plansOf(document)
    const options = { raws: { amount: '4', second: 'typed', always: 'too' } }
    const state = serverStateFor(plans.browser, begin(document, options))
    assert.deepEqual(state, {
      blocks: {
        page02: { relevant: true },
        second: { relevant: true },
        always: { relevant: true },
        endone: { relevant: false },
      },
      pages: ['start', 'page01', 'page02', 'page03'],
    })
    if (state === undefined) return
    const response = beginInBrowser(document, options)
    assert.isFalse(response.relevant('second'))
    assert.deepEqual(response.stored(), { amount: 4 })
    assert.sameMembers([...response.applyServerState(state)], ['page02', 'second', 'always', 'endone'])
    assert.deepInclude(response.field('second'), { relevant: true, answer: 'typed', value: 'typed' })
    assert.deepEqual(response.pages(), ['start', 'page01', 'page02', 'page03'])
    assert.deepEqual(response.stored(), { amount: 4, second: 'typed', always: 'too' })
    assert.deepEqual(response.turn('page01'), { to: 'server' })
    assert.isUndefined(serverStateFor(plansOf(form(text('nameee'))).browser, begin(form(text('nameee')))))
  })
})
