import { test } from '@japa/runner'
import { parse, safeParse } from 'valibot'
import { conformLayout } from '@formwright/kit/conform/layout'
import definition from './layout.ts'

test.group('ending', () => {
  conformLayout({
    spec: import.meta.url,
    definition,
    settings: [{ url: 'https://example.com/a?b=1' }],
    oldSettings: { 1: { text: 'Thanks, {#other1}' } },
  })

  test('leads only to harmless addresses')
    .with([
      ['https://example.com/', true],
      ['mailto:ada@example.com', true],
      ['javascript:alert(1)', false],
      ['java\nscript:alert(1)', false],
      ['data:text/html,x', false],
      ['//example.com', false],
      ['/settings', false],
      ['https://example.com/?name={#name1}', true],
      ['https://example.com?name={#name1}&age={#age1}', true],
      ['https://example.com/{#name1}/thanks#{#age1}', true],
      ['https://{#host1}/', false],
      ['https://example.com{#host1}/', false],
      ['https://ada:{#host1}@example.com/', false],
      ['https:\\\\example.com{#host1}/', false],
      ['{#url1}', false],
      ['mailto:{#mail1}', false],
    ] as const)
    .run(({ assert }, [url, fits]) => {
      assert.equal(safeParse(definition.settings, { url }).success, fits)
    })

  test('goes there at once only when told to', ({ assert }) => {
    const url = 'https://example.com/'
    assert.equal(definition.redirect?.(parse(definition.settings, { url, redirect: true })), url)
    assert.isUndefined(definition.redirect?.(parse(definition.settings, { url })))
    assert.isUndefined(definition.redirect?.(parse(definition.settings, { redirect: true })))
  })
})
