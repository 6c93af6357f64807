import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import { parse, safeParse } from 'valibot'
import { type BlockText, textIn, withTextIn } from '../block_text.ts'
import type { Translate } from '../control.ts'
import {
  type AnySettings,
  PERMISSIONS,
  type Permissions,
  type Preset,
  type SettingsSchema,
} from '../field.ts'
import type { Lifts } from '../lift.ts'
import { refusalsOf } from '../refusals.ts'
import { isRichText } from '../rich/tree.ts'
import { settingsForm } from '../settings_form.ts'

/** What every plugin has, of whatever family. */
interface Definition {
  kind: string
  version: number
  settings: SettingsSchema
  lifts?: Lifts
}

/** Settings of an old version that were once stored, by version: one for each lift. */
export type OldSettings = Readonly<Record<number, Record<string, unknown>>>

/** The folder of the spec that calls the suite. */
export function folderOf(specUrl: string): string {
  return dirname(fileURLToPath(specUrl))
}

/** The plugin's texts in English. */
export function textsOf(folder: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, 'texts/en.json'), 'utf8'))
}

/** What no setting, or hardly one, can be. */
export const WRONG: readonly unknown[] = [
  ...[null, true, '', ' ', 'x'.repeat(30_000), -1, 0.5, 1e300, NaN, [], {}, { x: 1 }],
  ...[[null], [1], [''], ['x'], [{}], [{ id: 'A B', label: 1 }], [{ id: 'a', label: 'x'.repeat(9_000) }]],
  Array.from({ length: 6_000 }, (_, index) => ({ id: `o${index}`, label: '' })),
]

/** What the folder holds and what the definition says of itself. */
export function testFolder(folder: string, definition: Definition, old: OldSettings): void {
  test('the folder is named like the kind and has icon and README', ({ assert }) => {
    assert.equal(definition.kind, basename(folder))
    assert.match(
      readFileSync(join(folder, 'icon.svg'), 'utf8'),
      /^<svg [^>]*viewBox="0 0 24 24"[^]*currentColor/,
    )
    assert.isTrue(existsSync(join(folder, 'README.md')))
  })

  test('every text is one, and the kind has a name', ({ assert }) => {
    const texts = textsOf(folder)
    assert.isNotEmpty(texts.name)
    for (const [key, text] of Object.entries(texts)) assert.isString(text, key)
  })

  test('nothing is valid settings, and settings survive JSON', ({ assert }) => {
    const settings = parse(definition.settings, {})
    assert.deepEqual(JSON.parse(JSON.stringify(settings)), settings)
    assert.deepEqual(parse(definition.settings, settings), settings)
  })

  test('whatever its settings refuse is said in a sentence of ours', ({ assert }) => {
    for (const { name } of settingsForm(definition.settings)) {
      for (const value of WRONG) {
        const read = safeParse(definition.settings, { [name]: value })
        for (const { message } of read.success ? [] : refusalsOf(read.issues, definition.settings)) {
          assert.match(message, /^[“"\p{Lu}].*\.$/su)
          assert.notMatch(message, /Expected|Invalid|received/)
        }
      }
    }
  })

  test('every lift was tried and leads to settings of today', ({ assert }) => {
    assert.isTrue(Number.isInteger(definition.version) && definition.version >= 1)
    const versions = Array.from({ length: definition.version - 1 }, (_, index) => index + 1)
    assert.sameMembers(Object.keys(definition.lifts ?? {}).map(Number), versions)
    assert.sameMembers(Object.keys(old).map(Number), versions, 'old settings to try, one for each lift')
    for (const version of versions) {
      let settings = old[version] ?? {}
      for (let at = version; at < definition.version; at++)
        settings = definition.lifts?.[at]?.(settings) ?? {}
      assert.isTrue(safeParse(definition.settings, settings).success, `lifted from version ${version}`)
    }
  })
}

/** Words of new blocks are settings, and their plugin has them. */
export function testStart(
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
export function testPalette(folder: string, definition: Definition & { presets: readonly Preset[] }): void {
  test('every preset has a name of its own, a title, words to find it by, and valid settings', ({
    assert,
  }) => {
    const texts = textsOf(folder)
    const names = definition.presets.map(({ name }) => name)
    assert.isNotEmpty(names)
    assert.lengthOf(new Set(names), names.length)
    for (const { name, settings } of definition.presets) {
      assert.isNotEmpty(texts[`presets.${name}.title`], name)
      assert.isNotEmpty(texts[`presets.${name}.words`], name)
      assert.isTrue(safeParse(definition.settings, settings ?? {}).success, name)
    }
  })

  test('every setting has a title', ({ assert }) => {
    const entries = settingsForm(definition.settings)
    const inner = entries.flatMap((entry) => entry.item?.entries ?? entry.entries ?? [])
    for (const { title, name } of [...entries, ...inner]) assert.notEqual(title, name)
    for (const { name, item } of entries)
      assert.notEqual(item?.title, 'Entry', `what an item of “${name}” is called`)
  })
}

/** Texts that a creator writes are in the settings where they are said to be, each once. */
export function assertTexts(assert: Assert, texts: readonly BlockText[], settings: AnySettings): void {
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
export function assertPolicies<Settings>(
  assert: Assert,
  definition: {
    csp?(settings: Settings): Readonly<Record<string, readonly string[]>>
    permissions?(settings: Settings): Permissions
  },
  settings: Settings,
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
