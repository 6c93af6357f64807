import { test } from '@japa/runner'
import * as v from 'valibot'
import type { IntegrationEvent } from './integration.ts'
import { fillTemplates } from './template_settings.ts'

const schema = v.object({
  message: v.optional(v.pipe(v.string(), v.maxLength(60), v.metadata({ control: 'template' })), ''),
  url: v.optional(v.string(), ''),
})
const day = (id: string, text: string) => ({ id, label: id, type: 'date', value: text, text }) as const
const event: IntegrationEvent = {
  name: 'submission.created',
  occurredAt: '2026-05-04T12:00:00.000Z',
  form: { id: 'f1', slug: 'f', title: 'F', version: 1, language: 'en' },
  submission: {
    id: 's1',
    receivedAt: '2026-05-04T12:00:00.000Z',
    questions: [
      { id: 'bname', key: 'name', label: 'Name', text: '{#bstay} {{ $& \n', parts: [] },
      { id: 'bstay', key: 'stay', label: 'Stay', text: '1 to 3 May', parts: [day('from', '1 May')] },
      {
        ...{ id: 'bpeople', key: 'people', label: 'People', text: 'All of it' },
        parts: [{ id: '', label: 'People', type: 'number', value: 3, text: '3' }],
        items: ['Ada', '', 'Bob'].map((text, index) => ({
          id: `item${index}`,
          title: '',
          questions: [{ id: 'bfirst', key: 'first', label: 'First name', text, parts: [] }],
        })),
      },
    ],
  },
  test: false,
}

test.group('Templates', () => {
  test('are filled in one pass, by question and part; other settings stay', ({ assert }) => {
    const fill = (message: string) => fillTemplates(schema, { message, url: '{#bstay}' }, event)
    assert.deepEqual(fill('From {#bstay.from}: {#bstay}, {#bname}'), {
      message: 'From 1 May: 1 to 3 May, {#bstay} {{ $& \n',
      url: '{#bstay}',
    })
    assert.equal(fill('{{#bstay} {#gone}{#bstay.to}{name}').message, '{#bstay} {name}')
    assert.equal(fill('{#bpeople}: {#bpeople.bfirst}{#bpeople.gone}').message, '3: Ada, Bob')
    assert.equal(fill('{#bname}'.repeat(7)).message.length, 7 * 16)
  })

  test('of JSON are JSON whatever was answered', ({ assert }) => {
    const json = v.object({
      body: v.optional(v.pipe(v.string(), v.metadata({ control: 'template', json: true })), ''),
    })
    const [first, ...others] = event.submission.questions
    const naughty = 'a "b" \\ {#bstay}\n\u2028\ud800 </script>'
    const asked = first ? [{ ...first, text: naughty }, ...others] : []
    const told = { ...event, submission: { ...event.submission, questions: asked } }
    const body = '{"a": {"name": "{#bname}!", "n": "{#bpeople}"}, "gone": "{#gone}", "open": "{{"}'
    assert.deepEqual(JSON.parse(fillTemplates(json, { body }, told).body), {
      a: { name: `${naughty}!`, n: '3' },
      gone: '',
      open: '{{',
    })
  })
})
