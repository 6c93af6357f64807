import { finish } from '#engine/steps'
import { newRows } from '#app/forms/create_form'
import { draftDocument } from '#app/forms/draft'
import { documentAsForm, type Unready } from '#app/respond/page/draft_as_form'
import type { ShownForm } from '#app/respond/page/form_page'
import { demoForm } from '#database/demo_form'

const THEMES = ['default', 'simple', 'notion'] as const

export type ExampleTheme = (typeof THEMES)[number]

/** Whether a value names a theme. */
export function isTheme(value: unknown): value is ExampleTheme {
  return THEMES.some((theme) => theme === value)
}

/** One for each theme: plugins do not change while the server runs. */
const compiled = new Map<ExampleTheme, Promise<ShownForm | Unready>>()

/** The example form in one of the themes, as a version would be; unready where a plugin that it needs is missing. */
export function exampleForm(theme: ExampleTheme): Promise<ShownForm | Unready> {
  const form = compiled.get(theme) ?? compileExample(theme)
  compiled.set(theme, form)
  return form
}

async function compileExample(theme: ExampleTheme): Promise<ShownForm | Unready> {
  const rows = new Map(finish(newRows(demoForm)).map((row) => [row.block_id, row]))
  const document = await draftDocument({ revision: 1, bytes: 0, rows })
  const { settings } = document
  const appearance = { ...settings.appearance, theme }
  return documentAsForm({ ...document, settings: { ...settings, appearance } })
}
