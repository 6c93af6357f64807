import { test } from '@japa/runner'
import { parse, safeParse } from 'valibot'
import { conformIntegration } from '@formwright/kit/conform/integration'
import { sampleEvents } from '@formwright/kit/conform/sample_events'
import type { EventName, IntegrationEvent } from '@formwright/kit/integration'
import { itemFault } from '#tests/stand_ins/zapier/zapier'
import zapier from './deliver.ts'
import definition from './integration.ts'
import { payloadOf } from './payload.ts'

const settings = parse(definition.settings, {})

const fullOf = (name: EventName): IntegrationEvent => {
  const [full] = Object.values(sampleEvents(name))
  if (!full) throw new Error('there are no samples')
  return full
}

test.group('zapier', () => {
  conformIntegration({
    spec: import.meta.url,
    definition,
    deliver: zapier,
    settings: { address: 'https://hooks.zapier.com/hooks/standard/1/a2l0LWNvbmZvcm0tc2VjcmV0' },
    // there is nothing to connect again: only Zapier can give another address
    outcomes: { '401': 'failed' },
    repeats: 'once',
  })

  test('a Zap gets answers by key, as people read them, and reckons with numbers, days, and switches', ({
    assert,
  }) => {
    const { answers, ...others } = Object(payloadOf(fullOf('submission.created')))
    assert.deepEqual(others, {
      id: '01970000-0000-7000-8000-000000000001',
      event: 'submission.created',
      submission_id: '01970000-0000-7000-8000-000000000001',
      received_at: '2026-05-04T11:59:59.000Z',
      form: { id: 'f0000001', title: 'Feedback', url: 'https://forms.example/forms/feedback' },
      url: null,
    })
    const { photo, ...plain } = answers
    const [section] = Object.values(plain).filter(Array.isArray)
    assert.deepInclude(plain, {
      name: 'Zoë 🦊',
      age: 41,
      agree: true,
      day: '2026-05-31',
      colour: 'Red',
      many: 'Red, Blue',
      stay: { text: '1 to 3 May 2026', parts: { from: '2026-05-01', to: '2026-05-03' } },
    })
    assert.equal(photo[0].name, 'photo.png')
    assert.deepEqual(
      section.map((item: Record<string, unknown>) => item.first_name),
      ['Ada', 'Bob'],
    )
  })

  test('without answers a Zap finds the same fields, empty', ({ assert }) => {
    const full = fullOf('submission.created')
    const questions = full.submission.questions.map((question) => ({
      ...question,
      ...{ text: '', value: undefined },
      parts: question.parts.map((part) => ({ ...part, value: null, text: '' })),
      ...(question.items && { items: [] }),
    }))
    const empty = payloadOf({ ...full, submission: { ...full.submission, questions } })
    const answers: Record<string, unknown> = Object(empty).answers
    assert.deepEqual(Object.keys(answers), Object.keys(Object(payloadOf(full)).answers))
    assert.deepInclude(answers, {
      name: null,
      age: null,
      agree: null,
      photo: [],
      stay: { text: null, parts: { from: null, to: null } },
    })
  })

  test('each change of a submission has an id of its own; of what was deleted nothing is told', ({
    assert,
  }) => {
    const edit = fullOf('submission.updated')
    const later = { ...edit, occurredAt: '2026-05-04T12:00:01.000Z' }
    assert.notEqual(payloadOf(edit).id, payloadOf(later).id)
    assert.deepInclude(payloadOf(edit), { updated_at: edit.occurredAt, submission_id: edit.submission.id })
    assert.deepEqual(Object.keys(payloadOf(fullOf('submission.deleted'))), [
      ...['id', 'event', 'submission_id', 'received_at', 'deleted_at', 'form'],
    ])
  })

  test('whatever was answered, Zapier can read it', ({ assert }) => {
    for (const name of definition.events) {
      for (const [which, event] of Object.entries(sampleEvents(name)))
        assert.isUndefined(itemFault(JSON.parse(zapier.body(event, settings))), `${name}, ${which}`)
    }
  })

  test('the address must be one', ({ assert }) => {
    const accepts = (address: string) => safeParse(definition.settings, { address }).success
    assert.isTrue(['', ' https://hooks.zapier.com/hooks/standard/1/2/ '].every(accepts))
    assert.isFalse(['hooks.zapier.com', 'ftp://hooks.zapier.com', 'javascript:alert(1)'].some(accepts))
  })
})
