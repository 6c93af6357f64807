import { join } from 'node:path'
import { test } from '@japa/runner'
import type { InferOutput } from 'valibot'
import { MOST_ITEMS } from '../address.ts'
import type { SettingsSchema } from '../field.ts'
import type { LayoutDefinition } from '../layout.ts'
import { pipedName } from '../rich/resolve.ts'
import type { RichText } from '../rich/tree.ts'
import { settingsToTry, testBlock } from './block.ts'
import { folderOf, type OldSettings, textsOf } from './folder.ts'
import { assertPictures } from './media.ts'
import { closeRenderer, renderedHtml } from './rendered.ts'

export interface LayoutCase<Schema extends SettingsSchema> {
  /** `import.meta.url` of the spec */
  spec: string
  definition: LayoutDefinition<Schema>
  /** settings worth drawing, laid over the defaults */
  settings?: readonly Partial<InferOutput<Schema>>[]
  oldSettings?: OldSettings
}

/** The suite every layout plugin passes. */
export function conformLayout<Schema extends SettingsSchema>(given: LayoutCase<Schema>): void {
  const { definition } = given
  const folder = folderOf(given.spec)
  const everySettings = settingsToTry(definition, given.settings ?? [])

  testBlock(folder, definition, everySettings, given.oldSettings ?? {})

  test('sections repeat within the bounds, nothing else does', ({ assert }) => {
    if (definition.role !== 'section') return assert.isUndefined(definition.repeat)
    for (const settings of everySettings) {
      const repeat = definition.repeat?.(settings)
      if (repeat === undefined) continue
      assert.isTrue(Number.isInteger(repeat.min) && Number.isInteger(repeat.max))
      assert.isTrue(repeat.min >= 0 && repeat.max >= Math.max(1, repeat.min) && repeat.max <= MOST_ITEMS)
    }
  })

  test('it draws its texts as text', async ({ assert }) => {
    const evil = '<img src=x onerror=alert(1)>'
    for (const settings of everySettings) {
      const named = definition.texts(settings)
      const rich = Object.fromEntries(
        named.flatMap(({ path, kind }) => (kind === 'rich' ? [[path, richWith(evil)] as const] : [])),
      )
      const texts = Object.fromEntries(
        named.map(({ path, kind }) => [kind === 'rich' ? pipedName(path, 'a') : path, evil]),
      )
      const html = await renderedHtml(
        join(folder, 'respond.tsx'),
        { block: { id: 'b', settings: { ...settings, ...rich } }, texts },
        textsOf(folder),
      )
      assert.notMatch(html, /<img src=x| style=| on[a-z]+="/)
      assertPictures(assert, html)
    }
  }).teardown(closeRenderer)
}

/** A rich text that says this and refers to `a`. */
function richWith(text: string): RichText {
  return {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text, marks: [{ type: 'bold' }] },
          { type: 'reference', attrs: { address: 'a' } },
        ],
      },
    ],
  }
}
