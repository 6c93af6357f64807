import { test } from '@japa/runner'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { fileURLToPath } from 'node:url'
import { defaultTreeAdapter as adapter, parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5'
import { closeRenderer, renderedHtml } from '../conform/rendered.ts'
import { richTextFromHtml } from './from_html.ts'
import { richTextOf } from './from_text.ts'
import { richToHtml } from './to_html.ts'
import { richToMarkdown } from './to_markdown.ts'
import { piped, pipedName } from './resolve.ts'
import { richToRuns } from './to_runs.ts'
import { richToText } from './to_text.ts'
import {
  isEmptyRichText,
  lengthOf,
  readRichText,
  referencesIn,
  type RichPlace,
  type RichText,
} from './tree.ts'

const markdown = new MarkdownIt({ html: true })
const view = fileURLToPath(new URL('rich_text.tsx', import.meta.url))

const EVERYTHING: RichPlace = {
  headings: true,
  lists: true,
  quotes: true,
  links: true,
  references: true,
  maxLength: 100_000,
}

function read(value: unknown, place = EVERYTHING): RichText {
  const result = readRichText(value, place)
  if ('problem' in result) throw new Error(result.problem)
  return result.text
}

function fromHtml(html: string, place = EVERYTHING): RichText {
  const result = richTextFromHtml(html, place)
  if ('problem' in result) throw new Error(result.problem)
  return result.text
}

// ---- random trees, as loose as JSON can be ----

const words = fc.oneof(
  fc.stringMatching(/^[a-z ]{0,8}$/),
  fc.constantFrom(
    '*',
    '_x_',
    '# a',
    '1. b',
    '- c',
    '<b>',
    '&amp;',
    '`',
    '[l](x)',
    '~~',
    '\u0000',
    'ß😀',
    '> q',
    '$',
    '\\',
    '!',
    '|',
    '+ d',
    '==',
  ),
)
const mark = fc.oneof(
  fc.constantFrom('bold', 'italic', 'underline', 'strike', 'code', 'blink').map((type) => ({ type })),
  fc
    .constantFrom(
      'https://example.com/a?b=1&c=(2)',
      'javascript:alert(1)',
      'mailto:a@b.c',
      'https://x.y/<>"\'',
    )
    .map((href) => ({ type: 'link', attrs: { href, onclick: 'x' } })),
)
const marks = fc.array(mark, { maxLength: 3 })
const inline = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('text'), text: words, marks }) },
  { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('reference'),
      attrs: fc.constant({ address: 'block1.part' }),
      marks,
    }),
  },
)
const { block } = fc.letrec<{ block: object }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 6 },
    fc.record({ type: fc.constant('paragraph'), content: fc.array(inline, { maxLength: 4 }) }),
    fc.record({
      type: fc.constant('heading'),
      attrs: fc.record({ level: fc.integer({ min: 0, max: 7 }) }),
      content: fc.array(inline, { maxLength: 3 }),
    }),
    fc.record({
      type: fc.constantFrom('bulletList', 'orderedList'),
      content: fc.array(
        fc.oneof(
          fc.record({ type: fc.constant('listItem'), content: fc.array(tie('block'), { maxLength: 3 }) }),
          tie('block'),
        ),
        { maxLength: 3 },
      ),
    }),
    fc.record({
      type: fc.constantFrom('blockquote', 'unknown', 'listItem'),
      content: fc.array(fc.oneof(tie('block'), inline), { maxLength: 3 }),
    }),
  ),
}))
const anyTree = fc.record({ type: fc.constant('doc'), content: fc.array(block, { maxLength: 5 }) })

/** What is the same to a reader: runs of blanks are one, lines without text are none. */
function plainly(text: RichText): string {
  return richToText(text)
    .split('\n')
    .map((line) =>
      line
        .replace(/^( |-|\d+\.)+/, '')
        .replace(/[\s\u00a0]+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n')
}

const ALLOWED = new Set('p br h2 h3 ul ol li blockquote a strong em u s code'.split(' '))

/** Every element and attribute of some HTML that a rich text may not write. */
function foreignIn(html: string): string[] {
  const foreign: string[] = []
  const look = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (!adapter.isElementNode(node)) return
    if (!ALLOWED.has(node.tagName)) foreign.push(node.tagName)
    for (const { name, value } of node.attrs) {
      const fine = name === 'rel' || (name === 'href' && /^(https?|mailto|tel):/.test(value))
      if (!fine) foreign.push(`${node.tagName} ${name}=${value}`)
    }
    node.childNodes.forEach(look)
  }
  parseFragment(html).childNodes.forEach(look)
  return foreign
}

function asParsed(html: string): string {
  return serialize(parseFragment(html))
}

test.group('rich text', (group) => {
  test('a preview shows what is bold, leads somewhere, or is listed', ({ assert }) => {
    const text: RichText = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'News' }] },
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'Plain, ' },
            { type: 'text', text: 'bold', marks: [{ type: 'bold' }, { type: 'italic' }] },
            { type: 'hardBreak' },
            { type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href: 'https://a.example/' } }] },
            { type: 'reference', attrs: { address: 'name01' }, marks: [{ type: 'italic' }] },
          ],
        },
        {
          type: 'orderedList',
          content: ['one', 'two'].map((one) => ({
            type: 'listItem',
            content: [{ type: 'paragraph', content: [{ type: 'text', text: one }] }],
          })),
        },
      ],
    }
    const runs = richToRuns(text, () => 'Ada')
    assert.deepEqual(
      runs.filter(({ look }) => look !== undefined),
      [
        { text: 'News', look: 'strong' },
        { text: 'bold', look: 'strong' },
        { text: 'here', look: 'link' },
        { text: 'Ada', look: 'emphasis' },
      ],
    )
    assert.equal(runs.map(({ text: one }) => one).join(''), 'News\n\nPlain, bold\nhereAda\n\n1. one\n2. two')
  })

  group.teardown(closeRenderer)

  test('any tree has one normal form, and holds nothing else', ({ assert }) => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const once = read(tree)
        assert.deepEqual(read(once), once)
        assert.isEmpty(foreignIn(richToHtml(once)))
        assert.notInclude(JSON.stringify(once), 'javascript:')
        assert.notMatch(JSON.stringify(once), /blink|onclick|unknown|\\u0000/)
      }),
    )
  })

  test('HTML out and in again is the same text', ({ assert }) => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const text = read(tree)
        const html = richToHtml(text, (address) => `<${address}>`)
        const back = fromHtml(html)
        assert.equal(plainly(back), plainly(read(withoutReferences(text))))
        assert.equal(plainly(fromHtml(richToHtml(back))), plainly(back))
      }),
    )
  })

  test('Markdown says the same to its reader', ({ assert }) => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const text = read(withoutReferences(read(tree)))
        const html = markdown.render(richToMarkdown(text))
        assert.equal(plainly(fromHtml(html)), plainly(text))
      }),
      { numRuns: 300 },
    )
  })

  test('is drawn as it is written in HTML', async ({ assert }) => {
    for (const tree of fc.sample(anyTree, { numRuns: 30, seed: 7 })) {
      const text = read(tree)
      const drawn = await renderedHtml(view, { text }, {})
      assert.equal(asParsed(drawn), asParsed(richToHtml(text).replaceAll('&#160;', ' ')))
      assert.isEmpty(foreignIn(drawn))
    }
  })

  test('is drawn with what its references bring, as text', async ({ assert }) => {
    const text = fromHtml(
      '<p>Hi <b><span data-reference="nameee"></span></b>, <span data-reference="b.c"></span></p>',
    )
    assert.deepEqual(referencesIn(text), ['nameee', 'b.c'])
    const resolve = piped({ [pipedName('body', 'nameee')]: '<i>Ada</i>' }, 'body')
    const drawn = await renderedHtml(view, { text, resolve }, {})
    assert.equal(drawn, '<p>Hi <strong>&lt;i&gt;Ada&lt;/i&gt;</strong>, {b.c}</p>')
  })

  test('reads HTML as people see it')
    .with([
      ['plain', 'plain'],
      ['<p>One</p><p>Two</p>', 'One\nTwo'],
      ['<div>One<div>Two</div>Three</div>', 'One\nTwo\nThree'],
      ['a<br>b<br>', 'a\nb'],
      ['  a \n  b  ', 'a b'],
      ['<pre>a\n  b</pre>', 'a\n  b'],
      ['<ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul>', '- One\n  - Inner\n- Two'],
      ['<ol><li>One</li><li>Two</li></ol>', '1. One\n2. Two'],
      ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
      [
        '<script>alert(1)</script><style>p{}</style><svg><text>x</text></svg>Seen<template>no</template>',
        'Seen',
      ],
      ['<p>a&nbsp;&nbsp;b and 5&nbsp;km</p>', 'a  b and 5\u00a0km'],
      ['<img src=x onerror=alert(1) alt="A cat">', 'A cat'],
      ['<p>Dear <span data-reference="block1">x</span></p>', 'Dear {block1}'],
      ['<b>unclosed <i>tags', 'unclosed tags'],
    ])
    .run(({ assert }, [html, text]) => assert.equal(richToText(fromHtml(html)), text))

  test('keeps the formatting of HTML')
    .with([
      ['<h1>T</h1><h4>S</h4>', '<h2>T</h2><h3>S</h3>'],
      ['<b>a</b><strong>b</strong>', '<p><strong>ab</strong></p>'],
      [
        '<b style="font-weight:normal">a<span style="font-weight:700">b</span></b>',
        '<p>a<strong>b</strong></p>',
      ],
      ['<span style="text-decoration: underline line-through">a</span>', '<p><u><s>a</s></u></p>'],
      [
        '<a href="https://x.y/">l</a><a href="javascript:alert(1)">m</a>',
        '<p><a href="https://x.y/" rel="noreferrer">l</a>m</p>',
      ],
      ['<a href="java\nscript:alert(1)">m</a>', '<p>m</p>'],
      [
        '<blockquote><p>q</p><blockquote>r</blockquote></blockquote>',
        '<blockquote><p>q</p><p>r</p></blockquote>',
      ],
      ['<li>lone</li>', '<p>lone</p>'],
      ['<ul>text<li>a</li></ul>', '<ul><li><p>text</p></li><li><p>a</p></li></ul>'],
      ['<code>a<b>b</b></code>', '<p><code>ab</code></p>'],
    ])
    .run(({ assert }, [html, expected]) => assert.equal(richToHtml(fromHtml(html)), expected))

  test('hostile HTML ends as harmless text, in time', ({ assert }) => {
    const deep = `${'<div><ul><li><b>'.repeat(20_000)}x`
    assert.equal(richToText(fromHtml(deep)).replace(/[\s-]/g, ''), 'x')
    const pieces = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '<img src=x onerror=alert(1)>',
      '<svg/onload=alert(1)>',
      '<math><mtext>',
      '<table>',
      '<template>',
      '<a href=',
      'javascript:alert(1)',
      '&#x6A;',
      '<li>',
      '<ul>',
      '</p>',
      '<p>',
      '<noscript>',
      '<iframe srcdoc="',
      '<style>',
      '<b style="',
      'font-weight:bold',
      '<plaintext>',
      '<textarea>',
      'x',
      '\u0000',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const text = fromHtml(parts.join(''))
        assert.isEmpty(foreignIn(richToHtml(text)))
        assert.deepEqual(read(text), text)
      }),
    )
    assert.deepEqual(richTextFromHtml('x'.repeat(500_001), EVERYTHING), { problem: 'too-long' })
  })

  test('a place allows what it says, and the rest stays as text', ({ assert }) => {
    const html =
      '<h2>T</h2><ul><li>a</li></ul><blockquote>q</blockquote><p><a href="https://x.y">l</a><b>b</b></p>'
    const text = fromHtml(html, { maxLength: 100 })
    assert.equal(richToHtml(text), '<p>T</p><p>a</p><p>q</p><p>l<strong>b</strong></p>')
    assert.deepEqual(readRichText(text, { maxLength: 5 }), { problem: 'too-long' })
    assert.deepEqual(readRichText({ type: 'paragraph' }, EVERYTHING), { problem: 'format' })
    assert.deepEqual(readRichText('<p>x</p>', EVERYTHING), { problem: 'format' })
  })

  test('a stored text becomes lines, paragraphs and references')
    .with([
      ['a\r\nb\n\nc\n', '<p>a<br>b</p><p>c</p>'],
      ['Hi {#nameee}, {{you} {#trip01.from}', '<p>Hi [nameee], {you} [trip01.from]</p>'],
      ['<b>&amp;', '<p>&#60;b&#62;&#38;amp;</p>'],
      ['\n\n', ''],
    ])
    .run(({ assert }, [stored, html]) => {
      const text = richTextOf(stored)
      assert.equal(
        richToHtml(text, (address) => `[${address}]`),
        html,
      )
      assert.deepEqual(read(text), text)
    })

  test('empty is what nobody can read', ({ assert }) => {
    assert.isTrue(isEmptyRichText(fromHtml('<p><br></p> <div></div>')))
    assert.isFalse(isEmptyRichText(richTextOf('a')))
  })

  test('its length is what the eye counts', ({ assert }) => {
    assert.equal(lengthOf(fromHtml('<p>a👩‍👩‍👧‍👦<br>é</p><ul><li>b</li></ul>')), 6)
    const family = fromHtml('<p>👩‍👩‍👧‍👦</p>')
    assert.deepEqual(readRichText(family, { maxLength: 1 }), { text: family })
    assert.deepEqual(readRichText(richTextOf('ab'), { maxLength: 1 }), { problem: 'too-long' })
  })
})

/** The same tree with each reference as the text that stands for it. */
function withoutReferences(text: RichText): unknown {
  return JSON.parse(JSON.stringify(text), (_, value: unknown) => {
    const isReference =
      typeof value === 'object' && value !== null && 'type' in value && value.type === 'reference'
    return isReference ? { ...value, type: 'text', text: '<block1.part>' } : value
  })
}
