import { test } from '@japa/runner'
import { brokenBound, parseJson } from '#app/http/read_json'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

test.group('What is no JSON', () => {
  test('is refused where it begins to be none, without a word of it', ({ assert }) => {
    const parse = (text: string) => () => parseJson(Buffer.from(text), 10)
    assert.throws(
      parse('{"a": 1, secret}'),
      'The body is not JSON at position 9. Correct it and send it again.',
    )
    assert.throws(parse('secret'), 'The body is not JSON. Correct it and send it again.')
  })
})

test.group('Combining marks in a row', () => {
  const SENTENCE = 'A text has more than a hundred combining marks in a row. Send it with fewer.'
  const parse = (json: string) => () => parseJson(Buffer.from(json), 10)

  test('are refused wherever they stand and however they are written', ({ assert }) => {
    const marks = 'e\u0301\u0323'.concat('\u0301\u0323'.repeat(100))
    const escaped = '\\u0301\\u0323'.repeat(100)
    for (const json of [
      JSON.stringify({ a: [{ b: marks }] }),
      `{"a":[{"b":"e${escaped}"}]}`,
      `["${escaped}"]`,
    ])
      assert.throws(parse(json), SENTENCE)
    assert.throws(parse(JSON.stringify({ [marks]: 1 })), SENTENCE)
    assert.throws(parse(`{"${escaped}":1}`), SENTENCE)
  })

  test('that people write are taken, and so are many others', ({ assert }) => {
    const texts = [
      '\u0301'.repeat(99),
      'नि'.repeat(1_000),
      '\u0e01\u0e34\u0e48'.repeat(1_000),
      '日本語'.repeat(1_000),
    ]
    assert.doesNotThrow(parse(JSON.stringify(texts)))
    assert.doesNotThrow(parse(`{"a":"${'\\u65e5'.repeat(1_000)}"}`))
  })
})

test.group('Depth of JSON before it is parsed', () => {
  const CASES: [json: string, limit: number, deeper: boolean][] = [
    [nested(3), 3, false],
    [nested(4), 3, true],
    ['{"a":{"b":[1]}}', 3, false],
    ['{"a":{"b":[{}]}}', 3, true],
    [`[${'{},'.repeat(1_000)}{}]`, 2, false],
    ['"[[[[["', 1, false],
    [JSON.stringify({ 'a"[[[': 'said "[[[" and \\' }), 1, false],
    [JSON.stringify(['\\', '[[[', '\\"', [1]]), 2, false],
    [JSON.stringify(['\\"', [[1]]]), 2, true],
    ['[[[', 2, true],
    [']]]]]', 1, false],
    ['', 1, false],
  ]
  for (const [json, limit, deeper] of CASES) {
    test(`${json.slice(0, 30)} is ${deeper ? '' : 'not '}deeper than ${limit}`, ({ assert }) => {
      const bounds = { depth: limit, entries: Infinity }
      assert.equal(brokenBound(Buffer.from(json), bounds), deeper ? 'depth' : undefined)
    })
  }
})

test.group('Entries of JSON before it is parsed', () => {
  const CASES: [json: string, limit: number, more: boolean][] = [
    ['[1,2,3]', 3, false],
    ['[1,2,3,4]', 3, true],
    ['{"a":1,"b":{"c":[1,2],"d":4},"e":5}', 3, false],
    ['{"a":1,"b":{"c":[1,2,3,4],"d":4},"e":5}', 3, true],
    ['[[1,2],[1,2],[1,2],1]', 3, true],
    [JSON.stringify([',,,,', '\\', ',",,,']), 3, false],
    [']]]],,,,', 3, false],
    ['', 3, false],
  ]
  for (const [json, limit, more] of CASES) {
    test(`${json} holds ${more ? '' : 'no '}more than ${limit} in one`, ({ assert }) => {
      const bounds = { depth: Infinity, entries: limit }
      assert.equal(brokenBound(Buffer.from(json), bounds), more ? 'entries' : undefined)
    })
  }
})
