import { test } from '@japa/runner'
import { colourRemarks, groundOf } from '#app/forms/own_colours'
import { ownStyles } from '#app/forms/own_styles'
import { emptySettings } from '#engine/document/document'

const { appearance } = emptySettings('Form')
const dark = (css: string) => `@media (prefers-color-scheme: dark) { ${css} }`
const remarks = (css: string, look = {}) =>
  colourRemarks(ownStyles(css).colours, { ...appearance, ...look }).map(
    ({ line, message }) => `${line}: ${message.split(/[.,]/)[0]}`,
  )

test.group('Colours in CSS of a creator', () => {
  test('a ground of the form is taken as one that is chosen')
    .with([
      ['body { background: #fef3c7 }', '#fef3c7'],
      ['html { background-color: black }', '#000000'],
      [':root { --ground: #123 }', '#112233'],
      // all of a gradient can be written on
      ['body { background: linear-gradient(#fff, #eef6f1) }', '#eef6f1'],
      ['body { background: linear-gradient(#eef6f1, #000) }', undefined],
      [`body { background: #fff } ${dark('body { background: #111 }')}`, undefined],
      ['body { background: #fff; background: var(--raised) }', undefined],
      ['body { background: rgb(0 0 0 / 3%) } .a { background: #000 }', undefined],
      ['@media (width < 600px) { body { background: #000 } }', undefined],
      ['@media print { body { background: #fff } }', undefined],
    ] as const)
    .run(({ assert }, [css, ground]) => assert.equal(groundOf(ownStyles(css).colours), ground))

  test('what cannot be read is said at its line, with the scheme')
    .with([
      ['.a {}\n.label { color: #123 }', {}, ['2: This text is hard to read on the form in dark']],
      ['.label { color: #eee }', {}, ['1: This text is hard to read on the form in light']],
      ['.label { color: #777 }', {}, ['1: This text is hard to read on the form']],
      ['.label { color: #123 }', { scheme: 'light' }, []],
      ['.label { color: #123 }', { ground: '#FEF3C7' }, []],
      [`.label { color: #123 } ${dark('.label { color: #def }')}`, {}, []],
      ['h1 { background: #fff }', {}, ['1: Texts are hard to read on this background in dark']],
      ['h1 { background: #fff; color: #111 }', {}, []],
      ['.a { color: #fff }\n.a { background: #7a1f3d }', {}, []],
      [
        '.a { color: #999; background: linear-gradient(#aaa, #111) }',
        {},
        ['1: This text is hard to read on its background'],
      ],
      ['.a::before { background: #fff }', {}, []],
      ['body { background: #fef3c7 }', {}, ['1: With this background the form is light on every device']],
      ['body { background: #fef3c7 }', { scheme: 'light' }, []],
      [
        `body { background: #fff } ${dark('body { background: #eee }')}`,
        {},
        ['1: Texts are hard to read on this background in dark'],
      ],
      [
        'body { background: linear-gradient(#fff, #000) }',
        {},
        ['1: Texts are hard to read on this background'],
      ],
    ] as const)
    .run(({ assert }, [css, look, said]) => assert.deepEqual(remarks(css, look), [...said]))
})
