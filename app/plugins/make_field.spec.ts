import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import { FieldNameError, makeField } from './make_field.ts'
import { plugins } from './registry.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test.group('makeField', (group) => {
  let root = ''
  group.each.setup(() => {
    root = mkdtempSync(join(tmpdir(), 'fw-make-'))
    cpSync(join(ROOT, 'plugins/kit/stubs'), join(root, 'plugins/kit/stubs'), { recursive: true })
    mkdirSync(join(root, 'plugins/fields'), { recursive: true })
    return () => rmSync(root, { recursive: true })
  })

  test('writes a whole folder with nothing left to fill in', ({ assert }) => {
    const files = makeField(root, 'fruit-basket')
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
      makeField(inside, 'fruit')
      const before = plugins.registry().fingerprint
      await plugins.load(inside)
      assert.isDefined(plugins.registry().field('fruit'))
      assert.isDefined(plugins.registry().field('text'))
      assert.notEqual(plugins.registry().fingerprint, before)
    } finally {
      await plugins.load(ROOT)
      rmSync(inside, { recursive: true })
    }
  })

  test('refuses names that no field may have')
    .with(['', 'Fruit', '1st', 'a_b', '../x', 'a--b', 'a-', 'é', 'x'.repeat(41)])
    .run(({ assert }, name) => {
      assert.throws(() => makeField(root, name), FieldNameError)
      assert.deepEqual(readdirSync(join(root, 'plugins/fields')), [])
    })

  test('refuses a name that is taken, and leaves what is there', ({ assert }) => {
    makeField(root, 'fruit')
    const file = join(root, 'plugins/fields/fruit/field.ts')
    const before = readFileSync(file, 'utf8')
    assert.throws(() => makeField(root, 'fruit'), /There is a kind "fruit" already/)
    assert.equal(readFileSync(file, 'utf8'), before)
    assert.isFalse(existsSync(join(root, 'plugins/fields/.fruit')))
    assert.throws(() => makeField(ROOT, 'dropdown'), /"dropdown" is a preset of the kind "select" already/)
  })
})
