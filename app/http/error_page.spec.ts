import { test } from '@japa/runner'
import { errorPage } from '#app/http/error_page'

const WORDS = 'The database is not responding. Try again in a few seconds.'

/** The links of a page: where they lead, by their words. */
function linksIn(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href = '', words = '']) => [
      words,
      href,
    ]),
  )
}

test.group('The page of an error', () => {
  test('offers to try again where that may help', ({ assert }) => {
    for (const status of [429, 500, 503]) {
      const html = errorPage(status, WORDS, 'req-1', '/forms/a')
      assert.include(html, `<h1>Whoops, something went wrong (${status})</h1>`)
      assert.include(html, WORDS)
      // the empty address is that of the page itself
      assert.deepEqual(linksIn(html), { 'Try again': '', 'Go Home': '/' })
    }
  })

  test('names what is not there, and leads home', ({ assert }) => {
    const html = errorPage(404, WORDS, 'req-1', '/forms/"><script>')
    assert.include(html, 'Page Not Found: /forms/&quot;&gt;&lt;script&gt;')
    assert.deepEqual(linksIn(html), { 'Go Home': '/' })
  })
})
