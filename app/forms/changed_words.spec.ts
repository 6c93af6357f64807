import { test } from '@japa/runner'
import type { SettingEntry } from '@formwright/kit/settings_form'
import { changedWords } from '#app/forms/changed_words'

const entry = (parts: Partial<SettingEntry>): SettingEntry => ({
  ...{ name: 'some', type: 'text', title: 'Some', default: undefined, optional: true },
  ...{ advanced: false, paid: false, ...parts },
})
const options = entry({ type: 'list', item: { title: 'Option', entries: [entry({ name: 'label' })] } })
const list = (...labels: string[]) => labels.map((label) => ({ id: label.toLowerCase(), label }))

test.group('Words of what changed', () => {
  test('texts, numbers, switches, choices and lists are said; what is no words is not', ({ assert }) => {
    const choice = entry({ type: 'choice', choices: [{ value: 'list', label: 'As a list' }] })
    const rich = (text: string) => ({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    })
    for (const [before, after, of, ...said] of [
      ['Name', 'Your name', undefined, 'Name', 'Your name'],
      [undefined, 20, undefined, '', '20'],
      [false, true, undefined, 'off', 'on'],
      ['list', 'other', choice, 'As a list', 'other'],
      [undefined, rich('Here'), undefined, '', 'Here'],
      [list('Red'), list('Red', 'Blue'), options, 'Red', 'Red, Blue'],
    ] as const)
      assert.deepEqual(changedWords(before, after, of), { before: said[0], after: said[1] })
    assert.isUndefined(changedWords([{ when: 1 }], [], undefined))
    assert.isUndefined(changedWords({ src: '/a' }, { src: '/b' }))
    // another value of an option, the words are the same
    assert.isUndefined(changedWords(list('Red'), [{ id: 'red', label: 'Red', amount: 2 }], options))
  })

  test('long ones are cut to what differs, and of long lists only that is said', ({ assert }) => {
    const long = 'a'.repeat(200)
    assert.deepEqual(changedWords(`${long}old`, `${long}new`), {
      before: `…${'a'.repeat(20)}old`,
      after: `…${'a'.repeat(20)}new`,
    })
    assert.deepEqual(changedWords('', long), { before: '', after: `${'a'.repeat(80)}…` })
    // no reference is cut in two
    const piped = changedWords(
      `Dear {#nameblock01}, ${'b'.repeat(19)}x${long}`,
      `Dear {#nameblock01}, ${'b'.repeat(19)}y`,
    )
    assert.equal(piped?.after, `… ${'b'.repeat(19)}y`)
    const many = Array.from({ length: 100 }, (_, index) => `Option ${index}`)
    const words = changedWords(list(...many), list(...many, 'Last'), options)
    assert.deepEqual(words, { before: '', after: 'Last' })
  })
})
