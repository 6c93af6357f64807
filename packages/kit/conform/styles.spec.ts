import { test } from '@japa/runner'
import { costlySelectors } from './styles.ts'

test.group('Styles of a kind that are costly in the editor', () => {
  for (const selector of [
    'main:has(#page .fw-welcome) h1',
    'main:has(.fw-x) .fw-y',
    'main:not(:has(.fw-x)) .fw-y',
    ':has(> .fw-x:not(:empty)) .fw-y',
    'body:has(.fw-x):hover .fw-y > p',
    '.fw-z, main:has(.fw-x) *',
    '.fw-z div:has(.fw-x) p',
  ]) {
    test(`refused: ${selector}`, ({ assert }) => {
      const css = `.fw-a { color: red }\n/* main:has(p) h1 */\n${selector} {\n  color: red;\n}`
      assert.lengthOf(costlySelectors(css), 1)
      assert.include(selector, costlySelectors(css)[0])
    })
  }

  test('refused in a nested rule, too', ({ assert }) => {
    assert.deepEqual(costlySelectors('main:has(.fw-x) { color: red; & h1 { color: blue } }'), [
      'main:has(.fw-x)',
    ])
  })

  for (const selector of [
    'main:has(#page .fw-welcome) > header h1',
    'main:has(.fw-x):hover',
    'div:has(> .fw-x [aria-invalid]) > .fw-y',
    '.fw-x:has(:checked) .fw-y',
    '.fw-x:not(:has(button)) p',
    '#page:has(.fw-x) p',
    'div:has(> .fw-x) + p, .fw-y p',
  ]) {
    test(`taken: ${selector}`, ({ assert }) => {
      assert.deepEqual(costlySelectors(`${selector} { color: red; }`), [])
    })
  }
})
