import { test } from '@japa/runner'
import { ownStyles } from '#app/forms/own_styles'

const KEPT: [source: string, css: string][] = [
  [
    '.label { color: red; & + .x { color: blue } }',
    '.fw-form .label{color:red}.fw-form .label+.x{color:#00f}',
  ],
  [':root{--ground:red}', '.fw-form{--ground:red}'],
  ['HTML body .label, body.dark{color:red}', '.fw-form .label,.fw-form.dark{color:red}'],
  ['*|body .a, html|body > h1{color:red}', '.fw-form .a,.fw-form>h1{color:red}'],
  [':is(*|body, p) b, svg|a{color:red}', '.fw-form b,.fw-form p b,.fw-form a{color:red}'],
  ['html > body > main, html.a body.b{color:red}', '.fw-form>main,.fw-form.a.b{color:red}'],
  [':is(html, body) > *{color:red}', '.fw-form>*{color:red}'],
  [':where(body, .a):hover h1{color:red}', '.fw-form:hover h1,.fw-form .a:hover h1{color:red}'],
  ['html, body { & .x { color: red } }', '.fw-form .x{color:red}'],
  ['.x { body & { color: red } }', '.fw-form .x{color:red}'],
  ['& > .x { color: red }', '.fw-form>.x{color:red}'],
  ['body::before, p:not(body){color:red}', '.fw-form:before,.fw-form p:not(body){color:red}'],
  ['body .a, .b { &:hover { color: red } }', '.fw-form :is(body .a,.b):hover{color:red}'],
  ['.a:has(> .b):not(.c){color:red}', '.fw-form .a:has(>.b):not(.c){color:red}'],
  ['@media (width < 600px){.a{color:red}}', '@media (width<600px){.fw-form .a{color:red}}'],
  ['@supports (display:grid){body{color:red}}', '@supports (display:grid){.fw-form{color:red}}'],
  ['@container (width > 1px){.a{color:red}}', '@container (width>1px){.fw-form .a{color:red}}'],
  ['@layer mine{.a{color:red}}', '@layer mine{.fw-form .a{color:red}}'],
  ['@starting-style{.a{opacity:0}}', '@starting-style{.fw-form .a{opacity:0}}'],
  [
    '@keyframes go{to{color:red}}.a{animation:go 1s}',
    '@keyframes go{to{color:red}}.fw-form .a{animation:1s go}',
  ],
  // Chromium reads no timeline within the shorthand
  [
    '.a{animation:go linear both;animation-timeline:view()}',
    '.fw-form .a{animation:linear both go;animation-timeline:view()}',
  ],
  ['.a{background:url(data:image/png;base64,AA)}', '.fw-form .a{background:url(data:image/png;base64,AA)}'],
  ['.a{all:unset;color:var(--ink)}', '.fw-form .a{all:unset;color:var(--ink)}'],
  // what nothing ends
  ['.a{color:red', '.fw-form .a{color:red}'],
]

/** What must not come through, as written; each is said. */
const HOSTILE = [
  '@import "https://evil.example/a.css";',
  '@import url(//evil.example/a.css) layer(a);',
  '@media screen{@import "https://evil.example";}',
  '@\\69mport "https://evil.example";',
  '@namespace url(https://evil.example);',
  '@font-face{font-family:a;src:url(https://evil.example)}',
  '@page{background:url(https://evil.example)}',
  '@scope (html){:scope{color:red}}',
  '@property --x{syntax:"*";inherits:false;initial-value:url(https://evil.example)}',
  '@function --f(){result:url(https://evil.example)}',
  '@unheard-of{.a{background:url(https://evil.example)}}',
  '.a{background:url(https://evil.example)}',
  '.a{background:URL("//evil.example")}',
  '.a{background:u\\72l(https://evil.example)}',
  '.a{background:\\75 rl("https://evil.example")}',
  '.a{background:url("https:\\2f\\2f evil.example")}',
  '.a{background:url(/api/user)}',
  '.a{background:url(data:text/html,evil.example)}',
  '.a{--x:url(https://evil.example)}',
  '.a{--x:\\69mage-set("https://evil.example" 1x);background:var(--x)}',
  '.a{background:image-set("https://evil.example" 1x)}',
  '.a{background:-webkit-image-set(url(https://evil.example) 1x)}',
  '.a{background:-webkit-cross-fade(url(https://evil.example),url(a),50%)}',
  '.a{background:src("https://evil.example")}',
  '.a{list-style:image("https://evil.example")}',
  '.a{background:-moz-element(#evil.example)}',
  '.a{background:paint(evil.example)}',
  '.a{background:if(media(print): url(https://evil.example))}',
  '.a{cursor:url(https://evil.example),auto}',
  '.a{filter:url(https://evil.example#a)}',
  '.a{content:url(https://evil.example)}',
  '.a{mask:url(https://evil.example);offset-path:url(https://evil.example)}',
  '.a{behavior:url(https://evil.example)}',
  '.a{position:fixed}',
  '.a{POSITION:FIXED!important}',
  '.a{position:-webkit-sticky}',
  '.a{posit\\69on:f\\69xed}',
  '.a{--p:1;position:var(--fixed)}',
  '.a{&:hover{position:sticky}}',
  '.progress *{all:inherit}',
  '@keyframes a{to{position:fixed}}',
  '@keyframes fw-settle{to{pointer-events:auto}}',
  '@keyframes \\66w-settle{to{pointer-events:auto}}',
]

test.group('CSS of a creator', () => {
  test('begins at the form, and is otherwise as it was written')
    .with(KEPT)
    .run(({ assert }, [source, css]) => {
      assert.deepInclude(ownStyles(source), { css, leftOut: [] })
    })

  test('what could load, leave its place or reach the page’s own is left out and said')
    .with(HOSTILE)
    .run(({ assert }, source) => {
      const { css, leftOut } = ownStyles(source)
      assert.isNotEmpty(leftOut)
      assert.notMatch(
        css,
        /evil|import|font-face|namespace|fixed|sticky|settle|url\((?!#\))|image-set|paint/i,
      )
    })

  test('no selector finds its way out of the form')
    .with([
      ':not(&){color:red}',
      '.a{:not(&){color:red}}',
      '.a{@media print{& ~ *{color:red}}}',
      '*{color:red}',
      ':host, ::backdrop, :root :root{color:red}',
      '.a,*,#b>html{color:red}',
    ])
    .run(({ assert }, source) => {
      const { css } = ownStyles(source)
      const selectors = css.replace(/@media[^{]*\{/g, '').split('{')[0]
      assert.isNotEmpty(selectors)
      for (const selector of selectors.split(',')) assert.match(selector, /^\.fw-form([ :.]|$)/)
    })

  test('what looks for the form within it, or for something beside it, is left out at its line')
    .with([
      '.x ~ body h1',
      '.x body',
      '& + *',
      'body ~ .x',
      'html + *',
      'div:is(body, .a)',
      '.x > :is(.a, body)',
      'html:has(body)',
      '.x:has(body .a)',
      ':is(body, .a):is(html, .b)',
    ])
    .run(({ assert }, selector) => {
      const { css, leftOut } = ownStyles(
        `p { color: red }\n\n${selector} { color: blue }\n.y, ${selector} {}`,
      )
      assert.match(css, /^\.fw-form p\{color:red\}/)
      assert.notMatch(css, /blue/)
      assert.include(leftOut[0]?.message ?? '', 'html, body and :root are the form itself.')
      assert.equal(leftOut[0]?.line, 3)
    })

  test('what ends the element it stands in is no end', ({ assert }) => {
    const { css } = ownStyles(
      '.a::before{content:"</style><script>alert(1)</script>"}.b{background:url(data:image/svg+xml,<svg></svg>)}',
    )
    assert.notInclude(css, '</')
    assert.include(css, '\\3c /style>')
  })

  test('an address that is spelled in escapes is refused as one', ({ assert }) => {
    const { css, leftOut } = ownStyles(
      '.a { background: u\\72l(https://a.example) }\n.b { background: \\75 RL(data:image/png,{[{) }',
    )
    assert.equal(css, '.fw-form .a{background:url(#)}.fw-form .b{background:url(data:image/png,{[{)}')
    assert.deepEqual(leftOut, [
      {
        ...{ line: 1, column: 18 },
        message: 'Nothing is loaded from elsewhere. Use a picture as data:image/… instead.',
      },
    ])
  })

  test('each is said at its line; a mistake costs its own rule only', ({ assert }) => {
    const source =
      '.a { color: red }\n\n.b {\n  position: fixed;\n}\n.c { background: url(https://a.example) }\n}} .d{}\n.e { colour }\n.f { color: red }'
    const { css, leftOut } = ownStyles(source)
    assert.include(css, '.fw-form .a')
    assert.include(css, '.fw-form .f')
    assert.deepEqual(
      leftOut.map(({ line }) => line),
      [3, 6, 7, 8],
    )
  })

  test('wherever it stands, @import is told to be of no use', ({ assert }) => {
    const { leftOut } = ownStyles('@import "a.css";\n.a { color: red }\n@import "b.css";')
    assert.deepEqual(
      leftOut.map(({ line, message }) => [line, message]),
      [1, 3].map((line) => [
        line,
        '@import is left out: nothing is loaded from elsewhere. Put the rules themselves here.',
      ]),
    )
  })

  test('what would end the parser is not given to it')
    .with([
      '.a{'.repeat(10_000),
      `.a${':is('.repeat(8000)}`,
      `/*(*/.b{content:")"}.a{width:calc(${'('.repeat(20_000)}`,
      // nothing in it closes, or hides, what stands open
      `.a{width:calc(${'(}'.repeat(20_000)}`,
      `.a{b:url(/*)}.b{content:"*/ ${')}'.repeat(9)}";width:calc(${'('.repeat(20_000)}`,
      `.a{b:#url(${'('.repeat(20_000)}`,
      `.a{b:\\75 rl(/*);width:calc(${'('.repeat(20_000)}/**/`,
      `.a{width:<!--url(/*);width:calc(${'('.repeat(20_000)}/**/`,
    ])
    .run(({ assert }, source) => {
      assert.deepInclude(ownStyles(source), {
        css: '',
        leftOut: [{ line: 1, column: 1, message: 'Brackets stand too deep in each other. Nest less.' }],
      })
    })

  test('brackets in comments, words and addresses are none', ({ assert }) => {
    const odd = `/* :( */.a{b:url(data:image/png,{[{)}.b\\(\\({content:"((("}`
    assert.isEmpty(ownStyles(odd.repeat(30)).leftOut)
  })

  test('nested rules that would repeat those around them without end are left out', ({ assert }) => {
    for (const nested of ['& + &', '& a, & b, & c', ':is(&, & &)'])
      assert.deepInclude(ownStyles(`.a{${`${nested}{`.repeat(40)}color:red`), {
        css: '',
        leftOut: [{ line: 1, column: 1, message: 'Nested rules repeat each other too often. Nest less.' }],
      })
  })

  test('more rules than can be read in a moment are left out')
    .with([
      `${'@media print{'.repeat(49)}${'a{b:c}'.repeat(4000)}${'}'.repeat(49)}`,
      `a{${'@media (a){'.repeat(40)}${'&:hover{b:c}'.repeat(500)}${'}'.repeat(41)}`,
      ':host{b:c}'.repeat(2001),
    ])
    .run(({ assert }, source) => {
      const before = process.threadCpuUsage()
      assert.deepInclude(ownStyles(source), {
        css: '',
        leftOut: [
          {
            line: 1,
            column: 1,
            message:
              'There are too many rules, or they stand too deep in each other. Use fewer, or nest less.',
          },
        ],
      })
      assert.isBelow(process.threadCpuUsage(before).user, 1_500_000)
    })

  test('what is left out is told, and not without end', ({ assert }) => {
    assert.lengthOf(ownStyles('@x;'.repeat(1500)).leftOut, 100)
    assert.lengthOf(ownStyles(`a{${'b;'.repeat(10_000)}}`).leftOut, 100)
  })

  test('50 KB are read in a moment', ({ assert }) => {
    let source = ''
    for (let at = 0; source.length < 49_900; at++) source += `.a${at}:hover>.b{color:red;&.c{margin:1px}}\n`
    const before = process.threadCpuUsage()
    assert.isNotEmpty(ownStyles(source).css)
    assert.isBelow(process.threadCpuUsage(before).user, 2_000_000)
  })
})
