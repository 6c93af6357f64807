import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import { deliveryChecks } from '@formwright/kit/conform/delivery_checks'
import { PluginNameError } from '@formwright/kit/cli/make_folder'
import { makePlugin } from './make_plugin.ts'
import { plugins } from './registry.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test.group('A field made by command', (group) => {
  let root = ''
  group.each.setup(() => {
    root = mkdtempSync(join(tmpdir(), 'fw-make-'))
    mkdirSync(join(root, 'plugins/fields'), { recursive: true })
    return () => rmSync(root, { recursive: true })
  })

  test('writes a whole folder with nothing left to fill in', ({ assert }) => {
    const files = makePlugin(root, 'fields', 'fruit-basket')
    assert.includeMembers(files, [
      'plugins/fields/fruit-basket/field.ts',
      'plugins/fields/fruit-basket/fruit_basket.spec.ts',
      'plugins/fields/fruit-basket/texts/en.json',
    ])
    for (const file of files) assert.notMatch(readFileSync(join(root, file), 'utf8'), /\{\{\w/)
    const texts = JSON.parse(readFileSync(join(root, 'plugins/fields/fruit-basket/texts/en.json'), 'utf8'))
    assert.equal(texts.name, 'Fruit basket')
    assert.deepEqual(readdirSync(join(root, 'plugins/fields')), ['fruit-basket'])
  })

  test('what it wrote can be loaded beside the other kinds', async ({ assert }) => {
    // Inside the tree, so that its imports are found.
    mkdirSync(join(ROOT, 'storage'), { recursive: true })
    const inside = mkdtempSync(join(ROOT, 'storage/make-'))
    try {
      cpSync(join(ROOT, 'plugins'), join(inside, 'plugins'), { recursive: true })
      makePlugin(inside, 'fields', 'fruit')
      for (const file of makePlugin(inside, 'layout', 'pull-quote'))
        assert.notMatch(readFileSync(join(inside, file), 'utf8'), /\{\{\w/)
      // a block names its kind and nothing else
      assert.throws(() => makePlugin(inside, 'layout', 'fruit'), /There is a kind "fruit" already/)
      assert.throws(() => makePlugin(inside, 'layout', 'dropdown'), /"dropdown" is a preset of the kind/)
      const before = plugins.registry().fingerprint
      await plugins.load(inside)
      assert.isDefined(plugins.registry().field('fruit'))
      assert.isDefined(plugins.registry().field('text'))
      assert.equal(plugins.registry().layout('pull-quote')?.role, 'content')
      assert.notEqual(plugins.registry().fingerprint, before)
    } finally {
      await plugins.load(ROOT)
      rmSync(inside, { recursive: true })
    }
  })

  test('refuses names that no field may have')
    .with(['', 'Fruit', '1st', 'a_b', '../x', 'a--b', 'a-', 'é', 'x'.repeat(41)])
    .run(({ assert }, name) => {
      assert.throws(() => makePlugin(root, 'fields', name), PluginNameError)
      assert.deepEqual(readdirSync(join(root, 'plugins/fields')), [])
    })

  test('refuses a name that is taken, and leaves what is there', ({ assert }) => {
    makePlugin(root, 'fields', 'fruit')
    const file = join(root, 'plugins/fields/fruit/field.ts')
    const before = readFileSync(file, 'utf8')
    assert.throws(() => makePlugin(root, 'fields', 'fruit'), /There is a kind "fruit" already/)
    assert.equal(readFileSync(file, 'utf8'), before)
    assert.isFalse(existsSync(join(root, 'plugins/fields/.fruit')))
    assert.throws(
      () => makePlugin(ROOT, 'fields', 'dropdown'),
      /"dropdown" is a preset of the kind "select" already/,
    )
  })
})

test.group('An integration made by command', () => {
  test('writes a whole folder that can be loaded, and that the checks of deliveries find nothing wrong with', async ({
    assert,
  }) => {
    // Inside the tree, so that its imports are found.
    mkdirSync(join(ROOT, 'storage'), { recursive: true })
    const inside = mkdtempSync(join(ROOT, 'storage/make-'))
    try {
      cpSync(join(ROOT, 'plugins'), join(inside, 'plugins'), { recursive: true })
      const files = makePlugin(inside, 'integrations', 'carrier-pigeon')
      for (const file of files) assert.notMatch(readFileSync(join(inside, file), 'utf8'), /\{\{\w/)
      assert.include(files, 'plugins/integrations/carrier-pigeon/carrier_pigeon.spec.ts')
      await plugins.load(inside)
      assert.equal(plugins.integration('carrier-pigeon')?.definition.kind, 'carrier-pigeon')
      const folder = join(inside, 'plugins/integrations/carrier-pigeon')
      const { default: definition } = await import(pathToFileURL(join(folder, 'integration.ts')).href)
      const { default: deliver } = await import(pathToFileURL(join(folder, 'deliver.ts')).href)
      const settings = { url: 'https://receiver.example/in', message: '{#bname}', token: 'abcdefgh12345678' }
      for (const { title, complaints } of deliveryChecks({ definition, deliver, settings })) {
        assert.deepEqual(await complaints(), [], title)
      }
      assert.throws(
        () => makePlugin(inside, 'integrations', 'carrier-pigeon'),
        /There is an integration "carrier-pigeon" already/,
      )
    } finally {
      await plugins.load(ROOT)
      rmSync(inside, { recursive: true })
    }
  })

  test('a service beside it is loaded too, and its name is its own', async ({ assert }) => {
    mkdirSync(join(ROOT, 'storage'), { recursive: true })
    const inside = mkdtempSync(join(ROOT, 'storage/make-'))
    try {
      cpSync(join(ROOT, 'plugins'), join(inside, 'plugins'), { recursive: true })
      const files = makePlugin(inside, 'connections', 'pigeon-post')
      for (const file of files) assert.notMatch(readFileSync(join(inside, file), 'utf8'), /\{\{\w/)
      assert.include(files, 'plugins/connections/pigeon-post/pigeon_post.spec.ts')
      assert.include(
        readFileSync(join(inside, 'plugins/connections/pigeon-post/README.md'), 'utf8'),
        'PIGEON_POST_CLIENT_ID',
      )
      await plugins.load(inside)
      assert.equal(plugins.service('pigeon-post')?.kind, 'pigeon-post')
      assert.throws(() => makePlugin(inside, 'connections', 'google'), /There is a service "google" already/)
      // an integration may be called like its service
      assert.isNotEmpty(makePlugin(inside, 'integrations', 'pigeon-post'))
    } finally {
      await plugins.load(ROOT)
      rmSync(inside, { recursive: true })
    }
  })

  test('refuses names that no integration may have')
    .with(['', 'Slack', 'a_b', '../x', 'x'.repeat(41)])
    .run(({ assert }, name) => {
      assert.throws(() => makePlugin(ROOT, 'integrations', name), /cannot be the name of an integration/)
    })
})
