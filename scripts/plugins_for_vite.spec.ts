import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'
import { build } from 'vite'
import { pluginsForVite } from './plugins_for_vite.ts'

test.group('pluginsForVite', (group) => {
  let root = ''
  group.each.setup(() => {
    root = mkdtempSync(join(tmpdir(), 'fw-vite-'))
    for (const part of ['field', 'answer', 'respond'])
      write(`plugins/fields/rating/${part}.${part === 'respond' ? 'tsx' : 'ts'}`, 'export default {}')
    write('plugins/fields/rating/texts/en.json', '{}')
    write('index.js', `import { kinds } from 'virtual:plugins/respond'; console.log(kinds)`)
    return () => rmSync(root, { recursive: true })
  })

  const write = (file: string, content: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  const built = () =>
    build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [pluginsForVite()],
      build: { write: false, rolldownOptions: { input: join(root, 'index.js') } },
    })

  test('a part for browsers imports no module of Node')
    .with(['node:events', 'events', 'fs', 'fs/promises'])
    .run(async ({ assert }, name) => {
      write('plugins/fields/rating/respond.tsx', `import own from '${name}'; export default own`)
      await assert.rejects(built, new RegExp(`It imports ${name}, which browsers do not have`))
    })

  test('an installed package may be called like one', async ({ assert }) => {
    write('node_modules/events/package.json', '{ "name": "events", "version": "3.3.0", "main": "events.js" }')
    write('node_modules/events/events.js', `module.exports = 'of the package'`)
    write('plugins/fields/rating/respond.tsx', `import own from 'events'; export default own`)
    assert.include(JSON.stringify(await built()), 'of the package')
  })

  const styled = (style: string) => {
    write('plugins/fields/rating/respond.css', style)
    write('plugins/fields/rating/respond.tsx', `import './respond.css'; export default {}`)
    return built()
  }

  test('a style loads nothing from elsewhere')
    .with([
      '@import url(https://far.example/style.css);',
      'b { background: url("//far.example/*/b.png") }',
      'b { background: url(https://far.example/*/b.png) }',
      'b::before { content: "/*" } b { background: url(//far.example/b.png) } i::before { content: "*/" }',
    ])
    .run(({ assert }, style) =>
      assert.rejects(() => styled(style), /Its style loads (https:)?\/\/far\.example\//),
    )

  test('a style may speak of what lies elsewhere')
    .with([
      '/* as url(https://far.example/b.png) */ b { color: red }',
      '@namespace svg url(http://www.w3.org/2000/svg); svg|a { color: red }',
      '@namespace "http://www.w3.org/1999/xhtml"; b { color: red }',
    ])
    .run(async (_, style) => void (await styled(style)))
})
