import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const DOCUMENTS = [
  'README.md',
  ...globSync('{docs,app,engine,plugins,frontend,bench,tests}/**/*.md', { cwd: ROOT }),
]
/** Settings that tests, benches and `npm start` give each other; no operator sets them. */
const INTERNAL = ['NODE_ENV', 'LIMITER_STORE', 'DELIVERY_LEASE', 'FORMWRIGHT_TEST']

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** What stands between backticks. */
function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, words]) => words ?? '')
}

/** Rows of the tables in a document, by their cells. */
function rows(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

test.group('Documents', () => {
  test('each row of the security table is proved by tests that are there', ({ assert }) => {
    const [table = ''] = read('docs/security.md').split('## What one may use up')
    const controls = rows(table).slice(1)
    assert.isAbove(controls.length, 40)
    for (const [item, , , proof = ''] of controls) {
      const files = quoted(proof).filter((file) => file.includes('/'))
      if (!proof.includes('(lint)')) assert.isNotEmpty(files, `${item}: ${proof}`)
      for (const file of files) {
        assert.match(file, /\.spec\.ts$/, item)
        assert.isNotEmpty(globSync(file, { cwd: ROOT }), `${item}: ${file}`)
      }
    }
  })

  test('files of ours that are named by their whole path are there', ({ assert }) => {
    const OURS =
      /^(app|bench|bin|commands|config|database|docs|engine|frontend|plugins|scripts|start|tests)\/[\w./*-]+\.\w+$/
    for (const document of DOCUMENTS) {
      const named = quoted(read(document)).filter((words) => OURS.test(words))
      const missing = named.filter((file) => globSync(file, { cwd: ROOT }).length === 0)
      assert.deepEqual(missing, [], document)
    }
  })

  test('links between documents lead somewhere', ({ assert }) => {
    for (const document of DOCUMENTS) {
      for (const [, target = ''] of read(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
        assert.isTrue(existsSync(join(ROOT, document, '..', target)), `${document}: ${target}`)
      }
    }
  })

  test('every setting of the server is told to operators, and every one told exists', ({ assert }) => {
    const told = rows(read('README.md') + read('docs/operating.md'))
      .flatMap(([name = '']) => quoted(name))
      .filter((name) => /^[A-Z_]+$/.test(name))
    const named = [...read('start/env.ts').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name ?? '')
    const settings = named.filter((name) => !INTERNAL.includes(name))
    assert.isAbove(settings.length, 10)
    assert.sameMembers([...settings, 'DEMO'], [...new Set(told)])
  })

  test('the first line of a README says what its room imports, as the import rules have it', ({ assert }) => {
    const rules: { forbidden: { name: string; to: { pathNot?: string | string[] } }[] } = createRequire(
      import.meta.url,
    )('../.dependency-cruiser.cjs')
    const may = new Map(
      rules.forbidden.flatMap(({ name, to }) => {
        const [, room] = /^app-(.+)-imports-only-what-it-names$/.exec(name) ?? []
        return room ? [[room, [to.pathNot ?? []].flat().map((path) => path.split('/')[1] ?? '')]] : []
      }),
    )
    const rooms = readdirSync(join(ROOT, 'app'))
    assert.sameMembers([...may.keys()], rooms)
    const above = new Set<string>()
    for (const [room, named] of may) {
      assert.containsSubset([...above.add(room)], named, `${room}: a room below it would make a circle`)
    }
    for (const room of rooms) {
      const [first = ''] = read(`app/${room}/README.md`).split('\n')
      const [, said = '?'] = /^Imports: (.+)\.$/.exec(first) ?? []
      const named = said === 'nothing' ? [] : said.replace(/ \([^)]*\)/g, '').split(', ')
      assert.sameMembers([room, ...named], may.get(room) ?? [], room)
    }
  })
})
