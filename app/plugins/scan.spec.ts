import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'
import { PluginError, scanPlugins } from '#app/plugins/scan'

test.group('scanPlugins', (group) => {
  let root = ''
  group.each.setup(() => {
    root = mkdtempSync(join(tmpdir(), 'fw-scan-'))
    return () => rmSync(root, { recursive: true })
  })

  const write = (file: string, content: string | object = ''): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const field = (folder: string, ending: 'source' | 'compiled' = 'source'): void => {
    const [ts, tsx] = ending === 'source' ? ['ts', 'tsx'] : ['js', 'js']
    write(`${folder}/field.${ts}`)
    write(`${folder}/answer.${ts}`)
    write(`${folder}/respond.${tsx}`)
    write(`${folder}/texts/en.json`, {})
  }
  const install = (name: string, entry: object): void => {
    write('package.json', { dependencies: { [name]: '1.0.0', other: '1.0.0' } })
    write(`node_modules/${name}/package.json`, { name, version: '1.0.0', formwright: entry })
    write('node_modules/other/package.json', { name: 'other' })
  }

  test('finds folders of every family with their files', ({ assert }) => {
    field('plugins/fields/rating')
    write('plugins/fields/rating/edit.tsx')
    write('plugins/layout/divider/layout.ts')
    write('plugins/layout/divider/respond.tsx')
    write('plugins/layout/divider/texts/en.json', {})
    write('plugins/fields/.unfinished/field.ts')
    const { found } = scanPlugins(root)
    assert.deepEqual(
      found.map(({ family, kind }) => `${family}/${kind}`),
      ['fields/rating', 'layout/divider'],
    )
    assert.equal(found[0]?.files.edit, join(root, 'plugins/fields/rating/edit.tsx'))
    assert.isUndefined(found[0]?.files.results)
  })

  test('finds installed packages that declare themselves', ({ assert }) => {
    install('@acme/rating', { fields: ['dist/rating'] })
    field('node_modules/@acme/rating/dist/rating', 'compiled')
    const { found } = scanPlugins(root)
    assert.equal(found[0]?.files.respond, join(root, 'node_modules/@acme/rating/dist/rating/respond.js'))
  })

  test('finds a package that is linked to a folder of the same tree where it truly lies', ({ assert }) => {
    install('other', {})
    write('package.json', { dependencies: { rating: 'file:./mine' } })
    write('mine/package.json', { name: 'rating', version: '1.0.0', formwright: { fields: ['dist/rating'] } })
    field('mine/dist/rating', 'compiled')
    symlinkSync('../mine', join(root, 'node_modules/rating'))
    const { found } = scanPlugins(root)
    assert.equal(found[0]?.folder, join(realpathSync(root), 'mine/dist/rating'))
  })

  test('two plugins of one kind stop with both paths', ({ assert }) => {
    install('rating', { fields: ['rating'] })
    field('node_modules/rating/rating', 'compiled')
    field('plugins/fields/rating')
    const scan = () => scanPlugins(root)
    assert.throws(scan, PluginError)
    assert.throws(scan, new RegExp(join(root, 'plugins/fields/rating').replaceAll('.', '\\.')))
    assert.throws(scan, new RegExp(join(root, 'node_modules/rating/rating').replaceAll('.', '\\.')))
  })

  test('a field and a layout block cannot share a kind; an integration may', ({ assert }) => {
    field('plugins/fields/stars')
    for (const file of ['integration.ts', 'deliver.ts', 'settings.tsx']) {
      write(`plugins/integrations/stars/${file}`)
    }
    write('plugins/integrations/stars/texts/en.json', {})
    assert.lengthOf(scanPlugins(root).found, 2)
    for (const file of ['layout.ts', 'respond.tsx', 'texts/en.json']) write(`plugins/layout/stars/${file}`)
    assert.throws(() => scanPlugins(root), /claim the kind "stars"/)
  })

  test('a folder that lacks something names it', ({ assert }) => {
    const reasons = () => scanPlugins(root).unusable.map(({ reason }) => reason)
    write('plugins/fields/rating/field.ts')
    assert.match(reasons()[0] ?? '', /rating lacks answer\.ts/)
    write('plugins/fields/rating/answer.ts')
    assert.match(reasons()[0] ?? '', /rating lacks respond\.tsx/)
    assert.lengthOf(scanPlugins(root).found, 0)
    assert.lengthOf(scanPlugins(root, 'server').found, 1)
  })

  test('a package that lacks something is named with the compiled file that it lacks', ({ assert }) => {
    install('rating', { fields: ['rating'] })
    field('node_modules/rating/rating', 'compiled')
    rmSync(join(root, 'node_modules/rating/rating/field.js'))
    const [{ reason }] = scanPlugins(root).unusable
    assert.match(reason, /package rating@.* lacks field\.js in .*rating\/rating\. Build it/)
  })

  const TEXTS: [string, string, RegExp][] = [
    ['empty', '', /texts\/de\.json are empty\. Write them as JSON/],
    ['no JSON', '{"name": ', /texts\/de\.json are not JSON: .*\. Mend the file\./],
    ['a list', '["Rating"]', /texts\/de\.json are not an object of texts/],
    ['a number', '{"name": 7}', /texts\/de\.json have no text for "name"\. Write one between quotes/],
    ['nested', '{"presets": {"a.title": "A"}}', /texts\/de\.json have no text for "presets"\. Write one/],
    [
      'marked',
      '\uFEFF{"name": "A"}',
      /texts\/de\.json begin with a byte order mark\. Save the file as UTF-8/,
    ],
  ]
  for (const [what, content, said] of TEXTS) {
    test(`texts that are ${what} are said with their file`, ({ assert }) => {
      field('plugins/fields/rating')
      write('plugins/fields/rating/texts/de.json', content)
      const { found, unusable } = scanPlugins(root)
      assert.isEmpty(found)
      assert.match(unusable[0]?.reason ?? '', said)
      assert.lengthOf(scanPlugins(root, 'server').found, 1)
    })
  }

  const NAMES: [string, string][] = [
    ['deutsch', 'de'],
    ['pt-BR', 'pt'],
    ['de_AT', 'de'],
    ['DE', 'de'],
    ['deu', 'de'],
    ['texts', 'de'],
  ]
  for (const [name, meant] of NAMES) {
    test(`texts/${name}.json, which nobody would look for, are said with their file`, ({ assert }) => {
      field('plugins/fields/rating')
      write(`plugins/fields/rating/texts/${name}.json`, '{"name": "Bewertung"}')
      const { found, unusable } = scanPlugins(root)
      assert.isEmpty(found)
      const said = `/plugins/fields/rating/texts/${name}.json are of no language that forms have. `
      assert.include(unusable[0]?.reason ?? '', said)
      assert.include(unusable[0]?.reason ?? '', `as ${meant}.json, or remove it.`)
    })
  }

  test('a file where a folder of a plugin is meant is said, and documents are not', ({ assert }) => {
    field('plugins/fields/rating')
    for (const file of ['field.ts', 'fields/field.ts', 'layout/field.ts', 'layout/stars-1.0.0.tgz'])
      write(`plugins/${file}`)
    write('plugins/fields/README.md')
    const { found, unusable } = scanPlugins(root)
    assert.deepEqual(
      found.map(({ kind }) => kind),
      ['rating'],
    )
    assert.deepEqual(
      unusable.map(({ reason }) => reason),
      ['fields/field.ts', 'layout/field.ts', 'layout/stars-1.0.0.tgz', 'field.ts'].map(
        (file) =>
          `Nothing uses the file ${join(root, 'plugins', file)}: a plugin is a folder that is named like its kind, and a package is installed by npm install. Move it, or remove it.`,
      ),
    )
  })

  test('a package that is called like a kind, and lists nothing that can be used, claims no kind', ({
    assert,
  }) => {
    install('rating', { fields: 'dist' })
    field('plugins/fields/rating')
    const { found, unusable } = scanPlugins(root)
    assert.lengthOf(found, 1)
    assert.match(unusable[0]?.reason ?? '', /The package rating@1\.0\.0 must list its fields as an array/)
  })

  const LYING: readonly (readonly [string, () => void, RegExp])[] = [
    [
      'a link that leads nowhere',
      () => symlinkSync('nowhere', join(root, 'plugins/fields/stars')),
      /fields\/stars is a link that leads to nothing that can be opened\. Remove it, or mend it\.$/,
    ],
    [
      'a link to itself',
      () => symlinkSync('stars', join(root, 'plugins/fields/stars')),
      /fields\/stars is a link that leads to nothing that can be opened\. Remove it, or mend it\.$/,
    ],
    [
      'a file link in it that leads nowhere',
      () => {
        field('plugins/fields/stars')
        symlinkSync('nowhere', join(root, 'plugins/fields/stars/edit.tsx'))
      },
      /fields\/stars has a link that leads to nothing that can be opened: edit\.tsx\. Remove it, or mend it\.$/,
    ],
    [
      'a file link in it to itself',
      () => {
        field('plugins/fields/stars')
        symlinkSync('server.ts', join(root, 'plugins/fields/stars/server.ts'))
      },
      /fields\/stars has a link that leads to nothing that can be opened: server\.ts\. Remove it, or mend it\.$/,
    ],
    [
      'texts in UTF-16',
      () => {
        field('plugins/fields/stars')
        const texts = Buffer.from('\ufeff{"name": "Stars"}', 'utf16le')
        writeFileSync(join(root, 'plugins/fields/stars/texts/de.json'), texts)
      },
      /texts\/de\.json are not UTF-8\. Save the file as that\.$/,
    ],
    [
      'texts that are a folder',
      () => {
        field('plugins/fields/stars')
        mkdirSync(join(root, 'plugins/fields/stars/texts/de.json'))
      },
      /texts\/de\.json cannot be read: .+\. Mend the file\./,
    ],
    [
      'a file where the folder of a package is meant',
      () => {
        install('stars', { fields: ['dist/field.js'] })
        write('node_modules/stars/dist/field.js')
      },
      /package stars@.* lists dist\/field\.js in "formwright", which is a file\. List the folder that the plugin lies in: "dist"\./,
    ],
    [
      'a package that is linked to a folder elsewhere',
      () => {
        const elsewhere = mkdtempSync(join(tmpdir(), 'fw-elsewhere-'))
        writeFileSync(
          join(elsewhere, 'package.json'),
          JSON.stringify({ name: 'stars', version: '1.0.0', formwright: { fields: ['dist/stars'] } }),
        )
        mkdirSync(join(root, 'node_modules'))
        symlinkSync(elsewhere, join(root, 'node_modules/stars'))
      },
      /package stars@1\.0\.0 is linked to .+fw-elsewhere-.+, where it would not find .+ npm install --install-links .+fw-elsewhere-/,
    ],
    [
      'a package that is linked to a folder that is gone',
      () => {
        mkdirSync(join(root, 'node_modules'))
        symlinkSync('gone', join(root, 'node_modules/stars'))
      },
      /package stars is linked to a folder that is not there any more: .+ Install it again, or npm uninstall stars\./,
    ],
    [
      'a folder that the package does not have',
      () => install('stars', { fields: ['dist/stars'] }),
      /package stars@.* lists dist\/stars in "formwright", and has no such folder\. Build it before it is published/,
    ],
    [
      'a list of what are no folders',
      () => install('stars', { fields: [7] }),
      /package stars@.* must list its fields as an array of folders in "formwright"/,
    ],
    [
      'a text instead of families',
      () =>
        write('node_modules/stars/package.json', {
          name: 'stars',
          version: '1.0.0',
          formwright: 'dist/stars',
        }),
      /package stars@1\.0\.0 has a "formwright" that lists no plugins\. Write it as \{ "fields": \["dist\/stars"\] \}\./,
    ],
    [
      'a family that does not exist',
      () => install('stars', { field: ['dist/stars'] }),
      /package stars@.* lists "field" in "formwright", which is none of fields, layout, integrations, connections\./,
    ],
    [
      'a folder outside the package',
      () => install('stars', { fields: ['../../plugins/fields/rating'] }),
      /package stars@.* lists \.\.\/\.\.\/plugins\/fields\/rating in "formwright", which lies outside of it/,
    ],
    [
      'a package.json that is no JSON',
      () => write('node_modules/stars/package.json', '{"name": '),
      /node_modules\/stars\/package\.json is not JSON: .+ Install the package again\./,
    ],
  ]
  for (const [what, lay, said] of LYING) {
    test(`${what} is said, and keeps no other plugin from being found`, ({ assert }) => {
      field('plugins/fields/rating')
      write('package.json', { dependencies: { stars: '1.0.0' } })
      lay()
      const { found, unusable } = scanPlugins(root)
      assert.deepEqual(
        found.map(({ kind }) => kind),
        ['rating'],
      )
      assert.lengthOf(unusable, 1)
      assert.match(unusable[0]?.reason ?? '', said)
      // by its folder a build leaves it out
      assert.notEqual(unusable[0]?.folder, found[0]?.folder)
      assert.notEqual(unusable[0]?.kind, 'rating')
    })
  }

  test('a folder beside those of the families is said, and is nobody’s kind', ({ assert }) => {
    field('plugins/fields/rating')
    field('plugins/rating')
    write('plugins/empty/.keep')
    write('plugins/.unfinished/field.ts')
    write('plugins/README.md')
    const { found, unusable } = scanPlugins(root)
    assert.deepEqual(
      found.map(({ kind }) => kind),
      ['rating'],
    )
    assert.deepEqual(
      unusable.map(({ reason }) => reason),
      ['empty', 'rating'].map(
        (name) =>
          `Nothing in the folder ${join(root, 'plugins', name)} is used. Move it into the folder of what it is, fields, layout, integrations, connections, or remove it.`,
      ),
    )
  })

  test('what editors hide beside what is open is passed over', ({ assert }) => {
    field('plugins/fields/rating')
    const { fingerprint } = scanPlugins(root)
    for (const lock of ['.#respond.tsx', 'texts/.#en.json'])
      symlinkSync('ada@desk.4711', join(root, 'plugins/fields/rating', lock))
    const scanned = scanPlugins(root)
    assert.isEmpty(scanned.unusable)
    assert.lengthOf(scanned.found, 1)
    assert.equal(scanned.fingerprint, fingerprint)
  })

  test('what a link in it leads to counts as its own file', ({ assert }) => {
    field('plugins/fields/rating')
    write('shared.ts', 'one')
    symlinkSync(join(root, 'shared.ts'), join(root, 'plugins/fields/rating/edit.tsx'))
    const first = scanPlugins(root)
    assert.isDefined(first.found[0]?.files.edit)
    write('shared.ts', 'two')
    assert.notEqual(scanPlugins(root).fingerprint, first.fingerprint)
  })

  test('the fingerprint changes with every file but documents and specs', ({ assert }) => {
    field('plugins/fields/rating')
    const print = (): string => scanPlugins(root).fingerprint
    const first = print()
    write('plugins/fields/rating/README.md', 'x')
    write('plugins/fields/rating/rating.spec.ts', 'x')
    assert.equal(print(), first)
    write('plugins/fields/rating/answer.ts', 'x')
    assert.notEqual(print(), first)
  })
})
