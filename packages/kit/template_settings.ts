import { type InferOutput, parse } from 'valibot'
import type { SettingsSchema } from './field.ts'
import type { IntegrationEvent, Question } from './integration.ts'
import { filledRichText } from './rich/fill.ts'
import { isRichText } from './rich/tree.ts'
import { settingsForm } from './settings_form.ts'

/** `{#block}`, `{#block.part}` or `{#section.block}`; `{{` is a literal brace. */
const REFERENCE = /\{\{|\{#([\w-]{1,64}(?:\.[\w-]{1,64})?)\}/g

/**
 * The same settings with every template (an entry with `v.metadata({ control: 'template' })`) filled in: references
 * become the answers' texts, in one pass, so that what looks like a reference in an answer stays as it is. What the
 * form does not have, or nobody answered, is empty. Rich texts are templates, too. In one that is JSON (`json: true`)
 * answers are escaped for the texts they stand in (RFC 8259), and `{{` is no escape.
 */
export function fillTemplates<Schema extends SettingsSchema>(
  schema: Schema,
  settings: InferOutput<Schema>,
  { submission }: IntegrationEvent,
): InferOutput<Schema> {
  const templates = settingsForm(schema).filter(({ control }) => control === 'template')
  if (templates.length === 0) return settings
  const questions = new Map(submission.questions.map((question) => [question.id, question]))
  const answerAt = (address: string) => {
    const [id = '', part] = address.split('.')
    const question = questions.get(id)
    if (question?.items) return textOfSection(question, part)
    if (part === undefined) return question?.text ?? ''
    return question?.parts.find((one) => one.id === part)?.text ?? ''
  }
  const filled = (template: unknown, inJson: boolean) => {
    if (isRichText(template)) return filledRichText(template, answerAt)
    if (typeof template !== 'string') return template
    return template.replace(REFERENCE, (found, address?: string) => {
      if (address === undefined) return inJson ? found : '{'
      return inJson ? JSON.stringify(answerAt(address)).slice(1, -1) : answerAt(address)
    })
  }
  const whole = Object.entries(settings).map(([name, value]) => {
    const entry = templates.find((template) => template.name === name)
    return [name, entry ? filled(value, entry.json === true) : value]
  })
  // What is filled in may be longer than a creator may type: it is not checked again.
  return Object.assign(parse(schema, {}), Object.fromEntries(whole))
}

/** Of a section that repeats: how many items there are, or the answers to one of its blocks in all of them. */
function textOfSection({ parts, items = [] }: Question, block: string | undefined): string {
  if (block === undefined) return parts[0]?.text ?? ''
  const answers = items.map(({ questions }) => questions.find(({ id }) => id === block)?.text ?? '')
  return answers.filter((text) => text !== '').join(', ')
}
