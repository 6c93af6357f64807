import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import { parse, safeParse } from 'valibot'
import type { SettingsSchema } from '../field.ts'
import type { Lifts } from '../lift.ts'
import { refusalsOf } from '../refusals.ts'
import { settingsForm } from '../settings_form.ts'
import { costlyStylesOf } from './styles.ts'

/** What every plugin has, of whatever family. */
export interface Definition {
  kind: string
  version: number
  settings: SettingsSchema
  lifts?: Lifts
  /** none for an integration */
  presets?: readonly { name: string }[]
}

/** Settings of an old version that were once stored, by version: one for each lift. */
export type OldSettings = Readonly<Record<number, Record<string, unknown>>>

/** The folder of the spec that calls the suite. */
export function folderOf(specUrl: string): string {
  return dirname(fileURLToPath(specUrl))
}

/** The plugin's texts in a language. */
export function textsOf(folder: string, language = 'en'): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, `texts/${language}.json`), 'utf8'))
}

/** The languages that the plugin has texts in. */
export function languagesOf(folder: string): string[] {
  return readdirSync(join(folder, 'texts')).map((file) => basename(file, '.json'))
}

/** What no setting, or hardly one, can be. */
export const WRONG: readonly unknown[] = [
  ...[null, true, '', ' ', 'x'.repeat(30_000), -1, 0.5, 1e300, NaN, [], {}, { x: 1 }],
  ...[[null], [1], [''], ['x'], [{}], [{ id: 'A B', label: 1 }], [{ id: 'a', label: 'x'.repeat(9_000) }]],
  Array.from({ length: 6_000 }, (_, index) => ({ id: `o${index}`, label: '' })),
]

/** What the folder of any plugin holds. */
export function testPlace(folder: string, definition: Pick<Definition, 'kind' | 'presets'>): void {
  test('the folder is named like the kind and has icon and README', ({ assert }) => {
    assert.equal(definition.kind, basename(folder))
    const presets = (definition.presets ?? []).map(({ name }) => `icons/${name}.svg`)
    const icons = existsSync(join(folder, 'icons')) ? readdirSync(join(folder, 'icons')) : []
    for (const icon of ['icon.svg', ...icons.map((name) => `icons/${name}`)]) {
      assert.include(['icon.svg', ...presets], icon)
      assert.match(readFileSync(join(folder, icon), 'utf8'), /^<svg [^>]*viewBox="0 0 24 24"[^]*currentColor/)
    }
    assert.isTrue(existsSync(join(folder, 'README.md')))
  })

  test('every text is one, and the kind has a name', ({ assert }) => {
    const texts = textsOf(folder)
    assert.isNotEmpty(texts.name)
    for (const [key, text] of Object.entries(texts)) assert.isString(text, key)
  })
}

/** What the folder holds and what the definition says of itself. */
export function testFolder(folder: string, definition: Definition, old: OldSettings): void {
  testPlace(folder, definition)

  test('no style makes the editor look at all blocks anew with each key', ({ assert }) => {
    assert.deepEqual(costlyStylesOf(folder), {}, 'docs/plugins.md: Style')
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
