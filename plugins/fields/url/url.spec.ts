import { test } from '@japa/runner'
import { parse, safeParse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import answer from './answer.ts'
import definition, { type Settings } from './field.ts'

test.group('url', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: 'https://example.com' },
      { answer: 'http://Example.com/Päth?q=1#x' },
      { answer: 'https://müller.example/', settings: { hosts: 'müller.example', https: true } },
      { answer: 'https://[::1]:8080/' },
    ],
    settings: [{ hosts: 'example.com\nexample.org', https: true }],
    naughty: naughtyStrings(),
  })

  const settings = (part: Partial<Settings> = {}): Settings => parse(definition.settings, part)
  const context = { locale: 'en', now: 0, source: 'form', required: false } as const
  const read = (candidate: unknown) => answer.parse(candidate, settings(), context)

  test('without a protocol it is https', ({ assert }) => {
    assert.equal(read(' example.com/a b'.replace(' b', '') + ' ').answer, 'https://example.com/a')
    assert.equal(read('example.com:8080').answer, 'https://example.com:8080')
    assert.equal(read('HTTP://example.com').answer, 'HTTP://example.com')
  })

  test('these are no addresses')
    .with([
      'example',
      'javascript:alert(1)',
      'javascript://example.com/%0aalert(1)',
      'data:text/html,x',
      'ftp://example.com',
      'https://ada:secret@example.com',
      'ada@example.com',
      'exa mple.com',
      'https://',
      // browsers take these, and others read another host in them, or none
      '//example.com/a',
      'https:///example.com',
      'https://example.com\\@example.org/',
      'a\u0000b.com',
    ])
    .run(({ assert }, text) => assert.deepEqual(read(text), { problems: [{ code: 'format' }] }))

  test('https and hosts are asked for', ({ assert }) => {
    const judge = (url: string, part: Partial<Settings>) =>
      answer.validate(url, settings(part), context).map(({ params }) => params?.reason)
    assert.deepEqual(judge('http://example.com', { https: true }), ['http'])
    assert.deepEqual(judge('https://a.example.com', { hosts: 'example.com' }), [])
    assert.deepEqual(judge('https://badexample.com', { hosts: 'example.com' }), ['host'])
    assert.deepEqual(judge('https://xn--mller-kva.example', { hosts: 'Müller.example' }), [])
    assert.isFalse(safeParse(definition.settings, { hosts: 'a^b' }).success)
  })

  test('a very long one is refused', ({ assert }) => {
    // of which the parser first says that it can be parsed
    assert.deepEqual(read(`${'A'.repeat(900_000)}.com`).problems, [
      { code: 'max-length', params: { max: 2_000 } },
    ])
    assert.deepEqual(
      read(`https://example.com/${'x'.repeat(2_000)}`).problems.map(({ code }) => code),
      ['max-length'],
    )
  })
})
