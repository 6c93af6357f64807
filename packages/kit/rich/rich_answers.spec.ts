import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import { richTextFromHtml } from './from_html.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PLACE = { lists: true, links: true, maxLength: 1_000 }

test('integrations write formatted answers as docs/plugins.md shows it', async ({ assert }) => {
  const [, example] =
    /```ts\n(\/\/ rich answers\n.*?)```/s.exec(readFileSync(join(ROOT, 'docs/plugins.md'), 'utf8')) ?? []
  if (example === undefined) throw new Error('docs/plugins.md has no such example.')
  // inside the tree, so that its imports are found
  mkdirSync(join(ROOT, 'storage'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, 'storage/example-'))
  try {
    const file = join(folder, 'rich_answers.ts')
    writeFileSync(file, example)
    const { markdownOf, htmlOf } = await import(pathToFileURL(file).href)
    const html =
      '<p>Say <b>yes</b> *really* &lt;now&gt;, or <a href="https://example.com/a?b=1&amp;c=2">look</a></p><script>x()</script><ul><li>one</li></ul>'
    const read = richTextFromHtml(html, PLACE)
    const rich = { value: 'text' in read ? read.text : undefined, text: 'Say yes' }
    assert.equal(
      markdownOf(rich),
      'Say **yes** \\*really\\* \\<now\\>, or [look](<https://example.com/a?b=1&c=2>)\n\n- one',
    )
    assert.equal(
      htmlOf(rich),
      '<p>Say <strong>yes</strong> *really* &#60;now&#62;, or <a href="https://example.com/a?b=1&#38;c=2" rel="noreferrer">look</a></p><ul><li><p>one</p></li></ul>',
    )
    assert.deepEqual([markdownOf({ text: 'plain' }), htmlOf({ text: '<b>' })], ['plain', '&lt;b>'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
