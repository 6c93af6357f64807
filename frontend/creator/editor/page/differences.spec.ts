import { test } from '@japa/runner'
import * as v from 'valibot'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { settingsForm } from '@formwright/kit/settings_form'
import { differencesOf } from './differences.ts'

const option = v.object({
  id: v.string(),
  label: v.string(),
  places: v.optional(v.pipe(v.number(), v.title('Places'))),
})
const entries = settingsForm(
  v.object({
    least: v.optional(v.pipe(v.number(), v.title('Minimum characters'))),
    options: v.optional(v.pipe(v.array(option), v.title('Options'))),
  }),
)
const kindOf = (kind: string) => ({ title: kind === 'text' ? 'Short text' : 'Email', entries })
const lines = (...sides: [Parameters<typeof differencesOf>[1], Parameters<typeof differencesOf>[2]]) =>
  differencesOf(kindOf, ...sides).map(({ title, mine, theirs }) => [title, mine, theirs])

test.group('In what two states of a block differ', () => {
  test('is told in the words of the panel', ({ assert }) => {
    const mine = { v: 1, key: 'a', label: 'Name', hideLabel: true, settings: { least: 3 }, rules: [{}, {}] }
    const theirs = { v: 1, key: 'b', label: 'Name', help: richTextOf('In full'), settings: { least: 5 } }
    assert.deepEqual(lines({ kind: 'text', content: mine }, { kind: 'text', content: theirs }), [
      ['Hidden label', 'yes', ''],
      ['Rules', '2', ''],
      ['Help', '', 'In full'],
      ['Minimum characters', '3', '5'],
    ])
    const [kind] = lines({ kind: 'text', content: mine }, { kind: 'email', content: mine })
    assert.deepEqual(kind, ['Type of block', 'Short text', 'Email'])
  })

  test('of the items of a list those that do, and what of them', ({ assert }) => {
    const state = (...options: { id: string; label: string; places?: number }[]) => ({
      kind: 'text',
      content: { v: 1, settings: { options } },
    })
    const [small, large] = [
      { id: 's', label: 'Small' },
      { id: 'l', label: 'Large' },
    ]
    assert.deepEqual(lines(state({ ...small, places: 2 }, large), state({ ...small, places: 5 }, large)), [
      ['Small: Places', '2', '5'],
    ])
    assert.deepEqual(lines(state(small, large), state({ ...small, label: 'Tiny', places: 1 })), [
      ['Options', 'Small, Large', 'Tiny'],
      ['Small: Places', '', '1'],
    ])
  })

  test('of settings of a form, too', ({ assert }) => {
    const state = (content: { [name: string]: string | number }) => ({ kind: 'settings.access', content })
    assert.deepEqual(lines(state({ maxSubmissions: 5 }), state({ maxSubmissions: 7 })), [
      ['Submission limit', '5', '7'],
    ])
  })
})
