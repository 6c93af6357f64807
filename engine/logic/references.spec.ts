import { test } from '@japa/runner'
import { partsOf, piecesOf, referencesOf, showKeys, storeIds } from './references.ts'

const keys = new Map([
  ['aaaaaa', 'first'],
  ['bbbbbb', 'second'],
])
const keyOf = (id: string) => keys.get(id)
const idOf = (key: string) => [...keys].find(([, other]) => other === key)?.[0]

test.group('References', () => {
  test('{stored} is shown as {shown}')
    .with([
      { stored: 'Hi {#aaaaaa}!', shown: 'Hi {first}!' },
      { stored: '{#aaaaaa}{#bbbbbb}', shown: '{first}{second}' },
      { stored: '{{first} and {{#aaaaaa}', shown: '{{first} and {{#aaaaaa}' },
      { stored: '{#gone00}', shown: '{#gone00}' },
      { stored: '{unknown} { }', shown: '{unknown} { }' },
    ])
    .run(({ assert }, { stored, shown }) => {
      assert.equal(showKeys(stored, keyOf), shown)
      assert.equal(storeIds(shown, idOf), stored)
    })

  test('each block is named once, in order', ({ assert }) => {
    assert.deepEqual(referencesOf('{#bbbbbb} {{#cccccc} {#aaaaaa} {#bbbbbb}'), ['bbbbbb', 'aaaaaa'])
  })

  test('a text is split into what it says and what it refers to', ({ assert }) => {
    assert.deepEqual(piecesOf('a {{b {#aaaaaa} c'), [
      { literal: 'a {b ' },
      { block: 'aaaaaa', at: 6 },
      { literal: ' c' },
    ])
    assert.deepEqual(piecesOf(''), [])
  })
})

test('partsOf keeps what is typed as it is typed, literal braces too', ({ assert }) => {
  assert.deepEqual(partsOf('a{#one}{#two} {{b} {{#three}'), [
    { text: 'a' },
    { block: 'one' },
    { block: 'two' },
    { text: ' {{b} {{#three}' },
  ])
  assert.deepEqual(partsOf(''), [])
})
