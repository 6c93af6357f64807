import { test } from '@japa/runner'
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { listLinesIn, type HtmlNode } from './html_lines.ts'

function nodeOf(node: DefaultTreeAdapterTypes.Node): HtmlNode {
  const attributes = 'attrs' in node ? node.attrs : []
  return {
    nodeName: node.nodeName,
    nodeValue: node.nodeName === '#text' && 'value' in node ? node.value : null,
    childNodes: 'childNodes' in node ? node.childNodes.map(nodeOf) : [],
    getAttribute: (name) => attributes.find((one) => one.name === name)?.value ?? null,
  }
}
const lines = (html: string) => listLinesIn(nodeOf(parseFragment(html))).split('\n')

test.group('Lines of HTML with lists', () => {
  test('items stand behind marks, set in as far as their lists', ({ assert }) => {
    const nested = ['• Colour?', '  • Red', '  • Blue', '• Age?']
    assert.deepEqual(lines('<ul><li>Colour?<ul><li>Red<li>Blue</ul><li>Age?</ul>'), nested)
    assert.deepEqual(
      lines(
        '<ul><li aria-level=1>Colour?</ul><ul><li aria-level=2>Red<li aria-level=2>Blue</ul><ul><li aria-level=1>Age?</ul>',
      ),
      nested,
    )
  })

  test('numbers are not made up: those of some programs are a list each', ({ assert }) => {
    assert.deepEqual(lines('<ol><li>A</ol><ol start=2><li>B<ul><li>C</ul></ol><ol><li>D</ol>'), [
      ...['#. A', '#. B', '  • C', '#. D'],
    ])
  })

  test('an item is one line, and one without words is none', ({ assert }) => {
    assert.deepEqual(lines('<ul><li><p>A</p><p>b</p><li>C<br>d<ul><li>E</ul>f<li> <li></ul><p>G'), [
      ...['• A b', '• C d f', '  • E', 'G'],
    ])
  })

  test('what is to be ticked has a box', ({ assert }) => {
    const boxes = ['Meal?', '☐ Soup', '☐ Cake']
    assert.deepEqual(lines('Meal?<ul><li role=checkbox>Soup<li role=checkbox>Cake</ul>'), boxes)
    assert.deepEqual(
      lines('Meal?<ul><li><input type=checkbox> Soup<li><label><input type=checkbox>Cake</label></ul>'),
      boxes,
    )
  })

  test('blocks are lines, cells stand behind tabs, and what nobody sees is not read', ({ assert }) => {
    assert.deepEqual(
      lines(
        '<header>A</header><main>B<figure>C<figcaption>D</figcaption></figure></main><pre>E\nF</pre>' +
          '<table><caption>G</caption><tr><th>H</th><td>I\n j</td></tr><tr><td>K</td></tr></table>' +
          '<svg><title>L</title><style>M</style></svg><details><summary>N</summary>O</details>',
      ),
      ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H\tI j', 'K', 'N', 'O'],
    )
  })
})
