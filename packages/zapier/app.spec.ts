import { test } from '@japa/runner'
import { fieldsFault } from '../../tests/stand_ins/zapier/platform.ts'
import { app } from './src/app.ts'
import type { Field } from './src/platform.ts'

/** What `zapier-platform-schema` 19.1 asks of keys and names. */
const KEY = /^[a-zA-Z]+[a-zA-Z0-9_]+$/

const { triggers, creates, searches } = app
const steps = Object.entries({ ...triggers, ...creates, ...searches })

test.group('The app of Zapier', () => {
  test('every step is called as it should be, and says what it does', ({ assert }) => {
    assert.deepEqual(
      steps.map(([key]) => key),
      [...new Set(steps.map(([, step]) => step.key))],
    )
    for (const [key, { noun, display, ...others }] of steps) {
      assert.match(key, KEY)
      assert.isAbove(noun.length, 1)
      assert.isTrue(display.label.length >= 2 && display.label.length <= 64, key)
      assert.match(display.description, /^[A-Z].*\.$/, key)
      assert.deepEqual(Object.keys(others).sort(), ['key', 'operation'])
    }
    for (const [key, { display }] of Object.entries(triggers)) {
      if (!('hidden' in display)) assert.match(display.description, /^Triggers when /, key)
    }
  })

  test('a trigger subscribes, unsubscribes, lists, and has a sample with an id', ({ assert }) => {
    const { form, ...hooks } = triggers
    assert.isTrue(form.display.hidden)
    for (const [key, { operation }] of Object.entries(hooks)) {
      assert.equal(operation.type, 'hook')
      const parts = ['perform', 'performList', 'performSubscribe', 'performUnsubscribe']
      for (const name of parts) assert.isFunction(Object(operation)[name], `${key}: ${name}`)
      assert.isString(Object(operation.sample).id, key)
    }
  })

  test('fields that stand fast keep the rules, and choose from triggers that are there', ({ assert }) => {
    const fixed = (fields: readonly unknown[]) =>
      fields.filter((field): field is Field => typeof field === 'object')
    for (const [key, { operation }] of steps) {
      const inputs = 'inputFields' in operation ? fixed(operation.inputFields) : []
      for (const fields of [inputs, fixed(operation.outputFields)])
        assert.isUndefined(fieldsFault(fields), key)
      for (const { dynamic } of inputs) {
        if (dynamic !== undefined) assert.property(triggers, dynamic.split('.')[0])
      }
    }
    assert.isUndefined(fieldsFault(app.authentication.fields))
    assert.equal(app.authentication.fields.find(({ key }) => key === 'token')?.type, 'password')
  })
})
