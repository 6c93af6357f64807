import { test } from '@japa/runner'
import { ledToControls } from './wrong_links.ts'

const link = (to: string) => `<a href="#b-${to}" data-to="${to}">Question</a>`
const page = (links: readonly string[], ...questions: string[]) =>
  `<ul>${links.map(link).join('')}</ul>${questions.join('')}`

/** What the links of a page lead to: the tags with these ids. */
function led(html: string): (string | undefined)[] {
  const drawn = ledToControls(html)
  return [...drawn.matchAll(/href="#([^"]*)"/g)].map(
    ([, id]) => new RegExp(`<\\w+ (?:[^>]* )?id="${id}"[^>]*>`).exec(drawn)?.[0],
  )
}

test.group('Links of what is wrong, without a script', () => {
  test('lead to what can be filled in: the part that is meant, what is wrong, or the first', ({ assert }) => {
    const html = page(
      ['name', 'trip.to', 'size', 'note'],
      '<div id="b-name"><input type="hidden" name="k"><input id="c-name" name="n"></div>',
      '<div id="b-trip"><input id="c-trip-from"><input id="c-trip-to"></div>',
      '<div id="b-size"><input disabled name="s"><input name="m"><input name="l" aria-invalid="true"></div>',
      '<div id="b-note"><p>Nothing to fill in</p></div>',
    )
    assert.deepEqual(led(html), [
      '<input id="c-name" name="n">',
      '<input id="c-trip-to">',
      '<input id="w-size" name="l" aria-invalid="true">',
      '<div id="b-note">',
    ])
  })

  test('may be two to the same control', ({ assert }) => {
    const html = page(['size', 'size.of'], '<div id="b-size"><input name="s"></div>')
    assert.deepEqual(led(html), ['<input id="w-size" name="s">', '<input id="w-size" name="s">'])
    assert.lengthOf(ledToControls(html).match(/name="s"/g) ?? [], 1)
  })

  test('of 9,000 questions cost no more than reading the page', ({ assert }) => {
    const questions = Array.from({ length: 9_000 }, (_, n) => `q${n}`)
    const html = page(questions, ...questions.map((id) => `<div id="b-${id}"><input id="c-${id}"></div>`))
    const began = performance.now()
    assert.lengthOf(ledToControls(html).match(/href="#c-/g) ?? [], 9_000)
    // read anew for each link, it was half a minute
    assert.isBelow(performance.now() - began, 2_000)
  })
})
