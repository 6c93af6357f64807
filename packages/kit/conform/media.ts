import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import { parse } from 'valibot'
import type { Preset, SettingsSchema } from '../field.ts'
import type { MediaFile } from '../media.ts'
import { settingsForm, type SettingEntry } from '../settings_form.ts'
import { tagsOf } from './rendered.ts'

function mediaEntries(schema: SettingsSchema): SettingEntry[] {
  return settingsForm(schema).filter(({ type }) => type === 'image' || type === 'file')
}

/** Settings to lay over the defaults, with a picture or a file wherever one can be chosen; undefined where none can. */
export function withMedia(schema: SettingsSchema, settings: object): object | undefined {
  const entries = mediaEntries(schema)
  const chosen = Object.fromEntries(entries.map((entry) => [entry.name, sampleMedia(entry)]))
  return entries.length > 0 ? { ...settings, ...chosen } : undefined
}

function sampleMedia({ type, name, types = [] }: SettingEntry): MediaFile {
  const hash = Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64)
  const src = `/media/00000000-0000-4000-8000-000000000000/${hash}`
  const [beginning] = types
  if (beginning) return { src, name: 'example', type: beginning.replace(/\/$/, '/mp4'), size: 12_345 }
  return type === 'image'
    ? { src, name: 'example.png', type: 'image/png', size: 12_345, width: 640, height: 480 }
    : { src, name: 'example.pdf', type: 'application/pdf', size: 12_345 }
}

/** Pictures and files are uploaded by the creator of a form: none can come with the plugin. */
export function testMedia(definition: { settings: SettingsSchema; presets: readonly Preset[] }): void {
  const entries = mediaEntries(definition.settings)
  if (entries.length === 0) return
  test('a new block has no pictures and files: the creator chooses them', ({ assert }) => {
    for (const settings of [{}, ...definition.presets.map((preset) => preset.settings ?? {})])
      for (const { name } of entries) assert.notProperty(parse(definition.settings, settings), name)
  })
}

/** A picture is drawn from where it lies, and read to those who do not see it: by its `alt`, even where that is empty. */
export function assertPictures(assert: Assert, html: string): void {
  for (const { name, attributes } of tagsOf(html)) {
    if (name !== 'img') continue
    assert.property(attributes, 'alt', html)
    assert.match(attributes.src ?? '', /^(\/media\/|data:)/, 'a picture of the creator, or one of the plugin')
  }
}
