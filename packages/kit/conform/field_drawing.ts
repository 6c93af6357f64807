import { join } from 'node:path'
import { test } from '@japa/runner'
import type { InferOutput } from 'valibot'
import type { AnswerContext } from '../answer.ts'
import type { SettingsSchema } from '../field.ts'
import { CONTEXTS, type FieldUnderTest } from './field_under_test.ts'
import { languagesOf, textsOf } from './folder.ts'
import { assertPictures } from './media.ts'
import { closeRenderer, entriesOf, renderedHtml, tagsOf } from './rendered.ts'

/** The control as the server draws it, and as a browser without scripts posts it. */
export function testDrawing<Schema extends SettingsSchema, A, R>(field: FieldUnderTest<Schema, A, R>): void {
  const { definition, answer, everySettings } = field

  for (const [index, example] of field.examples.entries()) {
    const { settings } = example
    test(`example ${index + 1} is posted as it was drawn`, async ({ assert }) => {
      if (definition.labelling(settings) === 'none') return
      for (const context of CONTEXTS.filter(({ source }) => source === 'form')) {
        const raw = answer.toRaw(example.answer, settings)
        const html = await draw(field, settings, { raw, answer: example.answer, locale: context.locale })
        const posted = answer.fromForm(entriesOf(html, 'f.b'), settings)
        assert.deepEqual(
          answer.parse(posted, settings, context),
          { answer: example.answer, problems: [] },
          html,
        )
      }
    }).teardown(closeRenderer)
  }

  test('the control is plain HTML with names and ids of its own', async ({ assert }) => {
    for (const settings of everySettings) {
      const html = await draw(field, settings, { raw: undefined, answer: undefined, locale: 'en' })
      const tags = tagsOf(html)
      for (const [found] of html.matchAll(/ style=| on[a-z]+=/g))
        assert.fail(
          `The Content Security Policy refuses “${found.trim()}” in the page: use classes and respond.css.`,
        )
      assertPictures(assert, html)
      const ids = tags.flatMap(({ attributes }) => attributes.id ?? [])
      assert.lengthOf(new Set(ids), ids.length, 'ids are unique')
      for (const id of ids) assert.match(id, /^c(-|$)/)
      if (definition.labelling(settings) === 'control') assert.include(ids, 'c', 'a label finds its control')
      for (const { attributes } of tags) {
        if (attributes.name !== undefined && attributes.name !== '_go')
          assert.match(attributes.name, /^f\.b(\.|$)/)
      }
      const context: AnswerContext = { locale: 'en', now: 0, source: 'form' }
      const untouched = answer.untouched?.(settings, {})
      const meant = untouched === undefined ? { problems: [] } : { answer: untouched, problems: [] }
      assert.deepEqual(
        answer.parse(untouched, settings, context),
        meant,
        'what is meant untouched is an answer',
      )
      // what has no control is not posted
      if (definition.labelling(settings) === 'none') continue
      const posted = answer.fromForm(entriesOf(html, 'f.b'), settings)
      assert.deepEqual(
        answer.parse(posted, settings, context),
        meant,
        'untouched is empty, or what it is said to be',
      )
    }
  }).teardown(closeRenderer)

  test('a placeholder is drawn, or the kind says that its control has no place for one', async ({
    assert,
  }) => {
    const nothing = { raw: undefined, answer: undefined, locale: 'en' }
    for (const settings of everySettings) {
      const html = await draw(field, settings, { ...nothing, placeholder: 'Placeheld' })
      if (definition.placeholder?.(settings) ?? definition.labelling(settings) === 'control')
        assert.include(html, 'Placeheld')
      else assert.notInclude(html, 'Placeheld')
    }
  }).teardown(closeRenderer)

  test('the control finds its words in every language that it has texts in', async () => {
    const nothing = { raw: undefined, answer: undefined }
    for (const locale of languagesOf(field.folder)) {
      for (const settings of everySettings) await draw(field, settings, { ...nothing, locale }, locale)
    }
  }).teardown(closeRenderer)
}

/** What a control is drawn with. */
interface Drawn<A, R> {
  raw: R | undefined
  answer: A | undefined
  locale: string
  placeholder?: string
}

async function draw<Schema extends SettingsSchema, A, R>(
  { folder }: FieldUnderTest<Schema, A, R>,
  settings: InferOutput<Schema>,
  { placeholder, ...state }: Drawn<A, R>,
  language = 'en',
): Promise<string> {
  const props = {
    block: { id: 'b', settings, required: true, placeholder },
    name: 'f.b',
    id: 'c',
    problems: [],
    describedBy: 'd',
    disabled: false,
    texts: {},
    ...state,
  }
  return renderedHtml(join(folder, 'respond.tsx'), props, textsOf(folder, language), language)
}
