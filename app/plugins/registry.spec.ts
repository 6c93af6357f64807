import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import { PluginError } from '#app/plugins/scan'
import { plugins } from './registry.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test.group('plugins', (group) => {
  let root = ''
  group.each.setup(() => {
    // Inside the tree, so that what plugins import is found.
    mkdirSync(join(ROOT, 'storage'), { recursive: true })
    root = mkdtempSync(join(ROOT, 'storage/registry-'))
    cpSync(join(ROOT, 'plugins'), join(root, 'plugins'), { recursive: true })
    return async () => {
      await plugins.load(ROOT)
      rmSync(root, { recursive: true })
    }
  })

  const edit = (file: string, from: string | RegExp, to: string): void => {
    const path = join(root, 'plugins', file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace(from, to))
  }

  test('every kind of the house is loaded with its server part', async ({ assert }) => {
    await plugins.load(root)
    for (const kind of ['text', 'select', 'number', 'file', 'calculation']) {
      assert.equal(plugins.registry().field(kind)?.definition.kind, kind)
    }
    for (const kind of ['heading', 'paragraph', 'page-break', 'ending']) {
      assert.equal(plugins.registry().layout(kind)?.kind, kind)
    }
    assert.includeMembers([...plugins.integrationKinds()], ['webhook', 'email'])
    assert.isDefined(plugins.integration('webhook'))
    assert.isDefined(plugins.fieldServer('file'))
    assert.isUndefined(plugins.fieldServer('text'))
    assert.isUndefined(plugins.registry().field('nobody'))
  })

  test('a kind that is not its folder, an export that is no field: it counts as removed, with the file')
    .with([
      ['fields/text/field.ts', "kind: 'text'", "kind: 'texts'", /says kind "texts".*fields\/text/],
      [
        'fields/text/field.ts',
        /labelling:.*/,
        '',
        /field\.ts is not what a plugin's field must be: "labelling" must be a function\. Write it/,
      ],
      [
        'fields/text/answer.ts',
        /toRaw:.*/,
        '',
        /answer\.ts is not what a plugin's answer must be: "toRaw" must be a function\. Write it/,
      ],
      [
        'fields/text/answer.ts',
        'export default',
        "throw new Error('torn')\nexport default",
        /cannot be loaded: in answer\.ts, line \d+: torn\. Correct it, or remove the folder\.$/,
      ],
      [
        'fields/text/answer.ts',
        'export default',
        'Array.prototype.map = () => []\nexport default',
        /cannot be loaded: answer\.ts changes Array\.prototype\.map, which everybody works with\. Correct it/,
      ],
      [
        'fields/text/answer.ts',
        'export default',
        "Array.prototype.map = () => []\nthrow new Error('torn')\nexport default",
        /answer\.ts, line \d+: torn\./,
      ],
      [
        'fields/text/field.ts',
        /presets: \[/,
        'presets: [{}, ',
        /"presets" must be a list of presets, each with a name/,
      ],
      [
        'layout/heading/layout.ts',
        /role:.*/,
        '',
        /layout\.ts is not what a plugin's layout must be: "role" must be one of content, welcome, /,
      ],
      [
        'fields/text/answer.ts',
        'export default',
        "import './gone.js'\nexport default",
        /fields\/text cannot be loaded: in answer\.ts: It imports \.\/gone\.js, which is not there\. Correct it/,
      ],
      [
        'fields/text/answer.ts',
        'export default',
        "import '../gone/inner.ts'\nexport default",
        /cannot be loaded: in answer\.ts: It imports \/.*\/gone\/inner\.ts, which is not there\. Correct it/,
      ],
      [
        'fields/text/answer.ts',
        'export default',
        "import '@acme/gone'\nexport default",
        /cannot be loaded: in answer\.ts: It imports @acme\/gone, which is not installed: name it among the dependencies/,
      ],
      [
        'layout/heading/layout.ts',
        'settings: v.object({',
        'settings: v.object({ colour: v.string(),',
        /layout\.ts has settings that must be given: “colour” is missing\. Give every entry a default, v\.optional\(…, …\)\.$/,
      ],
      [
        'layout/heading/layout.ts',
        'settings: v.object({',
        'settings: v.objectAsync({',
        /layout\.ts has settings whose schema is asynchronous\. Take the members of Valibot without “Async”\.$/,
      ],
      [
        'layout/heading/layout.ts',
        'settings: v.object({',
        'settings: v.pipe(v.object({}), v.transform(() => 7)), entries: v.object({',
        /layout\.ts has settings that are no object\. Make them with v\.object\(…\)\.$/,
      ],
      [
        'layout/heading/layout.ts',
        'presets: [',
        "presets: [{ name: 'word', group: 'words' }, ",
        /layout\.ts has a preset "word" in the group "words"\. Choose one of text, choice, number, file, computed, layout, other\.$/,
      ],
      [
        'layout/heading/layout.ts',
        'presets: [',
        "presets: [{ name: 'word', group: 'layout', settings: { text: 7 } }, ",
        /layout\.ts has a preset "word" with settings that its schema refuses: .+\. Correct them\.$/,
      ],
      [
        'layout/heading/layout.ts',
        'presets: [',
        "presets: [{ name: 'word', group: 'layout' }, { name: 'word', group: 'layout' }, ",
        /layout\.ts has two presets "word"\. Rename one of them\.$/,
      ],
      [
        'layout/heading/layout.ts',
        /version: 1,/,
        'version: 2,',
        /layout\.ts has version 2, and no lift from version 1\. Add it to its lifts, or say the version before\.$/,
      ],
    ] as const)
    .run(async ({ assert }, [file, from, to, reason]) => {
      edit(file, from, to)
      await plugins.load(root)
      const [family = '', kind = ''] = file.split('/')
      assert.isUndefined(plugins.registry().field(kind) ?? plugins.registry().layout(kind))
      assert.isDefined(plugins.registry().field('number'))
      const [unusable] = plugins.unusable()
      assert.deepInclude(unusable, { family, kind, version: to.toString().startsWith('version') ? 2 : 1 })
      assert.match(unusable?.reason ?? '', reason)
    })

  test('what the front end was built without counts as removed', async ({ assert }) => {
    await plugins.load(root, [{ folder: join(root, 'plugins/fields/text'), reason: 'It was torn.' }])
    assert.isUndefined(plugins.registry().field('text'))
    assert.equal(plugins.unusable()[0]?.reason, 'It was torn.')
  })

  test('a preset twice is refused with both folders', async ({ assert }) => {
    edit('layout/heading/layout.ts', "name: 'heading'", "name: 'dropdown'")
    await assert.rejects(() => plugins.load(root), /preset "dropdown".*select.*heading/)
    await assert.rejects(() => plugins.load(root), PluginError)
  })

  test(
    'an integration that cannot be used counts as removed, with the reason, and keeps nobody else from loading',
  )
    .with([
      ['integration.ts', "kind: 'webhook'", "kind: 'hook'", /says kind "hook".*integrations\/webhook/],
      ['integration.ts', "kind: 'webhook'", "kind: 'webhook', choices: []", /has a member "choices"/],
      [
        'integration.ts',
        "'submission.created'",
        "'submission.partial'",
        /lists the event "submission\.partial"/,
      ],
      ['integration.ts', "kind: 'webhook'", "kind: 'webhook', hooks: [{ path: 'In' }]", /has a hook "In"/],
      [
        'integration.ts',
        /(?<=settings[^\n]*)v\.object\(\{/,
        'v.object({ colour: v.string(),',
        /integration\.ts has settings that must be given: “colour” is missing\./,
      ],
      ['deliver.ts', 'export default webhook', '', /deliver\.ts is not what a plugin's deliver must be/],
      [
        'deliver.ts',
        'export default webhook',
        "throw new Error('torn')",
        /cannot be loaded: in deliver\.ts, line \d+: torn\./,
      ],
      [
        'deliver.ts',
        'export default webhook',
        "import './gone.ts'",
        /webhook cannot be loaded: in deliver\.ts: It imports \.\/gone\.ts, which is not there\./,
      ],
    ] as const)
    .run(async ({ assert }, [file, from, to, reason]) => {
      edit(`integrations/webhook/${file}`, from, to)
      await plugins.load(root)
      assert.isUndefined(plugins.integration('webhook'))
      assert.isDefined(plugins.registry().field('text'))
      const [unusable] = plugins.unusable()
      assert.deepInclude(unusable, { family: 'integrations', kind: 'webhook' })
      assert.match(unusable?.reason ?? '', reason)
    })

  test('an integration whose service cannot be used says that, and not that there is none', async ({
    assert,
  }) => {
    edit('connections/slack/service.ts', 'export default', "throw new Error('torn')\nexport default")
    rmSync(join(root, 'plugins/connections/google'), { recursive: true })
    await plugins.load(root)
    const reasonOf = (kind: string) =>
      plugins.unusable().find((one) => one.family === 'integrations' && one.kind === kind)?.reason ?? ''
    assert.match(reasonOf('slack'), /needs the service "slack", which cannot be used: what is said of it/)
    assert.match(reasonOf('google-sheets'), /needs the service "google", which is not installed: plugins\//)
  })

  test('what was loaded stays when a later load is refused', async ({ assert }) => {
    await plugins.load(root)
    const { fingerprint } = plugins.registry()
    cpSync(join(root, 'plugins/fields/text'), join(root, 'plugins/layout/text'), { recursive: true })
    await assert.rejects(() => plugins.load(root))
    assert.equal(plugins.registry().fingerprint, fingerprint)
    assert.isDefined(plugins.registry().field('text'))
  })
})

test.group('READMEs of the fields', () => {
  test('say what an answer means, and how the field is used by keys and heard', ({ assert }) => {
    for (const folder of readdirSync(join(ROOT, 'plugins/fields'))) {
      const text = readFileSync(join(ROOT, 'plugins/fields', folder, 'README.md'), 'utf8').toLowerCase()
      for (const part of ['**answer**', 'assistive technology**', 'keys', 'without'])
        assert.include(text, part, folder)
    }
  })
})
