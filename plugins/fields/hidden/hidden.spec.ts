import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'

test.group('hidden', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [{ answer: 'newsletter' }, { answer: ' <b>&amp; ', settings: { source: 'fixed', text: 'x' } }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings> = {}): Settings => parse(definition.settings, part)
  const untouched = (part: Partial<Settings>, params: Record<string, string>) =>
    answer.untouched?.(settings(part), params)

  test('it comes from the link, else from the text', ({ assert }) => {
    assert.equal(untouched({ text: 'none' }, { source: 'mail' }), 'mail')
    assert.equal(untouched({ text: 'none' }, { source: ' ' }), 'none')
    assert.equal(untouched({ text: 'none' }, { other: 'mail' }), 'none')
    assert.equal(untouched({ source: 'fixed', text: 'none' }, { source: 'mail' }), 'none')
    assert.isUndefined(untouched({ param: 'constructor' }, {}))
  })

  test('it comes from the page that led here, else from the text', ({ assert }) => {
    const source = 'document-referrer'
    const led = { 'document-referrer': 'https://news.example/today', source: 'mail' }
    assert.equal(untouched({ source }, led), 'https://news.example/today')
    assert.equal(untouched({ source, text: 'none' }, { source: 'mail' }), 'none')
    assert.isUndefined(untouched({ source: 'fixed' }, { fixed: 'x' }))
  })

  test('what cannot be stored is cut: it never keeps anybody from sending', ({ assert }) => {
    assert.equal(untouched({}, { source: 'a\0b\ud800' }), 'ab')
    assert.lengthOf(untouched({}, { source: 'x'.repeat(9_000) }) ?? '', 2_000)
    const cut = untouched({}, { source: `${'x'.repeat(1_999)}😀` }) ?? ''
    assert.deepEqual(answer.parse(cut, settings(), { locale: 'en', now: 0, source: 'data' }).answer, cut)
    assert.lengthOf(cut, 1_999)
  })

  test('a parameter without a name is told before publishing', ({ assert }) => {
    const check = (part: Partial<Settings>) =>
      definition.check?.(settings(part), { required: false }).map(({ path }) => path)
    assert.deepEqual(check({ param: ' ' }), ['settings.param'])
    assert.deepEqual(check({ param: '', source: 'fixed' }), [])
  })
})
