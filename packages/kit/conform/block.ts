import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import { getDotPath, type InferOutput, parse, safeParse } from 'valibot'
import { type BlockText, textIn, withTextIn } from '../block_text.ts'
import type { Translate } from '../control.ts'
import {
  type AnySettings,
  PERMISSIONS,
  type Permissions,
  type Preset,
  type SettingsSchema,
} from '../field.ts'
import { isRichText } from '../rich/tree.ts'
import { settingsForm } from '../settings_form.ts'
import { type Definition, type OldSettings, testFolder, textsOf } from './folder.ts'
import { testMedia, withMedia } from './media.ts'

/** What fields and layout blocks have in common. */
interface BlockDefinition<Schema extends SettingsSchema> extends Definition {
  settings: Schema
  presets: readonly Preset[]
  publicSettings: readonly string[]
  start?(t: Translate): Partial<InferOutput<Schema>>
  texts?(settings: InferOutput<Schema>): readonly BlockText[]
  csp?(settings: InferOutput<Schema>): Readonly<Record<string, readonly string[]>>
  permissions?(settings: InferOutput<Schema>): Permissions
}

/**
 * Settings under which nothing may break: the defaults, those of the presets, and further ones laid over the defaults;
 * each of them with pictures and files, too, where the kind has some.
 */
export function settingsToTry<Schema extends SettingsSchema>(
  { settings, presets }: Pick<BlockDefinition<Schema>, 'settings' | 'presets'>,
  further: readonly object[],
): InferOutput<Schema>[] {
  const parts = [{}, ...presets.map((preset) => preset.settings ?? {}), ...further]
  const withFiles = parts.flatMap((part) => withMedia(settings, part) ?? [])
  return [...parts, ...withFiles].map((part) => readSettings(settings, part))
}

/** Settings as the schema reads them; throws with what it refuses, of which the library says but half. */
export function readSettings<Schema extends SettingsSchema>(
  schema: Schema,
  given: object,
): InferOutput<Schema> {
  const read = safeParse(schema, given)
  if (read.success) return read.output
  const refused = read.issues.map((issue) => `${getDotPath(issue) ?? 'all'}: ${issue.message}`)
  throw new Error(
    `The settings ${JSON.stringify(given)} must be valid, as those of presets and examples. ${refused.join('; ')}`,
  )
}

/** The head of the suites of fields and of layout blocks. */
export function testBlock<Schema extends SettingsSchema>(
  folder: string,
  definition: BlockDefinition<Schema>,
  everySettings: readonly InferOutput<Schema>[],
  old: OldSettings,
): void {
  testFolder(folder, definition, old)
  testPalette(folder, definition)
  testStart(folder, definition)
  testMedia(definition)

  test('texts and public settings are settings, each text once', ({ assert }) => {
    assert.includeMembers(
      settingsForm(definition.settings).map(({ name }) => name),
      [...definition.publicSettings],
    )
    for (const settings of everySettings) assertTexts(assert, definition.texts?.(settings) ?? [], settings)
  })

  test('settings that were read once are read as the same again', ({ assert }) => {
    for (const settings of everySettings) assert.deepEqual(parse(definition.settings, settings), settings)
  })

  test('what its page needs of browsers is said in names and origins that go into headers', ({ assert }) => {
    for (const settings of everySettings) assertPolicies(assert, definition, settings)
  })
}

/** Words of new blocks are settings, and their plugin has them. */
function testStart(
  folder: string,
  { settings, start }: { settings: SettingsSchema; start?: (t: Translate) => object },
): void {
  if (!start) return
  test('a new block begins with words of its texts', ({ assert }) => {
    const texts = textsOf(folder)
    const asked: string[] = []
    const words = start((key) => {
      asked.push(key)
      return texts[key] ?? ''
    })
    for (const key of asked) assert.match(key, /^start\./)
    assert.sameMembers(
      [...new Set(asked)],
      Object.keys(texts).filter((key) => key.startsWith('start.')),
    )
    assert.containsSubset(parse(settings, words), words)
  })
}

/** What the palette and the settings panel need of a block. */
function testPalette(folder: string, definition: Definition & { presets: readonly Preset[] }): void {
  test('every preset has a name of its own, a title, words to find it by, and valid settings', ({
    assert,
  }) => {
    const texts = textsOf(folder)
    const names = definition.presets.map(({ name }) => name)
    assert.isNotEmpty(names)
    assert.lengthOf(new Set(names), names.length)
    for (const { name, settings, items } of definition.presets) {
      assert.isNotEmpty(texts[`presets.${name}.title`], name)
      assert.isNotEmpty(texts[`presets.${name}.words`], name)
      assert.isTrue(safeParse(definition.settings, settings ?? {}).success, name)
      for (const { list, text } of items ? [items, ...(items.besides ?? [])] : []) {
        const entry = settingsForm(definition.settings).find(({ name }) => name === list)
        assert.isTrue(
          entry?.item?.entries.some(({ name }) => name === text),
          list,
        )
      }
      for (const { settings: brought } of items?.besides ?? [])
        assert.isTrue(safeParse(definition.settings, { ...settings, ...brought }).success, name)
    }
  })

  test('every setting has a title', ({ assert }) => {
    const entries = settingsForm(definition.settings)
    const inner = entries.flatMap((entry) => entry.item?.entries ?? entry.entries ?? [])
    for (const { title, name } of [...entries, ...inner]) {
      assert.notEqual(title, name, `the setting “${name}” is called something: give it v.title('…')`)
    }
    for (const { name, item } of entries) {
      assert.notEqual(item?.title, 'Entry', `what an item of “${name}” is called`)
      for (const member of item?.entries ?? []) {
        const words = `“${member.title} of ${item?.title.toLowerCase()} 1” is what it is called in the panel`
        assert.notEqual(member.title, item?.title, words)
      }
    }
  })
}

/** Texts that a creator writes are in the settings where they are said to be, each once. */
function assertTexts(assert: Assert, texts: readonly BlockText[], settings: AnySettings): void {
  const paths = texts.map(({ path }) => path)
  assert.lengthOf(new Set(paths), paths.length, 'each text once')
  for (const { path, kind } of texts) {
    const text = textIn(settings, path)
    if (kind === 'rich') assert.isTrue(isRichText(text), `there is a rich text at “${path}”`)
    else assert.isString(text, `there is a text at “${path}”`)
    assert.deepEqual(textIn(withTextIn(settings, path, 'other'), path), 'other', path)
  }
}

const ORIGIN = /^(https|wss):\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/

/** What a kind asks of the headers of its page cannot break out of them, and asks for what there is. */
function assertPolicies<Schema extends SettingsSchema>(
  assert: Assert,
  definition: BlockDefinition<Schema>,
  settings: InferOutput<Schema>,
): void {
  for (const [directive, sources] of Object.entries(definition.csp?.(settings) ?? {})) {
    assert.match(directive, /^[a-z]+(-[a-z]+)*-src$/, 'a directive of sources')
    for (const source of sources)
      assert.match(source, /^(data:|blob:|https:\/\/|wss:\/\/)[^\s;,'"]*$/, directive)
  }
  for (const [name, origins] of Object.entries(definition.permissions?.(settings) ?? {})) {
    assert.include(PERMISSIONS, name)
    for (const origin of origins ?? []) assert.match(origin, ORIGIN, name)
  }
}
