import { test } from '@japa/runner'
import { svgRoot, svgSize } from '#app/files/svg'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
const DOCTYPE = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"`
const TAG = '<svg width="40" height="30">'

test.group('Vector pictures', () => {
  test('are known by their root, whatever may stand before it', ({ assert }) => {
    const before = [
      ...[
        '',
        ' \n',
        '\uFEFF',
        XML,
        `\uFEFF${XML}\r\n`,
        '<!-- <svg width="1"> -->',
        `${XML}<!-- a --><!-- b -->`,
      ],
      ...[`${DOCTYPE}>`, `${XML}\n${DOCTYPE} [\n<!ENTITY ns "http://www.w3.org/2000/svg">\n]>\n<!-- a -->`],
      ...[`${XML}<?xml-stylesheet href="a.css"?>`, `<!--${'licence '.repeat(2_000)}-->`],
    ]
    for (const words of before) assert.equal(svgRoot(`${words}${TAG}</svg>`), `${TAG}</svg>`, words)
    const others = [
      '',
      'svg',
      '<html><svg></svg></html>',
      '<!doctype html><svg>',
      `${XML}<feed>`,
      '<svgs>',
      '<!-- <svg>',
    ]
    for (const text of others) assert.isUndefined(svgRoot(text), text)
  })

  test('are told from texts that look like them in no time', ({ assert }) => {
    const started = performance.now()
    for (const piece of ['<!---->', '<!--', '<?a?>', '<svg ', '<!doctype svg[', ' ', '<svg a="'])
      svgSize(svgRoot(piece.repeat(9_000)) ?? '')
    for (const piece of ['1', ' ', '1 ', '.'])
      for (const name of ['width', 'viewBox']) svgSize(`<svg ${name}="${piece.repeat(200_000)}x">`)
    assert.isBelow(performance.now() - started, 1_000)
  }).timeout(5_000)

  const SIZES: [attributes: string, size: [width: number, height: number] | undefined][] = [
    ['width="40" height="30"', [40, 30]],
    [`width = '40px' height='30.4'`, [40, 30]],
    ['width="1in" height="25.4mm" viewBox="0 0 7 7"', [96, 96]],
    ['viewBox="0 0 200 100"', [200, 100]],
    ['viewBox=" -10,-10 , 200,1e2 "', [200, 100]],
    ['width="100%" height="100%" viewBox="0 0 200 100"', [200, 100]],
    ['width="auto" height="50" viewBox="0 0 200 100"', [100, 50]],
    ['width="50" viewBox="0 0 200 100"', [50, 25]],
    ['stroke-width="3" data-height="2" viewBox="0 0 200 100"', [200, 100]],
    ['width="0.2" height="0.2"', [1, 1]],
    ...[
      '',
      'width="100%" height="100%"',
      'width="50"',
      'width="5em" height="2em"',
      'width="-5" height="2"',
    ].map((attributes): [string, undefined] => [attributes, undefined]),
    ...['0 0 abc 100', '0 0 0 100', '0 0 100', '', '0 0 Infinity 1', '0 0 1e999 1'].map(
      (box): [string, undefined] => [`viewBox="${box}"`, undefined],
    ),
  ]
  test('have the size they say, or the one of their view; or none that is known', ({ assert }) => {
    for (const [attributes, size] of SIZES) {
      const [width, height] = size ?? []
      assert.deepEqual(
        svgSize(`<svg ${attributes}><rect width="7" height="7"/></svg>`),
        size && { width, height },
        attributes,
      )
    }
    assert.isUndefined(svgSize('<svg><rect width="7" height="7" viewBox="0 0 1 1"/></svg>'))
  })
})
