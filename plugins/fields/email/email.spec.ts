import { test } from '@japa/runner'
import { parse, safeParse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'
import { addressMeant } from './meant.ts'

test.group('email', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: 'ada@example.com' },
      { answer: "Ada.O'Hara+news@mail.example.com", settings: { confirm: true } },
      { answer: 'δοκιμή@παράδειγμα.δοκιμή' },
      { answer: '用户@例子.广告', settings: { allowedDomains: '例子.广告' } },
      {
        answer: 'ada@eu.example.com',
        settings: { allowedDomains: 'example.com\nexample.org', blockedDomains: 'us.example.com' },
      },
    ],
    settings: [{ verify: true }, { verify: true, confirm: true }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings> = {}): Settings => parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'form', required: false } as const
  const read = (candidate: unknown, part: Partial<Settings> = {}) =>
    answer.parse(candidate, settings(part), context)

  test('these are addresses')
    .with(['a@b', 'a.b.@c.de', 'x!#$%@ex-ample.com', 'ñandú@correo.es', 'ada@localhost'])
    .run(({ assert }, text) => assert.equal(read(text).answer, text))

  test('these are none')
    .with([
      'ada',
      '@b.de',
      'a@',
      'a@-b.de',
      'a@b-.de',
      'a b@c.de',
      'a@b..de',
      'a@b@c',
      `${'a'.repeat(250)}@b.de`,
      'a@b.de\n.x',
    ])
    .run(({ assert }, text) => assert.deepEqual(read(text), { problems: [{ code: 'format' }] }))

  test('the domain is stored in small letters, without spaces around', ({ assert }) => {
    assert.equal(read('  Ada@EXAMPLE.Com ').answer, 'Ada@example.com')
  })

  test('twice the same is asked for, of people only', ({ assert }) => {
    const twice = { confirm: true }
    const codes = (again: string) =>
      read({ email: 'ada@example.com', again }, twice).problems.map(({ code, part }) => [code, part])
    assert.deepEqual(codes(' '), [['required', 'again']])
    assert.deepEqual(codes('ida@example.com'), [['not-accepted', 'again']])
    assert.deepEqual(codes('ada@Example.com'), [])
    assert.equal(read('ada@example.com', twice).answer, 'ada@example.com')
    assert.deepEqual(read({ email: 'ada@example.com', again: '' }).problems, [])
  })

  test('domains are allowed and blocked with what lies below them', ({ assert }) => {
    const judge = (address: string, part: Partial<Settings>) =>
      answer.validate(address, settings(part), context).map(({ code, params }) => `${code} ${params?.reason}`)
    assert.deepEqual(judge('a@example.com', { allowedDomains: 'Example.com' }), [])
    assert.deepEqual(judge('a@sub.example.com', { allowedDomains: '@example.com' }), [])
    assert.deepEqual(judge('a@badexample.com', { allowedDomains: 'example.com' }), ['not-allowed domain'])
    assert.deepEqual(judge('a@x.spam.com', { blockedDomains: 'other.com, spam.com' }), [
      'not-allowed blocked',
    ])
    // one domain in two ways to write it
    assert.deepEqual(judge('a@xn--bcher-kva.de', { allowedDomains: 'bücher.de' }), [])
    assert.deepEqual(judge('a@xn--bcher-kva.de', { blockedDomains: 'bücher.de' }), ['not-allowed blocked'])
    assert.deepEqual(judge('a@post.bücher.de', { blockedDomains: 'xn--bcher-kva.de' }), [
      'not-allowed blocked',
    ])
    assert.isFalse(safeParse(definition.settings, { allowedDomains: 'no domain!' }).success)
  })

  test('a domain with one letter wrong is guessed, and only such a one')
    .with([
      ['Ada@gmial.com', 'Ada@gmail.com'],
      [' ada@Gmail.co ', 'ada@gmail.com'],
      ['ada@gmaill.com', 'ada@gmail.com'],
      ['ada@hotnail.com', 'ada@hotmail.com'],
      ['ada@gmail.com', undefined],
      ['ada@mail.com', undefined],
      ['ada@example.com', undefined],
      ['ada@', undefined],
      ['gmial.com', undefined],
      ['', undefined],
    ] as const)
    .run(({ assert }, [typed, meant]) => assert.equal(addressMeant(typed), meant))
})
