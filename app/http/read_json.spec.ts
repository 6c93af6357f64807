import { test } from '@japa/runner'
import { opensDeeper } from '#app/http/read_json'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

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
      assert.equal(opensDeeper(Buffer.from(json), limit), deeper)
    })
  }
})
