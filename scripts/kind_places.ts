import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plugins } from '#app/plugins/registry'
import { scanPlugins } from '#app/plugins/scan'
import { settingsForm } from '@formwright/kit/settings_form'
import { type HouseWords, kindsKnown, type Known } from './kinds_in_rooms.ts'

export const ROOT = fileURLToPath(new URL('../', import.meta.url))
const ROOMS =
  '{api_types,app,bin,commands,config,database,engine,frontend,packages,providers,scripts,start}/**/*.{ts,tsx,mjs}'
/**
 * Tests, their fixtures, what is built or generated, forms that are made of kinds (the demo, the examples), and the app of Zapier,
 * which is a program outside and says as which kind it subscribes.
 */
const ASIDE =
  /\.spec\.tsx?$|\.d\.ts$|^engine\/fixtures\/|^database\/demo|^packages\/kit\/(stubs|conform)\/|^packages\/client\/example\.ts$|^packages\/zapier\/|\/(node_modules|build)\//

/** Names of settings that are words of the kit, which lends some to several kinds, of HTML, or of the form's own settings too. */
const EVERYBODYS = new Set([
  'minLength',
  'maxLength',
  'maxCount',
  'appearance',
  'counter',
  'startLabel',
  'endLabel',
])

/** The words of each kind of the house: its settings, its presets, itself. */
function wordsByKind(): Map<string, { presets: string[]; settings: string[] }> {
  const registry = plugins.registry()
  return new Map(
    scanPlugins(ROOT).found.map(({ kind }) => {
      const definition = registry.field(kind)?.definition ?? registry.layout(kind)
      const settings = definition ? settingsForm(definition.settings).map(({ name }) => name) : []
      return [
        kind,
        {
          presets: (definition?.presets ?? []).map(({ name }) => name),
          settings: settings.filter((name) => !EVERYBODYS.has(name)),
        },
      ]
    }),
  )
}

/** What rooms must not say; the plugins are loaded. */
export function wordsOfTheHouse(): HouseWords {
  const words = [...wordsByKind()]
  return {
    kinds: new Set(words.map(([kind]) => kind)),
    presets: new Set(words.flatMap(([, { presets }]) => presets)),
    settings: new Set(words.flatMap(([, { settings }]) => settings)),
  }
}

/** Places outside their folders that know a kind, by kind, once the plugins are loaded; a word that is several kinds' counts for each. */
export function placesOfKinds(): { files: number; places: Map<string, Known[]> } {
  const words = wordsOfTheHouse()
  const files = globSync(ROOMS, { cwd: ROOT }).filter((file) => !ASIDE.test(file))
  const known = files.flatMap((file) => kindsKnown(file, readFileSync(join(ROOT, file), 'utf8'), words))
  const places = new Map<string, Known[]>()
  for (const [kind, { presets, settings }] of wordsByKind()) {
    const own = new Set([kind, ...presets, ...settings])
    places.set(
      kind,
      known.filter(({ word }) => own.has(word)),
    )
  }
  return { files: files.length, places }
}
