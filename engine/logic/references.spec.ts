import { test } from '@japa/runner'
import { piecesOf } from '@formwright/kit/stored_text'
import { addressesIn, exchangeAddresses, partsOf, referencesOf, showKeys, storeIds } from './references.ts'

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
      { address: 'aaaaaa', at: 6 },
      { literal: ' c' },
    ])
    assert.deepEqual(piecesOf(''), [])
  })
})

test('partsOf keeps what is typed as it is typed, literal braces too', ({ assert }) => {
  assert.deepEqual(partsOf('a{#one}{#two} {{b} {{#three}'), [
    { text: 'a' },
    { address: 'one' },
    { address: 'two' },
    { text: ' {{b} {{#three}' },
  ])
  assert.deepEqual(partsOf(''), [])
})

test.group('References into sections', () => {
  const keyOf = (id: string) => ({ people0: 'people', name01: 'name', trip01: 'trip' })[id]
  const idOf = (key: string, part: string) => (key === 'people' && part === '' ? 'people0' : undefined)
  const addressIn = (section: string, key: string) =>
    section === 'people0' ? { name: 'name01', 'trip.from': 'trip01.from' }[key] : undefined

  test('are stored by the ids of both and shown by both keys, there and back')
    .with([
      ['{#people0}: {#people0.name01}', '{people}: {people.name}'],
      ['{#people0.trip01.from}', '{people.trip.from}'],
      ['{people.other}', '{people.other}'],
    ])
    .run(({ assert }, [stored, shown]) => {
      assert.equal(showKeys(stored, keyOf), shown)
      assert.equal(storeIds(shown, idOf, addressIn), stored)
    })

  test('lead to the section', ({ assert }) => {
    assert.deepEqual(addressesIn('{#people0.trip01.from}'), ['people0.trip01.from'])
    assert.deepEqual(referencesOf('{#people0.trip01.from} {#people0}'), ['people0'])
  })
})

test.group('References to parts', () => {
  const keyOf = (id: string) => (id === 'trip0001' ? 'trip' : undefined)
  const idOf = (key: string, part: string) =>
    key === 'trip' && ['', 'from', 'to-2'].includes(part) ? 'trip0001' : undefined

  test('are stored by address and shown by key, there and back')
    .with([
      ['From {#trip0001.from} on', 'From {trip.from} on'],
      ['{#trip0001}, {#trip0001.to-2}', '{trip}, {trip.to-2}'],
      ['{{#trip0001.from}', '{{#trip0001.from}'],
    ])
    .run(({ assert }, [stored, shown]) => {
      assert.equal(showKeys(stored, keyOf), shown)
      assert.equal(storeIds(shown, idOf), stored)
    })

  test('a part that the answer does not have stays as it was typed', ({ assert }) => {
    assert.equal(storeIds('{trip.by} {trip.from}', idOf), '{trip.by} {#trip0001.from}')
  })

  test('lead to their block, whatever the part', ({ assert }) => {
    const text = '{#trip0001.from} {#trip0001} {#other001.x} {#trip0001.from}'
    assert.deepEqual(referencesOf(text), ['trip0001', 'other001'])
    assert.deepEqual(addressesIn(text), ['trip0001.from', 'trip0001', 'other001.x'])
    assert.equal(
      exchangeAddresses(text, (address) => (address === 'other001.x' ? 'twin0001.x' : undefined)),
      '{#trip0001.from} {#trip0001} {#twin0001.x} {#trip0001.from}',
    )
  })
})
