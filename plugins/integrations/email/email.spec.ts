import { test } from '@japa/runner'
import { parse } from 'valibot'
import { conformIntegration } from '@formwright/kit/conform/integration'
import { sampleEvents } from '@formwright/kit/conform/sample_events'
import { previewText } from '@formwright/kit/message_text'
import { richTextOf } from '@formwright/kit/rich/from_text'
import email from './deliver.ts'
import definition from './integration.ts'

const event = sampleEvents('submission.created')['with an answer of each type']

test.group('email', () => {
  conformIntegration({
    spec: import.meta.url,
    definition,
    deliver: email,
    settings: {
      to: ['ada@example.com'],
      subject: 'From {#bname}',
      message: richTextOf('{#bname} wrote.\n\n- once'),
      attach: true,
    },
  })

  const mailFor = (settings: object, of = event) =>
    JSON.parse(of ? email.body(of, parse(definition.settings, settings)) : '{}')

  test('an answer chooses who gets it; nobody gets it twice', ({ assert }) => {
    const colour = event?.submission.questions.find(({ key }) => key === 'colour')
    const routes = [
      { option: 'o1', to: ['red@example.com', 'ada@example.com'] },
      { option: 'o2', to: ['blue@example.com'] },
    ]
    const { to } = mailFor({ to: ['ada@example.com'], routeBy: colour?.id, routes })
    assert.deepEqual(to, [{ address: 'ada@example.com' }, { address: 'red@example.com' }])
  })

  test('a mail about an edit says so, in the language of the form', ({ assert }) => {
    const edit = sampleEvents('submission.updated')['with an answer of each type']
    if (!edit) throw new Error('There is no sample.')
    const german = { ...edit, form: { ...edit.form, language: 'de' } }
    assert.equal(mailFor({ subject: 'Order' }, edit).subject, 'Edited: Order')
    assert.equal(mailFor({}, german).subject, 'Geändert: Neue Einsendung: Feedback')
    assert.equal(mailFor({ subject: 'Order' }).subject, 'Order')
  })

  test('replies go to an answer that is an address, and nowhere else', ({ assert }) => {
    const name = event?.submission.questions.find(({ key }) => key === 'name')
    assert.notProperty(mailFor({ to: ['a@example.com'], replyTo: name?.id }), 'replyTo')
    const [part] = name?.parts ?? []
    if (!event || !name || !part) throw new Error('The sample has no name.')
    const given = { ...name, parts: [{ ...part, text: ' zoe@example.com ' }] }
    const answered = { ...event, submission: { ...event.submission, questions: [given] } }
    assert.deepEqual(mailFor({ to: ['a@example.com'], replyTo: name.id }, answered).replyTo, {
      address: 'zoe@example.com',
    })
  })

  test('the table tells items of sections one after the other, and links to files', ({ assert }) => {
    const { answers } = mailFor({ to: ['a@example.com'] })
    const labels = answers.map(({ label }: { label: string }) => label)
    assert.includeMembers(labels, ['Your name', 'Colour'])
    assert.isTrue(labels.some((label: string) => label.endsWith(': First name')))
  })

  test('its creator sees it with its subject, labels and footer told apart', ({ assert }) => {
    if (!event) throw new Error('There is no sample.')
    const settings = parse(definition.settings, { to: ['ada@example.com'], message: richTextOf('Hello') })
    const preview = email.preview?.(event, settings)
    if (preview?.format !== 'message') throw new Error('It is no message.')
    const of = (look: string) =>
      preview.runs.filter((run) => run.look === look).map(({ text }) => text.trim())
    assert.deepEqual(of('title'), ['Subject: New submission: Feedback'])
    assert.equal(of('note')[0], 'To: ada@example.com')
    assert.includeMembers(of('strong'), ['Your name', 'Colour'])
    assert.include(previewText(preview), '\n\nHello\n\n')
  })

  test('only addresses are taken', ({ assert }) => {
    const missing = (settings: object) => definition.missing?.(parse(definition.settings, settings)) ?? []
    assert.lengthOf(missing({}), 1)
    assert.lengthOf(missing({ routes: [{ option: 'o1', to: ['a@example.com'] }] }), 0)
    for (const address of ['a', 'a@b', 'a@b.c, d@e.f', 'a@b.c\nBcc: d@e.f', 'Ada <a@b.c>', '"a b"@c.de'])
      assert.throws(() => parse(definition.settings, { to: [address] }))
    assert.doesNotThrow(() => parse(definition.settings, { to: ['jörg@übung.example', "o'neill+x@a.b.c"] }))
  })
})
