import { test } from '@japa/runner'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { addWebhook, startDeliveries, submit } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'

const inside = { parent: 'people' }
const BLOCKS = [
  textBlock('firm01', 'Firm'),
  {
    ...{ id: 'people', kind: 'section', v: 1, key: 'people' },
    settings: { title: 'People of {#firm01}', repeating: true, min: 0, max: 9, itemTitle: '{#name01}' },
  },
  { ...textBlock('name01', 'Name'), ...inside, key: 'name' },
  {
    ...{ id: 'age001', kind: 'number', v: 1, key: 'age', label: 'Age of {#name01}', settings: {} },
    ...inside,
  },
  {
    ...{ id: 'twice1', kind: 'calculation', v: 1, key: 'twice', label: 'Twice' },
    ...{ settings: { formula: '{#age001} * 2' }, ...inside },
  },
  {
    ...{ id: 'total1', kind: 'calculation', v: 1, key: 'total', label: 'Total' },
    settings: { formula: 'sum({#people.age001})' },
  },
]
const ADA = { id: 'item1', answers: { name01: 'Ada', age001: 36, twice1: 72 } }
const BOB = { id: 'item2', answers: { name01: 'Bob' } }

test.group('Sections in what integrations are told', () => {
  test('a webhook has lists of objects by key, with the labels and titles of each item', async ({
    assert,
  }) => {
    const { creator, form } = await newForm(BLOCKS)
    await publish(creator, form.id)
    const receiver = await Receiver.open()
    const background = startDeliveries()
    try {
      await addWebhook(creator, form, receiver.url)
      await submit(creator, form, { firm01: 'Engines', people: [ADA, BOB], total1: 36 })
      const [arrival] = await receiver.arrived(1)
      const { data } = JSON.parse(arrival.body)
      assert.deepEqual(data.answers, {
        firm01: 'Engines',
        people: [{ name: 'Ada', age: 36, twice: 72 }, { name: 'Bob' }],
        total: 36,
      })
      const [, people] = data.questions
      assert.deepInclude(people, {
        key: 'people',
        label: 'People of Engines',
        text: 'Ada\nName: Ada\nAge of Ada: 36\nTwice: 72\n\nBob\nName: Bob',
      })
      assert.equal(people.parts[0].value, 2)
      assert.deepEqual(
        people.items.map((item: { title: string }) => item.title),
        ['Ada', 'Bob'],
      )
    } finally {
      await background.stop()
      await receiver.close()
    }
  })

  test('a condition can ask for the number of items', async ({ assert }) => {
    const { creator, form } = await newForm(BLOCKS)
    await publish(creator, form.id)
    const receiver = await Receiver.open()
    const background = startDeliveries()
    try {
      const many = { left: { field: 'people' }, op: 'gte', right: { value: 2 } }
      const none = { left: { field: 'people' }, op: 'eq', right: { value: 0 } }
      await addWebhook(creator, form, `${receiver.url}?many`, { condition: many })
      await addWebhook(creator, form, `${receiver.url}?none`, { condition: none })
      await addWebhook(creator, form, `${receiver.url}?all`)
      await submit(creator, form, { firm01: 'Nobody' })
      await submit(creator, form, { firm01: 'One', people: [ADA] })
      await submit(creator, form, { firm01: 'Two', people: [ADA, BOB] })
      const arrived = await receiver.arrived(5)
      assert.sameDeepMembers(
        arrived.map(({ url, body }) => [
          new URL(url, receiver.url).search,
          JSON.parse(body).data.answers.firm01,
        ]),
        [
          ['?all', 'Nobody'],
          ['?all', 'One'],
          ['?all', 'Two'],
          ['?many', 'Two'],
          ['?none', 'Nobody'],
        ],
      )
    } finally {
      await background.stop()
      await receiver.close()
    }
  })

  test('a preview invents items, and works out what is computed in them and of them', async ({ assert }) => {
    const { creator, form } = await newForm(BLOCKS)
    const { body } = await creator.visitor.post<{ data: { preview: { text: string } } }>(
      `/api/forms/${form.id}/integration-previews`,
      { kind: 'webhook', settings: { url: 'https://example.com/in' } },
    )
    const { text } = body.data.preview
    const { answers } = JSON.parse(text.slice(text.indexOf('{'))).data
    assert.lengthOf(answers.people, 2)
    const [{ name, age, twice }] = answers.people
    assert.isString(name)
    assert.equal(twice, age * 2)
    assert.equal(answers.total, age * 2)
  })
})
