import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import { leanPreact } from './page_preact.ts'

test.group('Preact of the public page', () => {
  test('asks for nothing that is never there, and for all that is', ({ assert }) => {
    const whole = readFileSync(fileURLToPath(import.meta.resolve('preact')), 'utf8')
    const lean = leanPreact(whole)
    for (const name of ['shouldComponentUpdate', 'getDerivedStateFromProps', 'debounceRendering']) {
      assert.include(whole, `.${name}`)
      assert.notMatch(lean, new RegExp(`[.]${name}(?!=[^=])`))
    }
    for (const name of ['componentDidMount', 'componentDidUpdate', 'componentWillUnmount']) {
      assert.equal(lean.split(name).length, whole.split(name).length, name)
    }
  })

  test('leaves what is set', ({ assert }) => {
    assert.equal(
      leanPreact('a.then&&b.c.then(d);a.then=e;a.thenable()'),
      'undefined&&undefined(d);a.then=e;a.thenable()',
    )
  })
})
