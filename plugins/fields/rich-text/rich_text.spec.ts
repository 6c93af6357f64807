import { test } from '@japa/runner'
import fc from 'fast-check'
import { parse } from 'valibot'
import { conformField } from '@formwright/kit/conform/field'
import { naughtyStrings } from '@formwright/kit/conform/naughty'
import { richTextFromHtml } from '@formwright/kit/rich/from_html'
import type { RichText } from '@formwright/kit/rich/tree'
import answer, { type Answer } from './answer.ts'
import definition, { type Settings } from './field.ts'
import { placeOf } from './place.ts'
import { textOf } from './plain.ts'
import server from './server.ts'

const settings = (part: Partial<Settings>): Settings => parse(definition.settings, part)
const EVERYTHING = parse(definition.settings, { toolbar: { strike: true, code: true, quotes: true } })

const text = (words: string, ...marks: object[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
})
const line = (...content: object[]) => ({ type: 'paragraph', content })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const link = (attrs: object) => doc(line(text('a', { type: 'link', attrs })))

const given = (html: string, all: Settings): Answer => {
  const read = richTextFromHtml(html, placeOf(all))
  if (!('text' in read)) throw new Error(read.problem)
  return { ...read.text, text: textOf(read.text) }
}
const HTML = `<h2>Why</h2><p>Say <b>yes</b> &amp; <i><u>go</u></i><br><s>no</s> <code>x</code></p>
<ul><li>one<ol><li>deep</li></ol></li><li>two</li></ul><blockquote><p>said</p></blockquote>
<p><a href="https://example.com/a?b=1">look</a></p>`

test.group('rich-text', () => {
  conformField({
    spec: import.meta.url,
    definition,
    answer,
    examples: [
      { answer: given('<p>One line</p>', settings({})) },
      { answer: given(HTML, EVERYTHING), settings: EVERYTHING },
      {
        answer: given('<p>a</p><p></p><p><b>  b</b> &lt;/textarea&gt;</p>', settings({})),
        settings: { counter: true, maxLength: 40 },
      },
    ],
    settings: [{ minLength: 2, counter: true }],
    naughty: naughtyStrings(),
  })

  const context = { locale: 'en', now: 0, source: 'data', required: false } as const
  const taken = (candidate: unknown, all = settings({})) => answer.parse(candidate, all, context)
  /** As the server takes it: parsed, then judged. */
  const stored = async (candidate: unknown, all = settings({})) => {
    const { answer: read, problems } = taken(candidate, all)
    return read === undefined ? { problems } : server.own?.(read, all, { files: async () => [] })
  }

  test('lines of a plain text are paragraphs, and the same lines again', async ({ assert }) => {
    const { answer: read } = taken('\n\n  a\r\n\r\nb\tc\u001b  \n')
    assert.deepEqual(read, {
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: '  a' }] },
        { type: 'paragraph' },
        { type: 'paragraph', content: [{ type: 'text', text: 'b c' }] },
      ],
      text: '  a\n\nb c',
    })
    for (const nothing of [' \n\t', '\u0001', doc(line(text(' ')))])
      assert.deepEqual(taken(nothing), { problems: [] })
    assert.deepEqual(await stored(read), { answer: read, files: [] })
  })

  test('without a script what is formatted stays so while its text is left alone', ({ assert }) => {
    const { type, content }: RichText = given('<p><b>bold</b></p>', settings({}))
    const post = (words: string, json: unknown = { type, content }) =>
      answer.fromForm({ '': [words], tree: [JSON.stringify(json)] }, settings({}))
    assert.deepEqual(post('bold'), { type, content })
    assert.equal(post('bolder'), 'bolder')
    assert.equal(post('bold', doc({ type: 'image' })), 'bold')
    assert.equal(answer.fromForm({ '': ['a\r\nb'] }, settings({})), 'a\nb')
  })

  test('the server refuses hostile trees')
    .with([
      doc(line(text('a')), { type: 'image', attrs: { src: 'x' } }),
      doc({ ...line(text('a')), onclick: 'x' }),
      doc(line(text('a', { type: 'blink' }))),
      doc(line(text('a', { type: 'bold', onclick: 'x' }))),
      doc(line(text('a\u0000b'))),
      doc(line(text('a\ud83d'))),
      doc(line(text('a\u001bb'))),
      doc(line(text('a')), text('bare')),
      doc(line(line(text('a')))),
      doc(line(text('a'), { type: 'reference', attrs: { address: 'secret' } })),
      doc({ type: 'heading', attrs: { level: 1 }, content: [text('a')] }),
      link({ href: 'javascript:alert(1)' }),
      link({ href: 'https://x.y/', onclick: 'x' }),
      doc(line(text('a')), { type: '__proto__' }),
      doc(line(text('a')), null, 7),
      { type: 'doc' },
      [],
      { type: 'doc', content: 'x' },
    ])
    .run(async ({ assert }, tree) => {
      assert.deepEqual(await stored(tree, EVERYTHING), { problems: [{ code: 'format' }] })
    })

  test('the server refuses what the toolbar does not offer', async ({ assert }) => {
    const quote = doc({ type: 'blockquote', content: [line(text('a'))] })
    assert.deepEqual(await stored(quote), { problems: [{ code: 'format' }] })
    assert.property(await stored(quote, EVERYTHING), 'answer')
    const bold = doc(line(text('a', { type: 'bold' })))
    assert.property(await stored(bold), 'answer')
    const plain = settings({ toolbar: { ...EVERYTHING.toolbar, bold: false } })
    assert.deepEqual(await stored(bold, plain), { problems: [{ code: 'format' }] })
  })

  test('a tree is bounded in depth and nodes, and its text in length', async ({ assert }) => {
    let deep: object = line(text('a'))
    for (let depth = 0; depth < 20_000; depth++)
      deep = { type: 'bulletList', content: [{ type: 'listItem', content: [deep] }] }
    assert.deepEqual(await stored(doc(deep)), { problems: [{ code: 'format' }] })
    const many = Array.from({ length: 20_001 }, () => ({ type: 'paragraph' }))
    assert.deepEqual(await stored(doc(line(text('a')), ...many, line(text('b')))), {
      problems: [{ code: 'format' }],
    })
    const { answer: long } = taken('x'.repeat(11))
    assert.deepEqual(long && answer.validate(long, settings({ maxLength: 10 }), context), [
      { code: 'max-length', params: { max: 10 } },
    ])
  })

  test('its text is made of it, whatever was sent as such', ({ assert }) => {
    assert.equal(taken({ ...doc(line(text('true'))), text: 'false' }).answer?.text, 'true')
  })

  test('whatever the one reader of rich texts makes is taken as it is', async ({ assert }) => {
    const pieces =
      '<p> </p> <b> </b> <ul><li> </li></ul> <ol><li> <h2> </h2> <blockquote> </blockquote> <br> <code> </code> <a_href="https://x.y/"> </a> word ß😀 &nbsp;'
    const html = fc.array(
      fc.constantFrom(...pieces.split(' ').map((piece) => piece.replace('_', ' ').replace('word', 'word '))),
    )
    await fc.assert(
      fc.asyncProperty(html, fc.boolean(), async (source, all) => {
        const own = all ? EVERYTHING : settings({})
        const read = given(source.join(''), own)
        if (read.text.trim() !== '') assert.deepEqual(await stored(read, own), { answer: read, files: [] })
      }),
    )
  })
})
